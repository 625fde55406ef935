"""Proof `leaks_http`: all answers to a viewer at one point of a game are the same in two worlds.

The worlds differ in cards that the viewer cannot see. A game is played once, and the answers to its viewers are
recorded. Then it is stored again several times, with other cards where the viewers cannot see them, and continued with
the same commands. Viewers who see nothing of the play yet, or nothing at all, are also compared with the same people at
a game that was dealt and played differently.
"""

import re
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

from api.streaming.hub import update_hub
from domain.game.registry import RULESETS
from domain.log.events import SPECTATOR, LoggedEvent
from domain.ruleset.cards import CARDS, RANK
from domain.running.self_play import at_once
from infra.event_store import store
from infra.projections import builds, statistics
from infra.projections.notifications import NotificationProjector
from prove.access.fixtures import GameFixtures, game_fixtures, json_fields
from prove.access.proof import list_routes
from prove.harness import watchdog
from prove.harness.application import Caller, Table
from prove.harness.database import database
from prove.harness.http_moves import OPTIONS, pick_move, pick_options, refused_actions
from prove.harness.http_worlds import SECONDS, World, exchange_cards, hidden_cards, import_game
from prove.harness.views import actions_of
from prove.leaks.report import (
    PairResults,
    closed_types,
    count_viewers,
    coverage_rows,
    exchanged_ranks,
    first_difference,
)
from prove.leaks.requests import ACTIONS, METRICS, Guest, RouteAnswer, count_changes, exchange_body, read_counts
from prove.report import Row, Run

HTTP = 10_000
"""Pairs of a full run."""

POINTS, FEW_POINTS = 8, 2
"""Points of a game at which its viewers make requests, in a long run and in a slice."""

PAIRS_PER_POINT = 10
"""Pairs wanted of each point; if rounds end early, more games are played."""

MIN_GAMES = 6
"""Games of the smallest run: one of each ruleset, two with each kind of stranger."""

GAMES_PER_SERVER = 6
"""Games that share a server."""

TRIES = 8
"""Refused actions of a seat at each point."""

STRANGER_ACTIONS = [{"type": "draw"}, {"type": "take"}]
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

UNPLAYABLE = ("dobon-sato", "dobon-kawagoe", "doubt")
"""Rulesets with cards that can never be played together."""

NOW = re.compile(r'("now":|"head":"#","at":)"[^"]*"')
"""The moment of an answer."""

BLIND = ("outsider", "spectator far behind")
"""Strangers who see nothing of the play."""

ROUND_ENDS = ("round-ended", "round-revealed", "game-ended")


