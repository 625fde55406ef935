"""The races: clients compete for a call, a counter, an out-of-turn play, the last seat, a deadline or a key."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from domain.dobon.formula import is_valid
from domain.game.game import PLAYING, actions
from domain.log.chance import Chance, HashChain
from domain.log.errors import Refused
from domain.log.events import LoggedEvent
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Play
from domain.ruleset.cards import RANK, deck
from domain.ruleset.windows import asked as seats_asked
from domain.running.self_play import at_once
from infra.commands.handler import Outcome
from infra.commands.service import GameService
from infra.event_store import store
from prove.harness.service_games import Stage, Table

Racer = Callable[[GameService], Any]
"""A command; its argument is the game service of one process."""

Outcomes = list[tuple[str, Any]]
"""The outcome of each command, with the label of the command."""


@dataclass
class Scenario:
    """One race: commands that exclude each other, and the check of their outcomes."""

    table: Table
    racers: list[tuple[str, Racer]]
    check: Callable[[int, Outcomes], Iterator[str]]
    "Yields errors, given the version before the race and the outcomes."
    cycle: bool = True
    "Several clients may send the same command."
    fewest: int = 2

    def first(self, before: int) -> str:
        """Return the kind of the first event."""
        events = read_events_after(self.table, before)
        return (
            str(events[0].public.get("kind") or events[0].public.get("how") or events[0].type) if events else "nothing"
        )


def read_events_after(table: Table, before: int) -> list[LoggedEvent]:
    """Return the events after that version."""
    with table.stage.pool.connection() as conn:
        return store.read(conn, table.id, after=before)


def act(table: Table, seat: int, action: Action, tables: GameService) -> Outcome:
    """Execute an action on the game service of one process."""
    return table.act(seat, action, tables)


def winners(came: Outcomes) -> list[tuple[str, Outcome]]:
    """Return the outcomes of executed commands."""
    return [(label, result) for label, result in came if isinstance(result, Outcome)]


def refusals_of(came: Outcomes, label: str) -> set[tuple[str, str, str]]:
    """Return the distinct refusals of the commands with this label."""
    return {
        (result.code, result.detail, repr(sorted(result.extra.items())))
        for name, result in came
        if name == label and isinstance(result, Refused)
    }


def check_one_winner(table: Table, label: str, codes: set[str]) -> Callable[[int, Outcomes], Iterator[str]]:
    """Return the check of a race with one winner.

    One command is executed. All others are refused alike, because the game has reached its newest version.
    """

    def check(before: int, came: Outcomes) -> Iterator[str]:
        won, last = winners(came), read_events_after(table, before)[-1].version
        if len(won) != 1:
            yield f"{len(won)} clients were answered as the first"
        said = refusals_of(came, label)
        if len(said) > 1 or {code for code, _, _ in said} - codes:
            yield f"late clients were refused differently: {said}"
        if any(isinstance(result, Refused) and result.extra.get("version") != last for _, result in came):
            yield "a client was refused at another version than the newest"

    return check


# Calls and counters


def able_callers(table: Table, seats: Any) -> list[int]:
    """Return the seats that may call now with a true call."""
    game = table.game()
    call = Dobon(game.table.window or game.table.top_version)
    calls = game.ruleset.calls
    assert calls is not None
    return [seat for seat in seats if calls.is_true(game.state, seat) and call in actions(table.game(seat), seat)]


def _deal_callable_games(stage: Stage, chance: Random, least: int) -> Iterator[tuple[Table, list[int]]]:
    """Yield newly dealt games in which at least `least` seats could call the first card.

    Unsuitable deals are rejected before a game is created.
    """
    while True:
        seats = chance.randint(4, 8)
        players = [str(uuid.uuid4()) for _ in range(seats)]
        game = str(uuid.uuid5(uuid.UUID(players[0]), "open"))  # the id that this key gives
        options = at_once("dobon-sato") | {"hand_size": 2, "rounds": chance.choice([1, 3])}
        last_link = chance.randbytes(32)
        while _count_callers(HashChain(last_link, options["rounds"]).link(1), game, seats) < least:
            last_link = chance.randbytes(32)
        opening = GameService(stage.pool, lambda: stage.at, partial(bytes, last_link))
        opening.create(players[0], "dobon-sato", options, seats, key="open")
        for player in players[1:]:
            opening.sit(game, player)
        table = Table(stage, game, players)
        yield table, able_callers(table, range(seats))


def _count_callers(secret: bytes, game: str, seats: int) -> int:
    """Return the number of seats that could call the first card of the first round with that secret."""
    cards = deck()
    Chance(secret, game, 1, [""] * seats).stream("deck").shuffle(cards)
    numbers = [RANK[card] for card in cards]
    return sum(is_valid(numbers[seat : 2 * seats : seats], numbers[2 * seats]) for seat in range(seats))


def race_to_call(stage: Stage, chance: Random) -> Iterator[Scenario]:
    """Yield races in which several seats call the same card."""
    for table, seats in _deal_callable_games(stage, chance, 2):
        call = table.call()
        racers: list[tuple[str, Racer]] = [("call", partial(act, table, seat, call)) for seat in seats]
        yield Scenario(table, racers, check_one_winner(table, "call", {"too-late", "between-rounds", "game-over"}))


def race_to_counter(stage: Stage, chance: Random) -> Iterator[Scenario]:
    """Yield races for an open call: some of the asked seats counter it, the others decline."""
    for table, seats in _deal_callable_games(stage, chance, 2):
        table.act(seats[0], table.call())
        game = table.game()
        asked = seats_asked(game.state) if game.status == PLAYING else []
        found = able_callers(table, asked)
        if not found:
            continue
        window = game.table.window
        racers: list[tuple[str, Racer]] = [("counter", partial(act, table, seat, Dobon(window))) for seat in found]
        racers += [("decline", partial(act, table, seat, Decline(window))) for seat in asked if seat not in found]
        # Each seat declines once; a seat that counters does so from several clients.
        racers += racers[: len(found)] * (32 // len(found))
        yield Scenario(table, racers, partial(_check_counter, table, window), cycle=False, fewest=len(asked))


def _check_counter(table: Table, window: int, before: int, came: Outcomes) -> Iterator[str]:
    events = read_events_after(table, before)
    made = [event for event in events if event.type == "dobon-called" and event.public["on"] == window]
    if [event.public["kind"] for event in made] != ["counter"]:
        yield f"the call of version {window} was countered {len(made)} times"
    won = [outcome for label, outcome in winners(came) if label == "counter"]
    if len(won) != 1:
        yield f"{len(won)} clients were answered that they countered"
    declined = sum(event.type == "call-declined" for event in events)
    if declined != sum(label == "decline" for label, _ in winners(came)):
        yield "a decline that was answered is not in the log"
    for label in ("counter", "decline"):
        if len(said := refusals_of(came, label)) > 1:
            yield f"late clients of {label} were refused differently: {said}"


# Out-of-turn plays


def race_to_cover(stage: Stage, chance: Random) -> Iterator[Scenario]:
    """Yield races to cover one top, by the seat in turn and by others."""
    while True:
        table = stage.open_by_flips(chance.randint(5, 8), hand_size=6, voluntary_draw=True)
        while (state := table.game()).status == PLAYING:
            seats = range(len(table.players)) if not state.table.window else ()
            plays = {
                seat: [move for move in actions(table.game(seat), seat) if isinstance(move, Play)] for seat in seats
            }
            if state.table.turn in plays and plays[state.table.turn] and sum(map(bool, plays.values())) > 1:
                racers: list[tuple[str, Racer]] = [
                    ("play", partial(act, table, seat, play)) for seat, found in plays.items() for play in found
                ]
                yield Scenario(table, chance.sample(racers, len(racers)), check_one_winner(table, "play", {"too-late"}))
            if table.game().version == state.version:
                table.act(state.table.turn, Accept() if state.table.pending_rank else Draw())


# Seats, deadlines and keys


def race_for_seat(stage: Stage, chance: Random) -> Iterator[Scenario]:
    """Yield races of many guests for one free seat. The round is dealt as soon as it is taken."""
    while True:
        seats = chance.randint(2, 5)
        players = [str(uuid.uuid4()) for _ in range(seats - 1)]
        game = stage.tables.create(players[0], "dobon-sato", at_once("dobon-sato"), seats).game.id
        for player in players[1:]:
            stage.tables.sit(game, player)
        guests = [str(uuid.uuid4()) for _ in range(32)]
        table = Table(stage, game, [*players, ""])
        racers: list[tuple[str, Racer]] = [("sit", partial(_sit, game, guest)) for guest in guests]
        yield Scenario(table, racers, check_one_winner(table, "sit", {"game-started"}))


def _sit(game: str, guest: str, tables: GameService) -> Outcome:
    return tables.sit(game, guest)


def race_at_deadline(stage: Stage, chance: Random) -> Iterator[Scenario]:
    """Yield races at a deadline: the clock, the seat that was late, and the next seat.

    The next seat may draw as soon as the clock has drawn for the late one.
    """
    while True:
        table = stage.open(chance.randint(3, 6), options={"turn_seconds": 10})
        for _ in range(5):
            late = table.game().table.turn
            following = table.game().table.next_seat(late)
            stage.wait(seconds=10)
            racers: list[tuple[str, Racer]] = [
                ("clock", partial(_tick, table.id)),
                ("next", partial(act, table, following, Draw())),
                ("late", partial(act, table, late, Draw())),
            ]
            yield Scenario(table, racers, partial(_check_deadline, table, late, following), fewest=3)
        # The next deadline of this game must not come during other races.
        with stage.pool.connection() as conn:
            conn.execute("UPDATE dobon.games SET due_at = NULL WHERE id = %s", (table.id,))


def _tick(_game: str, tables: GameService) -> int:
    return tables.tick(64)


def _check_deadline(table: Table, late: int, following: int, before: int, came: Outcomes) -> Iterator[str]:
    happened = [(event.type, event.public["seat"]) for event in read_events_after(table, before)]
    if happened != [("cards-drawn", late), ("cards-drawn", following)]:
        yield f"the events are {happened}"
    won = winners(came)
    if [label for label, _ in won] != ["next"]:
        yield f"{[label for label, _ in won]} were answered that they drew"
    if len(said := refusals_of(came, "next")) > 1:
        yield f"late clients were refused differently: {said}"
    if {code for code, _, _ in refusals_of(came, "late")} - {"not-your-turn"}:
        yield f"the late client was refused with {refusals_of(came, 'late')}"


def race_with_one_key(stage: Stage, chance: Random) -> Iterator[Scenario]:
    """Yield races of the same command with the same key from all clients."""
    while True:
        table = stage.open(chance.randint(2, 4))
        for number in range(8):
            racers: list[tuple[str, Racer]] = [("draw", partial(_draw, table, table.turn, f"key-{number}"))]
            yield Scenario(table, racers, partial(_check_key, table))


def _draw(table: Table, seat: int, key: str, tables: GameService) -> Outcome:
    return table.act(seat, Draw(), tables, key=key)


def _check_key(table: Table, before: int, came: Outcomes) -> Iterator[str]:
    won = [outcome for _, outcome in winners(came)]
    if len(won) != len(came) or sum(not outcome.repeated for outcome in won) != 1:
        yield f"{len(won)} of {len(came)} were executed, {sum(not outcome.repeated for outcome in won)} of them as the first"
    if len({(outcome.version, outcome.head, repr(outcome.game.stored())) for outcome in won}) > 1:
        yield "the same key was answered in two ways"
    if len(read_events_after(table, before)) != 1:
        yield "the command was not executed exactly once"


KINDS: dict[str, Callable[[Stage, Random], Iterator[Scenario]]] = {
    "call": race_to_call, "counter": race_to_counter, "jump-in": race_to_cover, "last seat": race_for_seat, "timeout": race_at_deadline, "one key": race_with_one_key,
}  # fmt: skip
"""Endless races of each kind."""
