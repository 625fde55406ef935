"""Proof `leaks_http`: all answers to a viewer at one point of a game are the same in two worlds.

The worlds differ in cards that the viewer cannot see. A game is played once, and the answers to its viewers are
recorded. Then it is stored again several times, with other cards where the viewers cannot see them, and continued with
the same commands. Viewers who see nothing of the play yet, or nothing at all, are also compared with the same people at
a game that was dealt and played differently.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

from werkzeug.test import TestResponse

from domain.cards import CARDS, RANK
from domain.events import SPECTATOR, Event
from domain.registry import RULESETS
from domain.self_play import at_once
from infra.event_store import store
from infra.projections import builds, statistics
from prove.access.fixtures import GameFixtures, fields, game_fixtures
from prove.access.proof import routes
from prove.harness import watchdog
from prove.harness.application import Table
from prove.harness.database import database
from prove.harness.http_moves import OPTIONS, moves, options, refusals
from prove.harness.http_worlds import SECONDS, World, exchanged, hidden_from, laid_in
from prove.leaks.report import Found, closed_to, coverage, difference, kinds, of_ranks
from prove.leaks.requests import ACTIONS, METRICS, Asked, Guest, counted, grown, other_body
from prove.report import Row, Run

HTTP = 10_000
"""Pairs of a full run."""

POINTS, FEW_POINTS = 8, 2
"""Points of a game at which its viewers make requests, in a long run and in a slice."""

A_POINT = 10
"""Pairs wanted of each point; if rounds end early, more games are played."""

LEAST = 6
"""Games of the smallest run: one of each ruleset, two with each kind of stranger."""

TOGETHER = 6
"""Games that share a server."""

TRIES = 8
"""Refused actions of a seat at each point."""

STRANGE = [{"type": "draw"}, {"type": "take"}]
"""Refused actions of the other viewers."""

OTHERS = (True, True, True, False)
"""The other worlds of a game: True if the seat looks at them too.