def prove(run: Run) -> Iterator[Row]:
    """Yield rows for pairs over HTTP, and for their coverage."""
    wanted, points = run.count(HTTP), POINTS if run.share >= 0.1 else FEW_POINTS
    games = max(MIN_GAMES, -(-wanted // (PAIRS_PER_POINT * points)))
    parts = [range(first, min(first + GAMES_PER_SERVER, games)) for first in range(0, games, GAMES_PER_SERVER)]
    found = PairResults()
    for part in run.map_jobs("pairs over HTTP", partial(run_games, run.seed, points), parts):
        found.add(part)
    yield Row("HTTP: pairs of worlds", found.pairs, found.failures, count_viewers(found), wanted)
    asked = {what[1]: number for what, number in found.covered.items() if what[0] == "route"}
    known = {what[1] for what in found.covered if what[0] == "known"}
    missing = [f"{route} is never requested" for route in sorted(known - asked.keys())]
    note = f"{sum(asked.values()):,} answers compared; of each at least {min(asked.values(), default=0):,}"
    yield Row("HTTP: routes", len(asked), missing, note, wanted=len(known), trials=False)
    yield from coverage_rows("HTTP", found.covered, full=False)


def run_games(seed: str, points: int, numbers: range) -> PairResults:
    """Return the pairs of some games, on a server of their own; stop after the first difference."""
    found = PairResults()
    # `Guest` polls the hub itself at fixed points, so nothing polls in the background.
    with (
        database() as settings,
        game_fixtures(settings) as fixtures,
        patch.object(update_hub(fixtures.house.app), "request_poll"),
    ):
        known = sorted(list_routes(fixtures.house.app))
        found.covered += Counter(("known", route) for route in known)
        for number in numbers:
            chance, enough = Random(f"{seed}-http-{number}"), found.pairs + PAIRS_PER_POINT * points
            while found.pairs < enough and not found.failures:
                found.add(ComparedGame(fixtures, known, chance, number).compare(points))
                watchdog.note("pairs of this process", found.pairs)
    return found


@dataclass
class Point:
    """A point at which the viewers make requests."""

    version: int
    tries: list[dict[str, Any]]
    idle: bool
    "The seat has no allowed action."
    answers: list[list[RouteAnswer]]
    "Answers by viewer."
    move: tuple[int, dict[str, Any]]
    "The next action, and its seat."


@dataclass
class ComparedGame:
    """A game whose viewers make requests at some points, and the worlds that it is compared with."""

    fixtures: GameFixtures
    known: list[str]
    chance: Random
    number: int
    points: list[Point] = field(default_factory=list)
    futile: list[tuple[int, list[str]]] = field(default_factory=list)
    "Actions of other seats that are refused whatever any seat holds."

    def __post_init__(self) -> None:
        house, chance = self.fixtures.house, self.chance
        self.projector = NotificationProjector(house.pool)
        self.key = list(RULESETS)[self.number % len(RULESETS)]
        self.stranger, watched = STRANGERS[(self.number + self.number // len(RULESETS)) % len(STRANGERS)]
        self.seat = chance.randrange(3)
        chosen = {**at_once(self.key), **OPTIONS[self.key], **pick_options(self.key, chance)}
        self.body = {"ruleset": self.key, "seats": 3, "listed": True, "options": chosen, **watched}
        self.people: list[Caller] = []
        self.table, self.began = self._begin()
        self.start, self.now = self.table.log()[0], house.time.now

    def compare(self, points: int) -> PairResults:
        """Return all pairs of the game."""
        found = PairResults()
        self._play(World(self.fixtures.house, self.table.id, self.people), points)
        with self.fixtures.house.pool.connection() as connection:
            events = store.read(connection, self.table.id)
        for seated in OTHERS:
            self._compare(found, events, self.seat if seated else None)
        if self.stranger in BLIND:
            self._compare_elsewhere(found)
        return found

    def _begin(self) -> tuple[Table, str]:
        """Return a game with an unfinished first round, and the time at which it was opened."""
        time = self.fixtures.house.time
        while True:
            began = time.now
            # Other people than at a table before, because their news would tell of that game too.
            self.people = [self.fixtures.house.player(name) for name in ("Aoi", "Ren", "Yui")]
            table = self._open()
            time.passes(SECONDS)
            for _ in range(self.chance.randrange(12 if self.key == "dobon-sato" else 40)):
                if self._is_playing(table):
                    World(self.fixtures.house, table.id, self.people).do(*pick_move(table, self.chance))
            if self._is_playing(table):
                return table, began

    def _open(self) -> Table:
        made = json_fields(self.people[0].post("/v1/games", self.body), 201)
        for person in self.people[1:]:
            person.post(f"/v1/games/{made['id']}/seats", {"join_code": made["join_code"]})
        return Table(self.fixtures.house, made["id"], made["join_code"], self.people)

    def _is_playing(self, table: Table) -> bool:
        return bool(self.people[0].view(table.id)["status"] == "playing")

    def _make_guests(self, world: World, stack: ExitStack) -> list[Guest]:
        """Return the seat, the stranger and the admin, who leave with the stack."""
        callers = [self.people[self.seat], self.fixtures.stranger, self.fixtures.admin]
        guests = [Guest(world, caller, self.known, update_hub(self.fixtures.house.app)) for caller in callers]
        for guest in guests:
            stack.callback(guest.leave)
        return guests

    def _play(self, one: World, points: int) -> None:
        """Continue the game, and record all answers."""
        with ExitStack() as stack:
            guests, last = self._make_guests(one, stack), list[RouteAnswer]()
            while len(self.points) < points and self._is_playing(self.table):
                view = self.people[self.seat].view(self.table.id)
                wanted = refused_actions(view, self.chance)
                tries = self.chance.sample(wanted, min(TRIES, len(wanted)))
                move = pick_move(self.table, self.chance, open_handed=False)
                self.futile = self.futile or (self._futile_plays() if self.key in UNPLAYABLE else [])
                answers, last = self._look(guests, tries, last, move)
                self.points.append(Point(view["version"], tries, not actions_of(view), answers, move))

    def _futile_plays(self) -> list[tuple[int, list[str]]]:
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

    def _look(
        self,
        guests: list[Guest],
        tries: list[dict[str, Any]],
        last: list[RouteAnswer],
        move: tuple[int, dict[str, Any]],
    ) -> tuple[list[list[RouteAnswer]], list[RouteAnswer]]:
        """Let all viewers make their requests, then make the move; return the answers to both."""
        self._count(guests[0].world)
        self._tell()
        first = not guests[0].looked
        before = read_counts(self.fixtures.admin) if first else {}
        for seat, cards in self.futile if first else ():
            json_fields(self.people[seat].act(guests[0].world.game, "play", cards=cards), 409)
        answers = [guest.look(tries if place == 0 else STRANGER_ACTIONS) for place, guest in enumerate(guests)]
        answers[0] = [*last, *answers[0]]
        done = self._move(guests, *move)
        if first:
            answers[-1].append((METRICS, count_changes(before, read_counts(self.fixtures.admin))))
        return answers, done

    def _move(self, guests: list[Guest], seat: int, body: dict[str, Any]) -> list[RouteAnswer]:
        """Make the move, and return its answer as far as the looking seat may know it."""
        world, key = guests[0].world, f"{guests[0].world.game}-{next(_KEYS)}"
        world.house.time.passes(SECONDS)
        path = f"/v1/games/{world.game}/actions"
        answer: TestResponse = self.people[seat].post(path, body, headers={"Idempotency-Key": key})
        if seat != self.seat:
            return [(ACTIONS, str(answer.status))]
        guests[0].repeated = body, key
        return [(ACTIONS, world.mask(answer))]

    def _count(self, world: World) -> None:
        """Count the game for the statistics."""
        with self.fixtures.house.pool.connection() as connection:
            for build in builds.active_builds(connection):
                if build.name == statistics.NAME:
                    statistics.count_games(connection, connection, [world.game], build.number)

    def _tell(self) -> None:
        """Make the notifications of what is new in all games."""
        self.projector.run(self.fixtures.house.time.now)

    def _compare(self, found: PairResults, events: list[LoggedEvent], seat: int | None) -> None:
        """Compare another world.

        Without a looking seat all hidden cards can differ; then only the admin and the stranger look.
        """
        hidden = hidden_cards([event for event in events if event.type not in ROUND_ENDS], seat)
        if len(hidden) < 2:
            return
        self._tell()
        swapped = dict(zip(hidden, self.chance.sample(hidden, len(hidden)), strict=True))
        two = import_game(self.table, exchange_cards(events[: self.start], seat, swapped))
        self.fixtures.house.time.now = self.now
        ranks = exchanged_ranks({CARDS[one]: CARDS[other] for one, other in swapped.items()})
        names = ["seat", self.stranger, ADMIN]
        with ExitStack() as stack:
            guests, last, shown = self._make_guests(two, stack), list[RouteAnswer](), 0
            for place, point in enumerate(self.points):
                kept = seat is not None or (point.idle and not actions_of(self.people[self.seat].view(two.game)))
                move = point.move[0], exchange_body(point.move[1], swapped)
                answers, last = self._look(guests, point.tries if kept else [], last, move)
                for name, first, second in list(zip(names, point.answers, answers, strict=True))[seat is None :]:
                    types = closed_types(events[shown : point.version], self.seat if name == "seat" else SPECTATOR)
                    found.add_pair(self.key, name, ranks, types)
                    # Counts include all attempts, and a seat with other cards cannot make the same ones.
                    same = kept and name == ADMIN
                    self._compare_answers(
                        found,
                        f"{name}, point {place}",
                        *([a for a in b if same or a[0] != METRICS] for b in (first, second)),
                    )
                shown = point.version

    def _compare_elsewhere(self, found: PairResults) -> None:
        """Compare a game of the same people with another deal and other moves.

        A viewer who sees nothing of the play receives the same answers.
        """
        time = self.fixtures.house.time
        time.now = self.began
        table = self._open()
        two = World(self.fixtures.house, table.id, self.people)
        with ExitStack() as stack:
            stranger = self._make_guests(two, stack)[1]
            for place, point in enumerate(self.points):
                for _ in range(self.chance.randint(1, 3)):
                    if self._is_playing(table):
                        two.do(*pick_move(table, self.chance))
                if not self._is_playing(table):
                    return
                self._tell()
                found.add_pair(self.key, f"{self.stranger}, other play", (), ())
                # Other moves take another time, so the answers are given at other moments.
                first, second = (
                    [(route, NOW.sub(r'\1"#"', answer)) for route, answer in answers]
                    for answers in (point.answers[1], stranger.look(STRANGER_ACTIONS))
                )
                self._compare_answers(found, f"{self.stranger}, other play {place}", first, second)

    def _compare_answers(
        self, found: PairResults, where: str, first: list[RouteAnswer], second: list[RouteAnswer]
    ) -> None:
        found.covered += Counter(("route", route) for route, _ in first)
        wrong = [f"{a[0]}: {first_difference(a[1], b[1])}" for a, b in zip(first, second, strict=False) if a != b]
        if len(first) != len(second):
            wrong.append(f"{len(first)} answers instead of {len(second)}")
        found.failures += [f"{self.key}, game {self.number}, {where}: {what}" for what in wrong[:1]]


_KEYS = count()
"""Numbers of idempotency keys, which do not appear in answers."""
