"""Races where players may act out of turn: the log has one order, and a late player gets the reason for the refusal."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice, zip_longest
from typing import Any

import pytest

from domain.game.game import PLAYING, actions
from domain.log.errors import Refused
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Flip, Play
from domain.ruleset.cards import RANK
from infra.commands.handler import Outcome
from infra.postgres.pool import Pool
from prove.harness.concurrent_commands import RACERS, Race, distinct_refusals, is_executed, outcome_of, read_logged
from prove.harness.service_games import Stage, Table

RACES = 100


@pytest.fixture
def stage(pool: Pool) -> Stage:
    return Stage(pool)


def plays(table: Table, seat: int) -> list[Play]:
    return [action for action in actions(table.game(seat), seat) if isinstance(action, Play)]


def racing(table: Table) -> list[tuple[int, Play]]:
    """Return a play of every seat that may lay a card now, then a second one of each, and so on.

    The list is empty unless the player in turn and another may both lay one.
    """
    game = table.game()
    if game.status != PLAYING or game.table.window:
        return []
    by_seat = {seat: [(seat, play) for play in plays(table, seat)] for seat in range(len(table.players))}
    able = [found for found in by_seat.values() if found]
    if len(able) < 2 or not by_seat[game.table.turn]:
        return []
    return [move for moves in zip_longest(*able) for move in moves if move is not None]


def positions(stage: Stage) -> Iterator[tuple[Table, list[tuple[int, Play]]]]:
    """Yield tables whose top the player in turn and another may cover, with all plays that do it."""
    while True:
        table = stage.open_by_flips(8, hand_size=6, voluntary_draw=True)
        while (state := table.game()).status == PLAYING:
            if found := racing(table):
                yield table, found
            if table.game().version == state.version:
                table.act(state.table.turn, Accept() if state.table.pending_rank else Draw())


@pytest.mark.slow
def test_one_of_sixteen_plays_covers_a_card_in_a_hundred_races(stage: Stage, race: Race):
    processes, winners = [stage.tables, stage.another_process()], Counter[str]()
    for number, (table, moves) in enumerate(islice(positions(stage), RACES)):
        before, on = table.game().version, table.game().table.top_version
        racers = list(islice(cycle(moves), RACERS))
        assert {play.on for _, play in racers} == {on}
        # Every other race runs in two processes, which share no lock.
        servers = processes if number % 2 else processes[:1]
        came = race([partial(table.act, *move, tables) for move, tables in zip(racers, cycle(servers), strict=False)])
        (laid,) = read_logged(table, before)
        (won,) = [outcome for outcome in came if isinstance(outcome, Outcome)]
        assert (laid.type, laid.version) == ("cards-played", won.version)
        assert racers[came.index(won)][0] == laid.public["seat"]
        assert sum(isinstance(outcome, Refused) for outcome in came) == RACERS - 1
        ((code, detail, extra),) = distinct_refusals(came)
        assert (code, extra) == ("too-late", {"on": laid.version, "version": laid.version})
        assert f"version {on} " in detail.lower()
        assert f"{laid.public['cards'][-1]} of version {laid.version}" in detail
        assert f"seat {laid.public['seat']}" in detail
        winners[laid.public["how"]] += 1
    assert winners.total() == RACES
    assert min(winners["turn"], winners["jump-in"]) > RACES // 20, winners


def passes_over_the_turn(table: Table, seat: int, play: Play) -> bool:
    """Return whether the jump-in leaves the player in turn without the turn."""
    state = table.game().table
    plain = RANK[play.cards[0]] not in (2, 3, 9)
    return plain and seat != state.turn and state.next_seat(seat) != state.turn


def one_by_one(commands: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run the commands one after the other and return their outcomes."""
    return [outcome_of(command) for command in commands]


def test_a_draw_and_a_jump_in_are_serialized(stage: Stage, race: Race):
    other, orders = stage.another_process(), Counter[str]()
    fitting = (
        (table, [move for move in moves if passes_over_the_turn(table, *move)])
        for table, moves in positions(stage)
        if not table.game().table.pending_rank
    )
    # In every other race each of the two goes first in turn, because on a busy machine one of them may win all races.
    for number, (table, moves) in enumerate(islice(((table, moves) for table, moves in fitting if moves), 60)):
        state = table.game()
        before, drawer, (jumper, play) = state.version, state.table.turn, moves[0]
        draw, jump = partial(table.act, drawer, Draw(), other), partial(table.act, jumper, play)
        start = one_by_one if number % 2 else race
        drew, jumped = start([draw, jump]) if number // 2 % 2 else start([jump, draw])[::-1]
        events = read_logged(table, before)
        assert is_executed(jumped), "a draw does not change the top"
        if is_executed(drew):
            assert [event.type for event in events if event.type != "stock-reshuffled"] == [
                "cards-drawn",
                "cards-played",
            ]
            assert not events[-2].public["calls_open"]
        else:
            (laid,) = events
            assert (laid.type, laid.public["how"]) == ("cards-played", "jump-in")
            assert isinstance(drew, Refused)
            assert (drew.code, drew.extra["on"], drew.extra["version"]) == ("not-your-turn", laid.version, laid.version)
            assert drew.extra["turn"] == laid.public["turn"]
            assert f"Seat {jumper} has laid the card of version {laid.version}" in drew.detail
        orders[events[0].type] += 1
    assert orders.total() == 60
    assert {"cards-played"} < orders.keys(), orders


