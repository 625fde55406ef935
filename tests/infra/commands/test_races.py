"""Many commands at once on one game: the log has one order, and all clients read the same log."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from domain.dobon.formula import is_valid
from domain.game.game import actions
from domain.log.errors import Refused
from domain.ruleset.actions import Dobon, Draw, Play
from domain.ruleset.cards import RANK
from infra.commands.handler import Outcome
from infra.event_store import store
from infra.postgres.pool import Pool
from prove.harness.service_games import Stage, Table


@pytest.fixture
def stage(pool: Pool) -> Stage:
    return Stage(pool)


def released_together(commands: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run the commands in threads released together; return their outcomes."""
    barrier = threading.Barrier(len(commands))

    def run(command: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return command()
        except Refused as refusal:
            return refusal

    with ThreadPoolExecutor(len(commands)) as threads:
        return list(threads.map(run, commands))


def logged(stage: Stage, table: Table) -> list[store.Event]:
    with stage.pool.games.of(table.id).connection() as conn:
        events = store.read(conn, table.id)
    assert [event.version for event in events] == list(range(1, len(events) + 1))
    return events


def able(table: Table) -> list[int]:
    """Return the seats whose call on the top would be true."""
    game = table.game()
    state, top = game.table, RANK[game.table.top]
    held = {seat: [*game.cards(seat), *state.shown[seat]] for seat in range(state.seats) if seat != state.top_owner}
    return [seat for seat, cards in held.items() if is_valid([RANK[card] for card in cards], top)]


@pytest.mark.parametrize("processes", [1, 2])
def test_one_of_sixteen_concurrent_calls_is_first(stage: Stage, processes: int):
    table = stage.open(seats=8, options={"hand_size": 2})
    while len(able(table)) < 2:
        table = stage.open(seats=8, options={"hand_size": 2})
    call, seats = table.call(), able(table)
    everybody = [stage.tables, stage.another_process()][-processes:]
    racers = [(seats[place % len(seats)], everybody[place % processes]) for place in range(16)]
    before = table.game().version
    came = released_together([partial(table.act, seat, call, tables) for seat, tables in racers])
    calls = [event for event in logged(stage, table)[before:] if event.type == "dobon-called"]
    assert [event.public["kind"] for event in calls] == ["call"], "a late call is never turned into a counter"
    won = [outcome for outcome in came if isinstance(outcome, Outcome)]
    assert [outcome.version for outcome in won] == [before + 1]
    lost = [refusal for refusal in came if isinstance(refusal, Refused)]
    assert {refusal.code for refusal in lost} == {"too-late"}
    assert {refusal.extra["version"] for refusal in lost} == {before + 1}
    assert len(table.rows()["claims"]) == 1


@pytest.mark.parametrize("processes", [1, 2])
def test_concurrent_draws_happen_once_each_in_turn(stage: Stage, processes: int):
    table = stage.open(seats=2)
    everybody = [stage.tables, stage.another_process()][-processes:]
    before = table.game().version
    came = released_together(
        [partial(table.act, place % 2, Draw(), everybody[place // 2 % processes]) for place in range(12)]
    )
    drawn = [event for event in logged(stage, table)[before:] if event.type == "cards-drawn"]
    assert len(drawn) == sum(isinstance(outcome, Outcome) for outcome in came) >= 1
    seats = [event.public["seat"] for event in drawn]
    assert all(one != other for one, other in pairwise(seats))
    assert {refusal.code for refusal in came if isinstance(refusal, Refused)} <= {"not-your-turn"}


def test_concurrent_commands_with_one_key_are_done_once_and_answered_the_same(stage: Stage):
    table = stage.open()
    seat, others = table.turn, [stage.tables, stage.another_process()]
    came = released_together([partial(table.act, seat, Draw(), others[place % 2], key="k") for place in range(12)])
    assert all(isinstance(outcome, Outcome) for outcome in came), came
    assert Counter(outcome.repeated for outcome in came if isinstance(outcome, Outcome)) == {False: 1, True: 11}
    assert len({(outcome.version, outcome.head) for outcome in came if isinstance(outcome, Outcome)}) == 1
    assert len(table.rows()["commands"]) == 1


def test_two_processes_that_alternate_never_use_an_old_game(stage: Stage):
    table = stage.open()
    both = [stage.tables, stage.another_process()]
    for place in range(12):
        outcome = table.act(table.turn, Draw(), both[place % 2])
        for tables in both:
            assert tables.view(table.id, 0).version == outcome.version


def test_a_process_with_an_old_game_reads_the_log_before_it_refuses(stage: Stage):
    table, other = stage.open(), stage.another_process()
    seat = 1 - table.turn
    other.view(table.id, seat)
    version = table.draw().version
    assert other.act(table.id, table.players[seat], Draw()).version == version + 1


def test_a_process_with_an_old_game_does_not_act_on_it(stage: Stage):
    table, other = stage.open(), stage.another_process()
    seat = table.turn
    other.view(table.id, seat)
    table.draw()
    rows = table.rows()
    with pytest.raises(Refused) as refused:
        other.act(table.id, table.players[seat], Draw())
    assert (refused.value.code, refused.value.extra["version"]) == ("not-your-turn", len(rows["events"]))
    assert table.rows() == rows


def test_the_last_seat_is_taken_once(stage: Stage):
    table = stage.open(seats=2)
    game = stage.tables.create(table.players[0], "dobon-sato", {}, 2).game.id
    came = released_together(
        [
            partial(tables.sit, game, guest)
            for guest, tables in zip(
                [f"00000000-0000-4000-8000-{place:012}" for place in range(8)],
                [stage.tables, stage.another_process()] * 4,
                strict=True,
            )
        ]
    )
    assert sum(isinstance(outcome, Outcome) for outcome in came) == 1
    assert {refusal.code for refusal in came if isinstance(refusal, Refused)} == {"game-started"}
    assert stage.tables.view(game, -1).status == "playing"


def test_the_clock_and_a_player_at_one_deadline_are_serialized(stage: Stage):
    table = stage.open(options={"turn_seconds": 10})
    other = stage.another_process()
    for _ in range(8):
        late = table.turn
        before = table.game().version
        stage.wait(seconds=10)
        ticks = [partial(tables.tick, 64) for tables in (stage.tables, other)]
        came = released_together(
            [*ticks, partial(table.act, 1 - late, Draw()), partial(table.act, 1 - late, Draw(), other)]
        )
        after = [(event.type, event.public["seat"]) for event in logged(stage, table)[before:]]
        assert after == [("cards-drawn", late), ("cards-drawn", 1 - late)]
        assert sum(isinstance(outcome, Outcome) for outcome in came) == 1


def test_a_command_that_keeps_losing_to_others_is_refused_as_busy(stage: Stage, monkeypatch: pytest.MonkeyPatch):
    table = stage.open()
    other = stage.another_process()
    real = store.append

    def overtaken(conn, new):
        monkeypatch.setattr(store, "append", real)
        for _ in range(2):
            table.act(other.view(table.id, -2).table.turn, Draw(), other)
        monkeypatch.setattr(store, "append", overtaken)
        return real(conn, new)

    monkeypatch.setattr("infra.commands.handler.ATTEMPTS", 3)
    seat = table.turn
    monkeypatch.setattr(store, "append", overtaken)
    with pytest.raises(Refused) as refused:
        table.act(seat, Draw())
    assert refused.value.code == "busy"


def test_a_call_that_lost_is_too_late_however_the_top_was_covered(stage: Stage):
    table = stage.open()
    call, other = Dobon(table.game().table.top_version), stage.another_process()
    other.view(table.id, 0)
    while not (plays := [action for action in actions(table.game(table.turn), table.turn) if isinstance(action, Play)]):
        table.draw()
    table.act(table.turn, plays[0])
    with pytest.raises(Refused) as refused:
        table.act(table.turn, call, other)
    assert refused.value.code == "too-late"