If only viewers without a seat look, all hands can differ.
"""

ADMIN = "admin"
STRANGERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("spectator far behind", {"spectators": "delayed", "spectator_delay": 500}),
    ("spectator", {"spectators": "live"}),
    ("delayed spectator", {"spectators": "delayed", "spectator_delay": 3}),
    ("outsider", {"spectators": "off"}),
)
"""Kinds of viewers without a seat, and the options of their games. An admin without a seat counts as one too."""

IN_VAIN = ("dobon-sato", "dobon-kawagoe", "doubt")
"""Rulesets with cards that can never be played together."""

BLIND = ("outsider", "spectator far behind")
"""Strangers who see nothing of the play."""

OVER = ("round-ended", "round-revealed", "game-ended")


def prove(run: Run) -> Iterator[Row]:
    """Yield rows for pairs over HTTP, and for their coverage."""
    wanted, points = run.count(HTTP), POINTS if run.share >= 0.1 else FEW_POINTS
    games = max(LEAST, -(-wanted // (A_POINT * points)))
    parts = [range(first, min(first + TOGETHER, games)) for first in range(0, games, TOGETHER)]
    found = Found()
    for part in run.spread("pairs over HTTP", partial(several, run.seed, points), parts):
        found.add(part)
    yield Row("HTTP: pairs of worlds", found.pairs, found.failures, kinds(found), wanted)
    asked = {what[1]: number for what, number in found.covered.items() if what[0] == "route"}
    known = {what[1] for what in found.covered if what[0] == "known"}
    missing = [f"{route} is never requested" for route in sorted(known - asked.keys())]
    note = f"{sum(asked.values()):,} answers compared; of each at least {min(asked.values(), default=0):,}"
    yield Row("HTTP: routes", len(asked), missing, note, wanted=len(known), trials=False)
    yield from coverage("HTTP", found.covered, full=False)


def several(seed: str, points: int, numbers: range) -> Found:
    """Return the pairs of some games, on a server of their own; stop after the first difference."""
    found = Found()
    # `Guest` polls the hub itself at fixed points, so nothing polls in the background.
    with database() as settings, game_fixtures(settings) as there, patch.object(there.tail, "wanted"):
        known = sorted(routes(there.house.app))
        found.covered += Counter(("known", route) for route in known)
        for number in numbers:
            chance, enough = Random(f"{seed}-http-{number}"), found.pairs + A_POINT * points
            while found.pairs < enough and not found.failures:
                found.add(Course(there, known, chance, number).pairs(points))
                watchdog.note("pairs of this process", found.pairs)
    return found


@dataclass
class Point:
    """A point at which the viewers make requests."""

    version: int
    tries: list[dict[str, Any]]
    idle: bool
    "The seat has no allowed action."
    answers: list[list[Asked]]
    "Answers by viewer."
    move: tuple[int, dict[str, Any]]
    "The next action, and its seat."


@dataclass
class Course:
    """A game whose viewers make requests at some points, and the worlds that it is compared with."""

    there: GameFixtures
    known: list[str]
    chance: Random
    number: int
    points: list[Point] = field(default_factory=list)
    vain: list[tuple[int, list[str]]] = field(default_factory=list)
    "Actions of other seats that are refused whatever any seat holds."

    def __post_init__(self) -> None:
        house, chance = self.there.house, self.chance
        self.key = list(RULESETS)[self.number % len(RULESETS)]
        self.stranger, watched = STRANGERS[(self.number + self.number // len(RULESETS)) % len(STRANGERS)]
        self.seat = chance.randrange(3)
        chosen = {**at_once(self.key), **OPTIONS[self.key], **options(self.key, chance)}
        self.body = {"ruleset": self.key, "seats": 3, "listed": True, "options": chosen, **watched}
        self.people = [house.player(name) for name in ("Aoi", "Ren", "Yui")]
        self.table, self.began = self._begun()
        self.start, self.now = self.table.log()[0], house.time.now

    def pairs(self, points: int) -> Found:
        """Return all pairs of the game."""
        found = Found()
        self._played(World(self.there.house, self.table.id, self.people), points)
        with self.there.house.pool.connection() as connection:
            events = store.read(connection, self.table.id)
        for seated in OTHERS:
            self._compared(found, events, self.seat if seated else None)
        if self.stranger in BLIND:
            self._elsewhere(found)
        return found

    def _begun(self) -> tuple[Table, str]:
        """Return a game with an unfinished first round, and the time at which it was opened."""
        time = self.there.house.time
        while True:
            began = time.now
            table = self._opened()
            time.passes(SECONDS)
            for _ in range(self.chance.randrange(12 if self.key == "dobon-sato" else 40)):
                if self._plays(table):
                    World(self.there.house, table.id, self.people).do(*moves(table, self.chance))
            if self._plays(table):
                return table, began

    def _opened(self) -> Table:
        made = fields(self.people[0].post("/v1/games", self.body), 201)
        for person in self.people[1:]:
            person.post(f"/v1/games/{made['id']}/seats", {"join_code": made["join_code"]})
        return Table(self.there.house, made["id"], made["join_code"], self.people)

    def _plays(self, table: Table) -> bool:
        return bool(self.people[0].view(table.id)["status"] == "playing")

    def _guests(self, world: World, stack: ExitStack) -> list[Guest]:
        """Return the seat, the stranger and the admin, who leave with the stack."""
        callers = [self.people[self.seat], self.there.stranger, self.there.admin]
        guests = [Guest(world, caller, self.known, self.there.tail) for caller in callers]
        for guest in guests:
            stack.callback(guest.leaves)
        return guests

    def _played(self, one: World, points: int) -> None:
        """Continue the game, and record all answers."""
        with ExitStack() as stack:
            guests, last = self._guests(one, stack), list[Asked]()
            while len(self.points) < points and self._plays(self.table):
                view = self.people[self.seat].view(self.table.id)
                wanted = refusals(view, self.chance)
                tries = self.chance.sample(wanted, min(TRIES, len(wanted)))
                move = moves(self.table, self.chance, open_handed=False)
                self.vain = self.vain or (self._in_vain() if self.key in IN_VAIN else [])
                answers, last = self._looked(guests, tries, last, move)
                self.points.append(Point(view["version"], tries, not view["actions"], answers, move))

    def _in_vain(self) -> list[tuple[int, list[str]]]:
        """Return refused actions of other seats before the first look.

        They name own cards that cannot be played together, and that are others in another world.
        """
        found, most = list[tuple[int, list[str]]](), self.body["options"].get("max_cards_per_play")
        for seat in {*range(len(self.people))} - {self.seat}:
            held = self.people[seat].view(self.table.id)["round"]["hands"][seat]
            other = [code for code in held if RANK[CARDS[code]] != RANK[CARDS[held[0]]]][:1]
            tried = held[: most + 1] if most else [*held[:1], *other]
            found += [(seat, tried)] if len(tried) > (most or 1) else []
        return found

    def _looked(
        self, guests: list[Guest], tries: list[dict[str, Any]], last: list[Asked], move: tuple[int, dict[str, Any]]
    ) -> tuple[list[list[Asked]], list[Asked]]:
        """Let all viewers make their requests, then make the move; return the answers to both."""
        self._count(guests[0].world)
        first = not guests[0].looked
        before = counted(self.there.admin) if first else {}
        for seat, cards in self.vain if first else ():
            fields(self.people[seat].act(guests[0].world.game, "play", cards=cards), 409)
        answers = [guest.looks(tries if place == 0 else STRANGE) for place, guest in enumerate(guests)]
        answers[0] = [*last, *answers[0]]
        done = self._does(guests, *move)
        if first:
            answers[-1].append((METRICS, grown(before, counted(self.there.admin))))
        return answers, done

    def _does(self, guests: list[Guest], seat: int, body: dict[str, Any]) -> list[Asked]:
        """Make the move, and return its answer as far as the looking seat may know it."""
        world, key = guests[0].world, f"{guests[0].world.game}-{next(_KEYS)}"
        world.house.time.passes(SECONDS)
        path = f"/v1/games/{world.game}/actions"
        answer: TestResponse = self.people[seat].post(path, body, headers={"Idempotency-Key": key})
        if seat != self.seat:
            return [(ACTIONS, str(answer.status))]
        guests[0].repeated = body, key
        return [(ACTIONS, world.plain(answer))]

    def _count(self, world: World) -> None:
        """Count the game for the statistics."""
        with self.there.house.pool.connection() as connection:
            for build in builds.active_builds(connection):
                if build.name == statistics.NAME:
                    statistics.count_game(connection, world.game, build.number)

    def _compared(self, found: Found, events: list[Event], seat: int | None) -> None:
        """Compare another world.

        Without a looking seat all hidden cards can differ; then only the admin and the stranger look.
        """
        hidden = hidden_from([event for event in events if event.type not in OVER], seat)
        if len(hidden) < 2:
            return
        swapped = dict(zip(hidden, self.chance.sample(hidden, len(hidden)), strict=True))
        two = laid_in(self.table, exchanged(events[: self.start], seat, swapped))
        self.there.house.time.now = self.now
        ranks = of_ranks({CARDS[one]: CARDS[other] for one, other in swapped.items()})
        names = ["seat", self.stranger, ADMIN]
        with ExitStack() as stack:
            guests, last, told = self._guests(two, stack), list[Asked](), 0
            for place, point in enumerate(self.points):
                kept = seat is not None or (point.idle and not self.people[self.seat].view(two.game)["actions"])
                move = point.move[0], other_body(point.move[1], swapped)
                answers, last = self._looked(guests, point.tries if kept else [], last, move)
                for name, first, second in list(zip(names, point.answers, answers, strict=True))[seat is None :]:
                    types = closed_to(events[told : point.version], self.seat if name == "seat" else SPECTATOR)
                    found.pair(self.key, name, ranks, types)
                    # Counts include all attempts, and a seat with other cards cannot make the same ones.
                    same = kept and name == ADMIN
                    self._alike(
                        found,
                        f"{name}, point {place}",
                        *([a for a in b if same or a[0] != METRICS] for b in (first, second)),
                    )
                told = point.version

    def _elsewhere(self, found: Found) -> None:
        """Compare a game of the same people with another deal and other moves.

        A viewer who sees nothing of the play receives the same answers.
        """
        time = self.there.house.time
        time.now = self.began
        table = self._opened()
        two = World(self.there.house, table.id, self.people)
        with ExitStack() as stack:
            stranger = self._guests(two, stack)[1]
            for place, point in enumerate(self.points):
                for _ in range(self.chance.randint(1, 3)):
                    if self._plays(table):
                        two.do(*moves(table, self.chance))
                if not self._plays(table):
                    return
                found.pair(self.key, f"{self.stranger}, other play", (), ())
                self._alike(found, f"{self.stranger}, other play {place}", point.answers[1], stranger.looks(STRANGE))

    def _alike(self, found: Found, where: str, first: list[Asked], second: list[Asked]) -> None:
        found.covered += Counter(("route", route) for route, _ in first)
        wrong = [f"{a[0]}: {difference(a[1], b[1])}" for a, b in zip(first, second, strict=False) if a != b]
        if len(first) != len(second):
            wrong.append(f"{len(first)} answers instead of {len(second)}")
        found.failures += [f"{self.key}, game {self.number}, {where}: {what}" for what in wrong[:1]]


_KEYS = count()
"""Numbers of idempotency keys, which do not appear in answers."""
