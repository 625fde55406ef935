"""Writers that open, seat and end many games whose events have types and digests, and no other meaning.

Databases are killed while they write. After each failure a writer asks all databases what has become of its last
transaction, so it knows exactly what is in the logs. Games are found by the partitions that the databases own, because
partitions may move meanwhile.
"""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Any

import psycopg
from psycopg.types.string import TextLoader

from domain.game.spectators import LIVE
from domain.log.events import LoggedEvent
from infra.event_store import store
from infra.event_store.store import Append, NewGame
from infra.postgres.partitions import is_not_owned, owned_partitions, partition_of
from prove.harness import watchdog
from prove.harness.counters import Counters, Writer
from prove.harness.feed_writers import ACCOUNT, AT
from prove.harness.random_games import reseal

WRITERS = 4

MOVING = (5, 22, 48)
"""Partitions that move; half of the games are in them."""

OPEN = 90
"""Games that a writer has open at once."""

AHEAD = 400
"""Entries that may be due: writers wait for the followers, so that most games are entered in several steps."""

PAUSE_SECONDS = 0.02

Course = tuple[tuple[str, ...], ...]
"""The types of events of a game, as its commands append them."""

COURSES: tuple[Course, ...] = (
    (
        ("game-created", "seat-taken"),
        ("seat-taken", "readiness-asked"),
        ("seat-readied", "round-dealt", "round-ended", "round-revealed", "readiness-asked"),
        ("seat-readied", "round-dealt", "round-ended", "round-revealed", "game-ended"),
    ),
    (("game-created", "seat-taken", "round-dealt"), ("round-ended", "round-revealed", "round-dealt"), ("game-ended",)),
    (("game-created", "seat-taken"), ("seat-left", "game-abandoned")),
    (("game-created",), ("seat-taken", "readiness-asked"), ("game-abandoned",)),
    (("game-created", "seat-taken", "round-dealt", "round-ended", "round-revealed", "game-ended"),),
    (("game-created", "seat-taken"), ("seat-taken", "round-dealt")),
)
"""Two rounds, with and without anchors; abandoned while waiting and later; all in one command; and still running."""

HEADS = {
    "game-created": "opened",
    "readiness-asked": "seated",
    "round-dealt": "seated",
    "game-ended": "ended",
    "game-abandoned": "ended",
}
"""Kinds of entries as `docs/public-log.md` has them, by the type of event; of each kind the first one counts."""

ENDS = {"game-ended": "finished", "game-abandoned": "abandoned"}


class Tally(Counters):
    """Counts of writers, shared by all processes."""

    NAMES = ("opened", "events", "entries", "unknown", "refused", "finished", "stopped")

    def __init__(self, context: Any) -> None:
        super().__init__(self.NAMES, WRITERS + 1, context)

    @property
    def over(self) -> bool:
        """Whether all writers are done."""
        return self["finished"] == WRITERS


@dataclass(slots=True)
class OpenGame:
    """A game, and what is known to be in its log."""

    id: str
    course: Course
    step: int = 0
    version: int = 0
    head: str = ""

    def next_append(self) -> Append:
        """Return the next command."""
        types, head = self.course[self.step], self.head
        events = [LoggedEvent(kind, {}, version=self.version + at, at=AT) for at, kind in enumerate(types, 1)]
        for event in events:
            head = reseal(self.id, head, event, b"")
        bodies, actors = [store.encode(event) for event in events], [store.CLOCK] * len(events)
        status = ENDS.get(types[-1], "playing")
        return Append(self.id, self.version, events, bodies, actors, status, 1, None, {}, _row(self.version))

    def advance(self, new: Append, counts: Writer) -> None:
        """Note that a command is in the log."""
        before = {HEADS[kind] for types in self.course[: self.step] for kind in types if kind in HEADS}
        added = {HEADS[kind] for kind in self.course[self.step] if kind in HEADS} - before
        counts.add("opened", int(not self.version))
        counts.add("events", len(new.events))
        counts.add("entries", len(added))
        self.step, self.version, self.head = self.step + 1, new.last, new.events[-1].digest


def _row(version: int) -> NewGame | None:
    return (
        None if version else NewGame("dobon-sato", {}, 4, listed=True, join_code="ABCDEF", created_by=ACCOUNT,
                                     created_at=AT, spectators=LIVE, spectator_delay=0, last_link=bytes(32))
    )  # fmt: skip


def write_games(urls: Sequence[str], seed: str, number: int, games: int, tally: Tally, entered: Any) -> None:
    """Open this many games in the databases with these addresses, and write all of them to the end of their course.

    `entered` is the number of entries that the public log has.
    """
    watchdog.dump_on_signal()
    counts = tally.of(number)
    HistoryWriter(urls, Random(f"{seed}-writer-{number}"), games, tally, counts, entered).run()
    counts.add("finished")


