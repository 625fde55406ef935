"""Compares commands through `GameService` with bare inserts of the same bytes.

Both use the same processes and connections in turns: one thread of one process, then eight connections over as many
processes as `dobon serve` starts by default.
"""

import multiprocessing
import os
import statistics
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection

import psycopg

from bench import Row
from bench.store import database, deal_game
from domain.ruleset.actions import Draw
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool, open_pool
from infra.event_store import store
from infra.event_store.store import encode
from infra.postgres.urls import application_url
from infra.settings import Settings

RUNS = 5
COMMANDS = 400
"""Commands or inserts per connection in a run."""

DRAWS = 40
"""Draws in a game for two; the stock holds one more card."""

PROCESSES = os.cpu_count() or 1
CONNECTIONS = 8

COMMAND, INSERT = "command", "insert"
INSERT_ROW = "INSERT INTO dobon.bench_rows (game_id, version, body) VALUES (%s, %s, %s)"

Task = Callable[[], None]


def rows() -> list[Row]:
    """Return the measurements, made in a new database."""
    with database() as settings:
        with open_pool(settings) as pool:
            body = sample_body(pool)
        return compare(settings, body, 1, 1) + compare(settings, body, PROCESSES, max(1, CONNECTIONS // PROCESSES))


def compare(settings: Settings, body: str, processes: int, threads: int) -> list[Row]:
    """Return commands per second with that many threads in each process, measured in turns with bare inserts."""
    ours, bare, cpu = [], [], []
    with ExitStack() as stack:
        workers = [stack.enter_context(worker(settings, body, threads)) for _ in range(processes)]
        for _ in range(RUNS):
            rate, seconds = measure(workers, COMMAND, threads)
            ours.append(rate)
            cpu.append(seconds * 1e6)
            bare.append(measure(workers, INSERT, threads)[0])
    ratios = [mine / theirs for mine, theirs in zip(ours, bare, strict=True)]
    several = processes * threads > 1
    suffix = f"{processes * threads} connections of {processes} processes" if several else "1 thread"
    return [
        (f"commands through GameService, {suffix}", statistics.median(ours), "/s"),
        (f"bare insert of the same bytes, {suffix}", statistics.median(bare), "/s"),
        (
            f"commands as a share of bare inserts, {suffix}",
            statistics.median(ratios),
            f"target {0.6 if several else 0.7}",
        ),
        (f"CPU of a command in its process, {suffix}", statistics.median(cpu), "µs"),
    ]


@dataclass(frozen=True, slots=True)
class Done:
    """A run of one process: its first and last moment (monotonic), and its CPU time, all in seconds."""

    began: float
    ended: float
    cpu: float


def measure(workers: Sequence[Connection], kind: str, threads: int) -> tuple[float, float]:
    """Return the rate of all processes together, and the CPU seconds of one command or insert."""
    for message in (kind, "go"):
        for other in workers:
            other.send(message)
        answers = [other.recv() for other in workers]
    count = len(workers) * threads * COMMANDS
    seconds = max(done.ended for done in answers) - min(done.began for done in answers)
    return count / seconds, sum(done.cpu for done in answers) / count


@contextmanager
def worker(settings: Settings, body: str, threads: int) -> Iterator[Connection]:
    """Start a process that runs commands or inserts on request, and yield the connection to it."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=work, args=(settings, body, threads, theirs))
    process.start()
    try:
        yield ours
    finally:
        ours.send(None)
        process.join()


def work(settings: Settings, body: str, threads: int, commands: Connection) -> None:
    """Prepare each kind of run when told to, then run it in that many threads."""
    with open_pool(settings) as pool, ThreadPoolExecutor(threads) as executor:
        while (kind := commands.recv()) is not None:
            make = partial(prepare_draws, pool) if kind == COMMAND else partial(prepare_inserts, settings, body)
            with ExitStack() as stack:
                tasks = [stack.enter_context(make()) for _ in range(threads)]
                commands.send(None)
                commands.recv()
                began, cpu = time.monotonic(), time.process_time()
                for future in [executor.submit(task) for task in tasks]:
                    future.result()
                commands.send(Done(began, time.monotonic(), time.process_time() - cpu))


@contextmanager
def prepare_draws(pool: AccountsPool) -> Iterator[Task]:
    """Create games, and yield a function in which two players draw in turn."""
    service = GameService(pool)
    games = [deal_game(service, 2) for _ in range(COMMANDS // DRAWS)]

    def draw() -> None:
        for game, players, turn in games:
            for number in range(DRAWS):
                service.act(game, players[(turn + number) % 2], Draw())

    yield draw


@contextmanager
def prepare_inserts(settings: Settings, body: str) -> Iterator[Task]:
    """Connect, and yield a function that inserts rows one by one in autocommit: the reference."""
    game = str(uuid.uuid4())
    with psycopg.connect(application_url(settings), autocommit=True) as connection:

        def insert() -> None:
            for version in range(COMMANDS):
                connection.execute(INSERT_ROW, (game, version, body))

        yield insert


def sample_body(pool: AccountsPool) -> str:
    """Return as many bytes as a command adds to the log."""
    service = GameService(pool)
    game, players, turn = deal_game(service, 2)
    (event,) = service.act(game, players[turn], Draw()).events
    with pool.connection() as connection:
        (whole,) = store.read(connection, game, after=event.version - 1)
    return encode(whole) + whole.type + whole.at + whole.digest + players[turn]
