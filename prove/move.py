"""Proof `move`: a partition moves between two shards while it is played in, and no command is lost or done twice.

Players and the clock, in processes of their own, play games of the moved partition and of others. A writer appends
to one game through the router, without the repetition that a server has, and so measures for how long the partition is
refused. Another one uses a router whose map changes only after each move, and a third keeps its transactions open,
as the clock does. In some moves the last changes come late. Some are killed at a random moment, and the next one
finishes or undoes them.
"""

import multiprocessing
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from threading import Timer
from typing import Any, Self

import psutil
import psycopg
from psycopg.types.string import TextLoader

from domain.log.errors import Refused
from domain.ruleset.actions import Draw
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.event_store import integrity, store
from infra.postgres.partitions import ID_COLUMNS, PARTITIONS, partition_of
from infra.postgres.retry import Unavailable
from infra.postgres.urls import application_url
from infra.settings import Settings
from infra.sharding import router, shards
from infra.sharding.moves import move
from infra.sharding.overview import contents
from infra.sharding.rows import OF_SHARD
from infra.sharding.servers import NotMovable, open_servers
from prove.harness.retrying_client import AnsweredCommand
from prove.harness.shards import ShardedServers, sharded_servers
from prove.loss import find_game_errors
from prove.moving_load import (
    PARTITION,
    PROCESSES,
    Played,
    Written,
    play,
    write_at_once,
    write_by_old_map,
    write_like_clock,
)
from prove.report import Row, Run

ROUND_TRIPS = 20
"""How often the partition moves forth and back."""

DELAYED = 20
"""Moves whose last changes come late."""

LATE_SECONDS = 0.3
"""Time for which no change reaches the target after it has caught up; a handover waits longer."""

KILLED = 20
"""Moves that are killed."""

REST_SECONDS = 0.2
"""Pause between two moves, for players and writers."""

WRITERS = ("through the router", "through a router with an old map", "in open transactions")
"""The writers, each with a game of its own."""

REFUSED_SECONDS = 0.1
"""The longest time for which the partition may be refused, at the median of the moves: a player notices no delay."""

REPEATED = 200
"""Commands of each process that are sent again after all moves."""


def prove(run: Run) -> Iterator[Row]:
    """Yield the rows of the proof. Times of short runs are not judged."""
    with sharded_servers(2, settings={"wal_level": "logical"}) as servers:
        settings = servers.settings
        old = _old_router(servers)
        # Each process is forked from one that has only imported this module: it starts at once, without other threads.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["prove.moving_load"])
        with Working(context, settings, run.seed, old) as working, psycopg.connect(old, autocommit=True) as map_of_old:
            mover = Mover(run, settings, context, map_of_old)
            times, failures = mover.move_forth_and_back()
            delayed = mover.delay_moves()
            killed = mover.kill_moves(max((one.ended - one.began for one in times), default=1.0))
            played, written = working.finish()
        wanted = 2 * run.count(ROUND_TRIPS)
        yield Row("moves under load", len(times), failures, _describe(times), wanted)
        yield _refused_row(times, written[0], judge_times=run.share >= 1)
        yield delayed
        yield killed
        yield from (_written_row(settings, what, one) for what, one in zip(WRITERS, written, strict=True))
        yield from _played_rows(run, settings, played)
        yield _remains(settings)


def _old_router(servers: ShardedServers) -> str:
    """Create a router of which moves do not know, and return its address."""
    with psycopg.connect(servers.router.url("postgres"), autocommit=True) as conn:
        conn.execute("CREATE DATABASE old_router")
    address, settings = servers.router.url("old_router"), servers.settings
    with psycopg.connect(address, autocommit=True) as conn:
        addresses = [application_url(settings, url) for url in settings.shard_urls]
        router.set_up(conn, addresses, shards.owners(settings.shard_urls), "old")
    return address


class Working:
    """Players and writers, in processes of their own."""

    def __init__(self, context: Any, settings: Settings, seed: str, old: str) -> None:
        """`old` is the address of the router with an old map."""
        self._stop = context.Event()
        self._processes = list[Any]()
        self._results = list[Any]()
        for number in range(PROCESSES):
            self._start(context, play, settings, f"{seed}-{number}", number == 0)
        self._start(context, write_at_once, settings)
        self._start(context, write_by_old_map, old)
        self._start(context, write_like_clock, settings)

    def _start(self, context: Any, work: Callable[..., None], *arguments: Any) -> None:
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(*arguments, self._stop, there))
        process.start()
        self._processes.append(process)
        self._results.append(here)

    def __enter__(self) -> Self:
        for result in self._results[PROCESSES:]:
            assert result.recv() == "begun"
        return self

    def finish(self) -> tuple[list[Played], list[Written]]:
        """End all, and return what they have done."""
        self._stop.set()
        found = [result.recv() for result in self._results]
        return found[:PROCESSES], found[PROCESSES:]

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
            process.join()


