"""A run of the proof `history`: writers, followers, moves, and the kills among them."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from infra.databases.pool import open_pool
from infra.event_store import head_log
from infra.postgres.cluster import Cluster
from infra.postgres.retry import Unavailable
from infra.postgres.urls import application_url
from infra.projections import heads
from infra.settings import Settings
from infra.sharding.moves import move
from infra.sharding.servers import NotMovable
from prove.harness import watchdog
from prove.harness.history_games import MOVING, WRITERS, Tally, write_games
from prove.harness.server import kill_cluster
from prove.report import Run

FOLLOWERS = 3

REST_SECONDS = 0.01
"""Pause of a follower that has found nothing, and between two looks at the run."""

BETWEEN_SECONDS = 0.05
"""Time between the reads of versions and of events, so that a partition often moves between them."""

PATIENCE_SECONDS = 60.0
"""Time without a new entry after which heads count as missing."""

LOST = (psycopg.OperationalError, psycopg.InterfaceError, Unavailable)
"""What a killed database raises."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Counts that a run has to reach."""

    games: int
    follower_kills: int
    database_kills: int
    moves: int


@dataclass(slots=True)
class Ended:
    """Counts and failures of a run."""

    games: int = 0
    events: int = 0
    unknown: int = 0
    "Commits of which a writer had to find out whether they had happened."
    refused: int = 0
    follower_kills: int = 0
    database_kills: int = 0
    moves: int = 0
    interrupted_moves: int = 0
    stalled: bool = False
    "Heads were due and not entered for a long time."
    failures: list[str] = field(default_factory=list)
    observed: list[str] = field(default_factory=list)
    "Checkpoints as they were read during the run, the oldest first."