class HistoryWriter:
    """One writer, with a connection to each database."""

    def __init__(
        self, urls: Sequence[str], chance: Random, games: int, tally: Tally, counts: Writer, entered: Any
    ) -> None:
        self._urls = urls
        self._chance = chance
        self._left = games
        self._tally = tally
        self._counts = counts
        self._entered = entered
        self._live: list[OpenGame] = []
        self._conns: list[psycopg.Connection[Any] | None] = [None] * len(urls)
        self._places: dict[int, int] = {}
        "The database of each partition."
        self._batch = 24 if len(urls) == 1 else 8  # a move waits for open transactions

    def run(self) -> None:
        """Write all games, unless the run is stopped."""
        self._look_for_partitions([])
        for place in cycle(range(len(self._urls))):
            if not (self._left or self._live) or self._tally["stopped"]:
                break
            while self._tally["entries"] > self._entered.value + AHEAD and not self._tally["stopped"]:
                time.sleep(PAUSE_SECONDS)
            batch = self._choose(place)
            if batch:
                self._write(place, batch)
            self._live = [game for game in self._live if game.step < len(game.course)]

    def _choose(self, place: int) -> list[OpenGame]:
        """Return some games of one database, of which some are new."""
        for _ in range(min(self._batch // 2, self._left, OPEN - len(self._live))):
            self._live.append(OpenGame(self._new_id(), self._chance.choice(COURSES)))
            self._left -= 1
        here = [game for game in self._live if self._places[partition_of(game.id)] == place]
        return self._chance.sample(here, min(self._batch, len(here)))

    def _new_id(self) -> str:
        value = uuid.UUID(int=self._chance.getrandbits(128), version=4)
        if len(self._urls) > 1 and self._chance.random() < 0.5:
            value = uuid.UUID(int=self._chance.choice(MOVING) << 122 | value.int & ((1 << 122) - 1))
        return str(value)

    def _write(self, place: int, batch: Sequence[OpenGame]) -> None:
        """Append to games in one transaction."""
        made = [(game, game.next_append()) for game in batch]
        try:
            conn = self._connection(place)
            with conn.transaction():
                for _, new in made:
                    if not store.append(conn, new):
                        raise RuntimeError(f"game {new.game} has another version than {new.expected}")
        except psycopg.Error as failure:
            if is_not_owned(failure):
                self._counts.add("refused")
            elif isinstance(failure, psycopg.OperationalError | psycopg.InterfaceError):
                self._counts.add("unknown")
            else:
                raise
            time.sleep(PAUSE_SECONDS)
            versions = self._look_for_partitions(batch)
        else:
            versions = {game.id: new.last for game, new in made}
        for game, new in made:
            found = versions.get(game.id, 0)
            if found == new.last:
                game.advance(new, self._counts)
            elif found != new.expected:
                raise RuntimeError(f"game {game.id}: version {game.version} was committed, but {found} is in the log")

    def _look_for_partitions(self, games: Sequence[OpenGame]) -> dict[str, int]:
        """Learn where the partitions are, and return the versions of games that exist.

        It goes on until the partitions of these games are found, which have no database for a moment of a move.
        """
        wanted = {partition_of(game.id) for game in games}
        while not self._tally["stopped"]:
            try:
                found = [self._read(place, games) for place in range(len(self._urls))]
            except (psycopg.OperationalError, psycopg.InterfaceError):
                time.sleep(PAUSE_SECONDS)
                continue
            self._places |= {number: place for place, (owned, _) in enumerate(found) for number in owned}
            if all(any(number in owned for owned, _ in found) for number in wanted):
                return {game: version for _, versions in found for game, version in versions.items()}
            time.sleep(PAUSE_SECONDS)
        return {game.id: game.version for game in games}

    def _read(self, place: int, games: Sequence[OpenGame]) -> tuple[list[int], dict[str, int]]:
        """Return the partitions of a database and the versions of games, of one snapshot."""
        conn = self._connection(place)
        with conn.transaction():
            conn.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            query = "SELECT id, version FROM dobon.games WHERE id = ANY(%s::uuid[]) ORDER BY id"
            return owned_partitions(conn), dict(conn.execute(query, ([game.id for game in games],)).fetchall())

    def _connection(self, place: int) -> psycopg.Connection[Any]:
        conn = self._conns[place]
        if conn is None or conn.closed:
            conn = psycopg.connect(self._urls[place], autocommit=True, connect_timeout=5)
            conn.adapters.register_loader("uuid", TextLoader)
            self._conns[place] = conn
        return conn