@dataclass
class Timed:
    """The times of one move, by the monotonic clock."""

    began: float = field(default_factory=time.monotonic)
    ended: float = 0.0
    steps: dict[str, float] = field(default_factory=dict)
    "When each step was done."

    def note(self, step: str) -> None:
        """Note the end of a step."""
        self.steps[step] = time.monotonic()


class LateChanges:
    """Stops the process that applies the changes in the target of a move, from the moment when it has caught up."""

    def __init__(self, target: str) -> None:
        """`target` is the address of its database."""
        self._target = target
        self.ended = 0.0
        "When the process continued, by the monotonic clock."
        self.taken = 0.0
        "When the target took the partition."

    def note(self, step: str) -> None:
        """Stop the process, or note the end of the handover."""
        if step == "taken":
            self.taken = time.monotonic()
        elif step == "caught up":
            with psycopg.connect(self._target) as conn:
                pids = conn.execute("SELECT pid FROM pg_stat_subscription WHERE pid IS NOT NULL").fetchall()
            stopped = [psutil.Process(pid) for (pid,) in pids]
            for process in stopped:
                process.suspend()
            Timer(LATE_SECONDS, self._go_on, [stopped]).start()

    def _go_on(self, stopped: list[psutil.Process]) -> None:
        self.ended = time.monotonic()
        for process in stopped:
            process.resume()


class Mover:
    """Moves the partition, and afterwards lets the router with an old map know."""

    def __init__(self, run: Run, settings: Settings, context: Any, old: psycopg.Connection[Any]) -> None:
        self._run = run
        self._settings = settings
        self._context = context
        self._old = old

    def move_forth_and_back(self) -> tuple[list[Timed], list[str]]:
        """Return the times of each move, and the failures."""
        times, failures = list[Timed](), list[str]()
        wanted = 2 * self._run.count(ROUND_TRIPS)
        for number in range(wanted):
            to, timed = 2 - number % 2, Timed()
            try:
                moved = move(self._settings, PARTITION, to, timed.note)
            except NotMovable as failure:
                failures.append(str(failure))
                continue
            if moved is None:
                failures.append(f"the partition was in shard {to} before move {number + 1}")
            else:
                timed.ended = time.monotonic()
                times.append(timed)
            self._tell_old_router(to)
            self._run.report_progress("moves", number + 1, wanted)
            time.sleep(REST_SECONDS)
        return times, failures

    def delay_moves(self) -> Row:
        """Move while the last changes come late: the target may not take the partition before them."""
        failures, wanted = list[str](), self._run.count(DELAYED, 2)
        for number in range(wanted):
            to = 2 - number % 2
            late = LateChanges(self._settings.shard_urls[to - 1])
            try:
                move(self._settings, PARTITION, to, late.note)
            except NotMovable as failure:
                failures.append(str(failure))
            if not 0 < late.ended < late.taken:
                failures.append("the target took the partition before the last changes")
            self._tell_old_router(to)
            self._run.report_progress("moves with late changes", number + 1, wanted)
        what = f"moves whose last changes came {LATE_SECONDS} s late, and were waited for"
        return Row(what, wanted, failures, trials=False)

    def kill_moves(self, seconds: float) -> Row:
        """Kill moves at a random moment within a time in s; the next one has to finish or undo each."""
        chance, failures, unowned = Random(f"{self._run.seed}-killer"), list[str](), 0
        wanted = self._run.count(KILLED)
        for number in range(wanted):
            to = 2 - number % 2
            begun = self._context.Event()
            process = self._context.Process(target=move_once, args=(self._settings, to, begun))
            process.start()
            assert begun.wait(60)
            time.sleep(chance.random() * seconds)
            process.kill()
            process.join()
            with open_servers(self._settings) as servers:
                owners = [one.shard.number for one in contents(servers) if PARTITION in one.games]
            unowned += not owners
            if len(owners) > 1:
                failures.append(f"the shards {owners} both own the partition")
            try:
                move(self._settings, PARTITION, to)
            except NotMovable as failure:
                failures.append(f"the move after one that was killed failed: {failure}")
            self._tell_old_router(to)
            self._run.report_progress("moves killed", number + 1, wanted)
        note = f"{unowned} of them between two owners"
        return Row("moves killed, and finished by the next one", wanted, failures, note, wanted)

    def _tell_old_router(self, to: int) -> None:
        router.set_route(self._old, PARTITION, application_url(self._settings, self._settings.shard_urls[to - 1]))


def move_once(settings: Settings, to: int, begun: Any) -> None:
    """Move the partition, in a process that will be killed."""
    begun.set()
    move(settings, PARTITION, to)


# Results