def callers(table: Table) -> list[int]:
    """Return the seats that may call now and would be right."""
    game = table.game()
    call = Dobon(game.table.window or game.table.top_version)
    return [
        seat
        for seat in range(len(table.players))
        if game.ruleset.is_true(game.state, seat) and call in actions(table.game(seat), seat)
    ]


def called_or_covered(stage: Stage) -> Iterator[tuple[Table, list[int], list[tuple[int, Play]]]]:
    """Yield newly opened rounds with a top that some seats may call on and others may jump in on."""
    while True:
        table = stage.open_by_flips(8, hand_size=2)
        able = callers(table)
        moves = [(seat, play) for seat in range(8) if seat not in able for play in plays(table, seat)]
        if able and moves:
            yield table, able, moves


def test_a_call_and_a_cover_exclude_each_other(stage: Stage, race: Race):
    processes, firsts = [stage.tables, stage.another_process()], Counter[str]()
    for number, (table, able, moves) in enumerate(islice(called_or_covered(stage), 20)):
        before, on = table.game().version, table.game().table.top_version
        calls = [partial(table.act, seat, Dobon(on)) for seat in able][: RACERS // 2]
        covers = [partial(table.act, seat, play) for seat, play in moves][: RACERS - len(calls)]
        racers = [*covers, *calls] if number % 2 else [*calls, *covers]
        came = race([partial(racer, processes[place % 2]) for place, racer in enumerate(racers)])
        (first,) = read_logged(table, before)
        assert [outcome.version for outcome in came if isinstance(outcome, Outcome)] == [first.version]
        late = [refusal for refusal in came if isinstance(refusal, Refused)]
        assert {refusal.extra["version"] for refusal in late} == {first.version}
        if first.type == "cards-played":
            assert {(refusal.code, refusal.extra["on"]) for refusal in late} == {("too-late", first.version)}
        else:
            assert (first.type, first.public["kind"]) == ("dobon-called", "call")
            for racer, refusal in zip(racers, came, strict=True):
                expected = "too-late" if racer in calls else "window-open"
                assert is_executed(refusal) or (isinstance(refusal, Refused) and refusal.code == expected)
        firsts[first.type] += 1
    assert len(firsts) == 2, firsts


def flipped(stage: Stage, fits: Callable[[Table], Any], **options: Any) -> Table:
    """Return a new round whose first flipped card fits."""
    while True:
        table = stage.open(8, ruleset="dobon-kawagoe", options=options)
        table.act(table.game().table.dealer, Flip())
        if table.game().table.window and fits(table):
            return table


@pytest.mark.parametrize("processes", [1, 2])
def test_each_seat_answers_a_flip_once_and_the_first_with_cards_opens(stage: Stage, race: Race, processes: int):
    everybody = [stage.tables, stage.another_process()][-processes:]
    for _ in range(6):
        table = flipped(stage, lambda table: len([seat for seat in range(8) if plays(table, seat)]) > 1, hand_size=6)
        before, on = table.game().version, table.game().table.window
        wanted: list[Action] = [next(iter(plays(table, seat)), Decline(on)) for seat in range(8)]
        racers = [(place % 8, everybody[place // 8 % processes]) for place in range(RACERS)]
        came = race([partial(table.act, seat, wanted[seat], tables) for seat, tables in racers])
        *answers, closed, opened = read_logged(table, before)
        assert [event.type for event in answers] == ["flip-answered"] * 8
        said = [
            (int(part), answer["cards"])
            for event in answers
            for part, answer in event.sealed.items()
            if answer["answered"]
        ]
        assert sorted(seat for seat, _ in said) == list(range(8))
        assert sum(is_executed(outcome) for outcome in came) == 8
        late = {refusal.code for refusal in came if isinstance(refusal, Refused)}
        assert late <= {"already-answered", "nothing-to-decline", "too-late"}
        first = next((seat, cards) for seat, cards in said if cards)
        assert (closed.type, opened.type, opened.public["how"]) == ("window-closed", "cards-played", "opening")
        assert (opened.public["seat"], opened.public["cards"]) == first


@pytest.mark.parametrize(("rounds", "code"), [(4, "between-rounds"), (1, "game-over")])
def test_one_of_sixteen_ippatsu_ends_the_round_and_the_others_get_the_same_refusal(
    stage: Stage, race: Race, rounds: int, code: str
):
    processes = [stage.tables, stage.another_process()]
    for _ in range(2):
        table = flipped(stage, lambda table: len(callers(table)) > 1, hand_size=2, rounds=rounds)
        before, call = table.game().version, Dobon(table.game().table.window)
        racers = list(islice(cycle(callers(table)), RACERS))
        came = race([partial(table.act, seat, call, processes[place % 2]) for place, seat in enumerate(racers)])
        called, ended, *_ = events = read_logged(table, before)
        assert (called.public["kind"], called.public["valid"], ended.public["reason"]) == ("ippatsu", True, "ippatsu")
        assert [event.type for event in events].count("dobon-called") == 1
        (won,) = [outcome for outcome in came if isinstance(outcome, Outcome)]
        assert won.version == events[-1].version
        assert racers[came.index(won)] == ended.public["winner"]
        ((told_code, _, extra),) = distinct_refusals(came)
        assert (told_code, extra) == (code, {"version": won.version})
        assert len(table.rows()["claims"]) == 1