class History:
    """One run."""

    def __init__(
        self, run: Run, where: str, settings: Settings, servers: Sequence[Cluster], wanted: Wanted, context: Any
    ) -> None:
        """`servers` are the database of the accounts and those of the games, unless they are one."""
        self._run = run
        self._where = where
        self._settings = settings
        self._servers = servers
        self._wanted = wanted
        self._context = context
        self._chance = Random(f"{run.seed}-{where}")
        self._tally = Tally(context)
        self._entered = context.RawValue("q", 0)
        self._moves = context.RawArray("q", 2)
        self._stop = context.Event()
        self._found = Ended()
        self._conn: psycopg.Connection[Any] | None = None
        self._following: list[Any] = []
        self._others: list[Any] = []

    def run(self) -> Ended:
        """Run until all heads are entered, or no more are."""
        with TemporaryDirectory(prefix="dobon-history-") as folder:
            self._folder = Path(folder)
            self._start_others()
            self._following = [self._follower(number) for number in range(FOLLOWERS)]
            try:
                self._kill_until_the_end()
            finally:
                self._end()
            self._found.failures += [path.read_text(encoding="utf-8") for path in sorted(self._folder.iterdir())]
        found, tally = self._found, self._tally
        found.games, found.events = tally["opened"], tally["events"]
        found.unknown, found.refused = tally["unknown"], tally["refused"]
        found.moves, found.interrupted_moves = self._moves
        return found

    # Processes

    def _start(self, work: Any, *arguments: Any) -> Any:
        process = self._context.Process(target=guarded, args=(work, self._folder, *arguments))
        process.start()
        return process

    def _start_others(self) -> None:
        urls = [application_url(self._settings, url) for url in self._settings.shard_urls]
        urls = urls or [application_url(self._settings)]
        games = -(-self._wanted.games // WRITERS)
        self._others = [
            self._start(write_games, urls, self._run.seed, number, games, self._tally, self._entered)
            for number in range(WRITERS)
        ]
        if self._wanted.moves:
            given = (self._settings, self._run.seed, self._wanted.moves, self._tally, self._moves, self._stop)
            self._others.append(self._start(move_partitions, *given))

    def _follower(self, number: int) -> Any:
        lock = heads.HEADS_LOCK if self._wanted.moves else heads.HEADS_LOCK + number
        return self._start(follow, self._settings, lock, BETWEEN_SECONDS if self._wanted.moves else 0.0)

    # The run

    def _kill_until_the_end(self) -> None:
        due = ["follower"] * self._wanted.follower_kills + ["database"] * self._wanted.database_kills
        self._chance.shuffle(due)
        every, at, since, last = self._wanted.games / (len(due) + 1), 0.0, time.monotonic(), -1
        while not self._is_over(bool(due)) and not any(self._folder.iterdir()):
            self._observe()
            opened = self._tally["opened"]
            self._run.report_progress(f"history of {self._where}: games opened", opened, self._wanted.games)
            if self._entered.value != last:
                last, since = self._entered.value, time.monotonic()
                watchdog.note("heads entered", last)
            elif time.monotonic() - since > PATIENCE_SECONDS:
                self._found.stalled = True
                return
            if due and opened >= at + every:
                at += every
                self._kill(due.pop())
                since = time.monotonic()
            time.sleep(REST_SECONDS)

    def _is_over(self, more_kills: bool) -> bool:
        others_are_over = not any(process.is_alive() for process in self._others)
        return others_are_over and not more_kills and self._entered.value >= self._tally["entries"]

    def _kill(self, what: str) -> None:
        if what == "database":
            server = self._chance.choice(self._servers)
            self._found.database_kills += kill_cluster(server)
            server.start()
        else:
            number = self._chance.randrange(FOLLOWERS)
            self._following[number].kill()
            self._following[number].join()
            self._following[number] = self._follower(number)
            self._found.follower_kills += 1

    def _observe(self) -> None:
        """Read the newest checkpoint and the number of entries, as anybody may at any time."""
        try:
            if self._conn is None or self._conn.closed:
                self._conn = psycopg.connect(application_url(self._settings), autocommit=True, connect_timeout=5)
            note = head_log.newest_checkpoint(self._conn)
            row = self._conn.execute("SELECT coalesce(max(number) + 1, 0) FROM dobon.head_entries").fetchone()
        except LOST:
            return
        if note is not None and note not in self._found.observed[-1:]:
            self._found.observed.append(note)
        self._entered.value = row[0] if row else 0

    def _end(self) -> None:
        """End all processes; writers and moves first, which leave nothing half done."""
        self._tally.of(WRITERS).add("stopped")
        self._stop.set()
        for process in self._others:
            process.join(PATIENCE_SECONDS)
        for process in (*self._others, *self._following):
            process.kill()
            process.join()
        for server in self._servers:
            server.start()
        self._observe()
        if self._conn is not None:
            self._conn.close()


def guarded(work: Any, folder: Path, *arguments: Any) -> None:
    """Run a process, and write a failure into a folder, where the run finds it."""
    watchdog.dump_on_signal()
    logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)  # it tells each attempt to reach a killed database
    try:
        work(*arguments)
    except Exception as failure:
        text = f"a process failed in {work.__name__}: {type(failure).__name__}: {' '.join(str(failure).split())}"
        (folder / f"{time.monotonic_ns()}").write_text(text, encoding="utf-8")
        raise


def follow(settings: Settings, lock: int, between: float) -> None:
    """Enter heads until this process is killed.

    `lock` is the key of the lock of followers, and `between` the time between the two reads of a page in s.
    """

    def read_games(conn: psycopg.Connection[Any], statement: str, games: Sequence[str], **values: Any) -> list[Any]:
        found = read_at_once(conn, statement, games, **values)
        time.sleep(between)
        return found

    read_at_once, heads.read_games, heads.HEADS_LOCK = heads.read_games, read_games, lock  # type: ignore[attr-defined]
    with open_pool(settings) as pool:
        projector = heads.HeadProjector(pool)
        while True:
            try:
                done = projector.run()
            except LOST:
                done = 0
            if not done:
                time.sleep(REST_SECONDS)


def move_partitions(settings: Settings, seed: str, wanted: int, tally: Tally, counts: Any, stop: Any) -> None:
    """Move partitions between the shards until all games are written. `counts` are moves done, and interrupted ones."""
    chance, to = Random(f"{seed}-moves"), dict.fromkeys(MOVING, 0)
    while not (stop.is_set() or (tally.over and counts[0] >= wanted)):
        partition = chance.choice(MOVING)
        shard = 2 - to[partition] % 2
        while not stop.is_set():
            try:
                if move(settings, partition, shard) is not None:
                    counts[0] += 1
                break
            except (NotMovable, *LOST):
                counts[1] += 1
                stop.wait(0.2)
        to[partition] += 1