def _refused_row(times: list[Timed], written: Written, *, judge_times: bool) -> Row:
    pauses = [written.pause(one.steps["marked"], one.steps["taken"]) for one in times] or [1.0]
    median = statistics.median(pauses)
    late = [f"refused for {median * 1000:.0f} ms at the median"] if judge_times and median > REFUSED_SECONDS else []
    usual = statistics.median(written.pauses()) if len(written.moments) > 1 else 0.0
    note = (
        f"a writer waits {median * 1000:.0f} ms at the median, {max(pauses) * 1000:.0f} ms at most, and "
        f"{usual * 1000:.0f} ms between other appends"
    )
    what = f"refused for at most {REFUSED_SECONDS * 1000:.0f} ms at the median"
    return Row(what, len(pauses), late, note, trials=False)


STEPS = ("caught up", "marked", "taken", "routed")
"""The steps of a switch, and the one before."""


def _describe(times: list[Timed]) -> str:
    """Return how long moves and the steps of their switches took, at the median."""
    if not times:
        return ""
    seconds = statistics.median(one.ended - one.began for one in times)
    steps = [
        f"{step} {statistics.median(one.steps[step] - one.steps[before] for one in times) * 1000:.0f}"
        for before, step in pairwise(STEPS)
    ]
    return f"{seconds:.1f} s at the median; ms of steps: {', '.join(steps)}"


def _written_row(settings: Settings, what: str, written: Written) -> Row:
    with open_pool(settings) as pool, pool.games.of(written.game).connection() as conn:
        there = [event.digest for event in store.read(conn, written.game)]
    failures = [*written.failures]
    # The answer to the last append may have come after the end.
    if there != written.digests:
        same = next((n for n, (one, two) in enumerate(zip(there, written.digests, strict=False)) if one != two), None)
        failures.append(
            f"{len(written.digests):,} appends were answered, {len(there):,} are there; differing at {same}"
        )
    return Row(f"appends {what}, each once in the log", len(written.digests), failures, f"{written.refused:,} refused")


def _played_rows(run: Run, settings: Settings, played: list[Played]) -> Iterator[Row]:
    by_game: dict[str, list[AnsweredCommand]] = defaultdict(list)
    for one in played:
        for command in one.answered:
            by_game[command.game].append(command)
    failures = [what for one in played for what in one.failures]
    with psycopg.connect(settings.shard_urls[0]) as first, psycopg.connect(settings.shard_urls[1]) as second:
        for conn in (first, second):
            conn.adapters.register_loader("uuid", TextLoader)
        owned = {number for (number,) in first.execute("SELECT number FROM dobon.partitions WHERE owned ORDER BY 1")}
        for game in run.track("games compared with the log", [*by_game]):
            place = first if partition_of(game) in owned else second
            failures += find_game_errors(place, game, by_game[game])
    repeated = sum(one.repeated for one in played)
    moved = sum(len(found) for game, found in by_game.items() if partition_of(game) == PARTITION)
    yield Row(
        "commands answered, each once in the log",
        sum(map(len, by_game.values())),
        failures,
        f"{moved:,} in the moved partition; {repeated:,} sent again after 2 s",
    )
    with open_pool(settings) as pool:
        service = GameService(pool)
        commands = [one for each in played for one in each.answered if one.key.startswith("act-")][-REPEATED:]
        wrong = [one.key for one in commands if not _finds_first(service, one)]
        yield Row("a repeated key finds the first command", len(commands), [f"{key} does not" for key in wrong])
        checked = {game: integrity.check_game(pool, game) for game in by_game}
    broken = [f"game {game}: {found.problem}" for game, found in checked.items() if found.problem]
    yield Row("logs are whole", len(checked), broken)


def _finds_first(service: GameService, command: AnsweredCommand) -> bool:
    """Send a command again, and tell whether it is answered as before."""
    try:
        again = service.act(command.game, command.account, Draw(), key=command.key, request=command.key.encode())
    except (Refused, Unavailable):
        return False
    return again.repeated and (again.version, again.head) == (command.version, command.head)


def _remains(settings: Settings) -> Row:
    """Return the row about what is left in a shard that does not own it."""
    failures, numbers = [], list[int]()
    for number, url in enumerate(settings.shard_urls, 1):
        with psycopg.connect(url) as conn:
            numbers += [
                found for (found,) in conn.execute("SELECT number FROM dobon.partitions WHERE owned ORDER BY 1")
            ]
            failures += [
                f"shard {number} has rows in {view}"
                for view in ("pg_publication", "pg_subscription", "pg_replication_slots")
                if conn.execute(f"SELECT FROM {view}").fetchone() is not None
            ]
            for table, column in ID_COLUMNS.items():
                only = f"{OF_SHARD} AND" if table == "progress" else ""
                query = (
                    f"SELECT count(*) FROM dobon.{table} WHERE {only} dobon.partition_of({column})"  # noqa: S608 - constants
                    " NOT IN (SELECT number FROM dobon.partitions WHERE owned)"
                )
                (count,) = conn.execute(query).fetchone() or (0,)
                if count:
                    failures.append(f"shard {number} has {count} rows of other partitions in {table}")
    if sorted(numbers) != list(range(PARTITIONS)):
        failures.append("not every partition has one owner")
    return Row("nothing is left of the moves", 1, failures, trials=False)
