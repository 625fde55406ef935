"""What clients race for: a call, a counter, a card laid out of turn, the last seat, a deadline, one idempotency key."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from domain.actions import Accept, Action, Decline, Dobon, Draw, Play
from domain.cards import RANK, deck
from domain.chance import Chance
from domain.dobon.formula import is_valid
from domain.errors import Refused
from domain.events import Event
from domain.game import PLAYING, actions
from domain.self_play import at_once
from infra.commands.handler import Outcome
from infra.commands.service import GameService
from infra.event_store import store
from prove.harness.service_games import Stage, Table

Racer = Callable[[GameService], Any]
"""A command, on the process that it is given."""

Came = list[tuple[str, Any]]
"""What came of each command, with what the command is called."""


@dataclass
class Trial:
    """One race: commands that exclude each other, and what has to have come of them."""

    table: Table
    racers: list[tuple[str, Racer]]
    check: Callable[[int, Came], Iterator[str]]
    "What is wrong, given the version before and what came of each."
    cycle: bool = True
    "May a command be given by several clients?"
    fewest: int = 2

    def first(self, before: int) -> str:
        """What came first."""
        events = events_after(self.table, before)
        return (
            str(events[0].public.get("kind") or events[0].public.get("how") or events[0].type) if events else "nothing"
        )


def events_after(table: Table, before: int) -> list[Event]:
    """The events after that version."""
    with table.stage.pool.connection() as conn:
        return store.read(conn, table.id, after=before)


def act(table: Table, seat: int, action: Action, tables: GameService) -> Outcome:
    """An action on that process."""
    return table.act(seat, action, tables)


def winners(came: Came) -> list[tuple[str, Outcome]]:
    """Those whose command did something."""
    return [(label, result) for label, result in came if isinstance(result, Outcome)]


def told(came: Came, label: str) -> set[tuple[str, str, str]]:
    """What those were told who gave such a command and were refused."""
    return {
        (result.code, result.detail, repr(sorted(result.extra.items())))
        for name, result in came
        if name == label and isinstance(result, Refused)
    }


def one_winner(table: Table, label: str, codes: set[str]) -> Callable[[int, Came], Iterator[str]]:
    """One command did something, and everybody else was told the same: that the game had moved on to its newest version."""

    def check(before: int, came: Came) -> Iterator[str]:
        won, last = winners(came), events_after(table, before)[-1].version
        if len(won) != 1:
            yield f"{len(won)} clients were told that they were first"
        said = told(came, label)
        if len(said) > 1 or {code for code, _, _ in said} - codes:
            yield f"those who came too late were told {said}"
        if any(isinstance(result, Refused) and result.extra.get("version") != last for _, result in came):
            yield "somebody was refused at another version than the newest"

    return check


# Calls and counters


def able(table: Table, seats: Any) -> list[int]:
    """Those of the seats that may call now and would be right."""
    game = table.game()
    call = Dobon(game.table.window or game.table.top_version)
    return [
        seat for seat in seats if game.ruleset.is_true(game.table, seat) and call in actions(table.game(seat), seat)
    ]


def _callable(stage: Stage, chance: Random, least: int) -> Iterator[tuple[Table, list[int]]]:
    """Games just dealt in which so many seats could call the first card. Deals that are not so are passed over before there is a game of them."""
    while True:
        seats = chance.randint(4, 8)
        players = [str(uuid.uuid4()) for _ in range(seats)]
        game = str(uuid.uuid5(uuid.UUID(players[0]), "open"))  # as the key of its creation makes it
        secret = chance.randbytes(32)
        while _could_call(secret, game, seats) < least:
            secret = chance.randbytes(32)
        opening = GameService(stage.pool, lambda: stage.at, iter([secret, *([bytes(32)] * 99)]).__next__)
        options = at_once("dobon-sato") | {"hand_size": 2, "rounds": chance.choice([1, 3])}
        opening.create(players[0], "dobon-sato", options, seats, key="open")
        for player in players[1:]:
            opening.sit(game, player)
        table = Table(stage, game, players)
        yield table, able(table, range(seats))


def _could_call(secret: bytes, game: str, seats: int) -> int:
    """How many could call the first card of the first round with that secret."""
    cards = deck()
    Chance(secret, game, 1, [""] * seats).stream("deck").shuffle(cards)
    numbers = [RANK[card] for card in cards]
    return sum(is_valid(numbers[seat : 2 * seats : seats], numbers[2 * seats]) for seat in range(seats))


def calls(stage: Stage, chance: Random) -> Iterator[Trial]:
    """The same card called by several seats."""
    for table, seats in _callable(stage, chance, 2):
        call = table.call()
        racers: list[tuple[str, Racer]] = [("call", partial(act, table, seat, call)) for seat in seats]
        yield Trial(table, racers, one_winner(table, "call", {"too-late", "between-rounds", "game-over"}))


def counters(stage: Stage, chance: Random) -> Iterator[Trial]:
    """A call that stands, countered by some and declined by the others who are asked."""
    for table, seats in _callable(stage, chance, 2):
        table.act(seats[0], table.call())
        game = table.game()
        asked = game.table.asked if game.status == PLAYING else []
        found = able(table, asked)
        if not found:
            continue
        window = game.table.window
        racers: list[tuple[str, Racer]] = [("counter", partial(act, table, seat, Dobon(window))) for seat in found]
        racers += [("decline", partial(act, table, seat, Decline(window))) for seat in asked if seat not in found]
        # Each declines once; who counters does so from several places.
        racers += racers[: len(found)] * (32 // len(found))
        yield Trial(table, racers, partial(_countered, table, window), cycle=False, fewest=len(asked))


def _countered(table: Table, window: int, before: int, came: Came) -> Iterator[str]:
    events = events_after(table, before)
    made = [event for event in events if event.type == "dobon-called" and event.public["on"] == window]
    if [event.public["kind"] for event in made] != ["counter"]:
        yield f"the call of version {window} was countered {len(made)} times"
    won = [outcome for label, outcome in winners(came) if label == "counter"]
    if len(won) != 1:
        yield f"{len(won)} clients were told that they have countered"
    declined = sum(event.type == "call-declined" for event in events)
    if declined != sum(label == "decline" for label, _ in winners(came)):
        yield "not everybody who was told to have declined has"
    for label in ("counter", "decline"):
        if len(said := told(came, label)) > 1:
            yield f"those who came too late to {label} were told {said}"


# Cards laid out of turn


def jump_ins(stage: Stage, chance: Random) -> Iterator[Trial]:
    """One top, covered by the player in turn and by others."""
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
                yield Trial(table, chance.sample(racers, len(racers)), one_winner(table, "play", {"too-late"}))
            if table.game().version == state.version:
                table.act(state.table.turn, Accept() if state.table.pending_rank else Draw())


# Seats, deadlines and keys


def last_seats(stage: Stage, chance: Random) -> Iterator[Trial]:
    """Many guests and one free seat; whoever takes it is dealt in at once."""
    while True:
        seats = chance.randint(2, 5)
        players = [str(uuid.uuid4()) for _ in range(seats - 1)]
        game = stage.tables.create(players[0], "dobon-sato", at_once("dobon-sato"), seats).game.id
        for player in players[1:]:
            stage.tables.sit(game, player)
        guests = [str(uuid.uuid4()) for _ in range(32)]
        table = Table(stage, game, [*players, ""])
        racers: list[tuple[str, Racer]] = [("sit", partial(_sit, game, guest)) for guest in guests]
        yield Trial(table, racers, one_winner(table, "sit", {"game-started"}))


def _sit(game: str, guest: str, tables: GameService) -> Outcome:
    return tables.sit(game, guest)


def timeouts(stage: Stage, chance: Random) -> Iterator[Trial]:
    """A deadline that has come: clocks, the player who was late, and the next one, who may draw as soon as the clock has drawn for the other."""
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
            yield Trial(table, racers, partial(_in_time, table, late, following), fewest=3)
        # Its next deadline is not to come in the middle of other races.
        with stage.pool.connection() as conn:
            conn.execute("UPDATE dobon.games SET due_at = NULL WHERE id = %s", (table.id,))


def _tick(_game: str, tables: GameService) -> int:
    return tables.tick(64)


def _in_time(table: Table, late: int, following: int, before: int, came: Came) -> Iterator[str]:
    happened = [(event.type, event.public["seat"]) for event in events_after(table, before)]
    if happened != [("cards-drawn", late), ("cards-drawn", following)]:
        yield f"what happened is {happened}"
    won = winners(came)
    if [label for label, _ in won] != ["next"]:
        yield f"{[label for label, _ in won]} were told to have drawn"
    if len(said := told(came, "next")) > 1:
        yield f"those who came too late were told {said}"
    if {code for code, _, _ in told(came, "late")} - {"not-your-turn"}:
        yield f"who was late was told {told(came, 'late')}"


def one_key(stage: Stage, chance: Random) -> Iterator[Trial]:
    """The same command with the same key from everywhere."""
    while True:
        table = stage.open(chance.randint(2, 4))
        for number in range(8):
            racers: list[tuple[str, Racer]] = [("draw", partial(_draw, table, table.turn, f"key-{number}"))]
            yield Trial(table, racers, partial(_once, table))


def _draw(table: Table, seat: int, key: str, tables: GameService) -> Outcome:
    return table.act(seat, Draw(), tables, key=key)


def _once(table: Table, before: int, came: Came) -> Iterator[str]:
    won = [outcome for _, outcome in winners(came)]
    if len(won) != len(came) or sum(not outcome.repeated for outcome in won) != 1:
        yield f"of {len(came)} {len(won)} were answered, {sum(not outcome.repeated for outcome in won)} of them as the first"
    if len({(outcome.version, outcome.head, repr(outcome.game.stored())) for outcome in won}) > 1:
        yield "the same key was answered in two ways"
    if len(events_after(table, before)) != 1:
        yield "the command was done more than once"


KINDS: dict[str, Callable[[Stage, Random], Iterator[Trial]]] = {
    "call": calls, "counter": counters, "jump-in": jump_ins, "last seat": last_seats, "timeout": timeouts, "one key": one_key,
}  # fmt: skip
"""Endless races of each kind."""
