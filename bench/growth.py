"""Measures the same server with few and with many finished games: every list, and everything a running game needs.

Both databases are in one PostgreSQL server, which is started in a temporary directory and deleted afterwards. Calls to
them alternate, so that a busy machine slows both alike. A million games need about 30 GB of disk.
"""

import argparse
import gc
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg
from rich.console import Console
from rich.table import Table

from bench import Row, growth_costs
from bench.growth_world import OPERATIONS, Operation, World
from bench.population import populate
from infra.databases.pool import open_pool
from infra.databases.preparation import prepare
from infra.postgres.cluster import Cluster
from infra.settings import Settings

SMALL, LARGE = 1_000, 1_000_000
CALLS = 40
"""Calls of each operation to each database, each with other parameters."""

WARM_UP = 3

RATIO, LIMIT_MS = 1.2, 50
"""Targets: the median of the large database against the small one at most, and the 95th percentile at most."""

TRANSACTIONS = 50_000_000
"""The server's next transaction number: higher than those of all copied events."""

FILE_BYTES = 262_144
TRANSACTIONS_PER_FILE = 4 * FILE_BYTES
"""Size of a file of PostgreSQL's transaction log, which has two bits for each transaction."""

SERVER = {"max_wal_size": "4GB", "checkpoint_timeout": "30min"}
"""Settings that only make loading faster."""


def main(arguments: Sequence[str]) -> None:
    """Load two databases, measure, and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench growth", description=__doc__)
    parser.add_argument("--games", type=int, default=LARGE, help=f"finished games of the large database ({LARGE:,})")
    parser.add_argument("--small", type=int, default=SMALL, help=f"finished games of the small database ({SMALL:,})")
    parser.add_argument("--only", default="", help="measure only operations whose name contains this text")
    parser.add_argument("--no-costs", action="store_true", help="leave out storage, projectors, check and rebuild")
    parser.add_argument("--calls", type=int, default=CALLS, help=f"calls of each operation ({CALLS})")
    wanted = parser.parse_args(arguments)
    with server() as cluster:
        worlds = [load(cluster, games) for games in (wanted.small, wanted.games)]
        try:
            Console(width=140).print(compare(worlds, wanted.calls, wanted.only))
            if not wanted.no_costs:
                with psycopg.connect(cluster.url(worlds[-1].database), autocommit=True) as owner:
                    Console(width=140).print(costs_table(growth_costs.rows(worlds[-1], owner)))
        finally:
            for world in worlds:
                world.close()


@contextmanager
def server() -> Iterator[Cluster]:
    """Start a PostgreSQL server whose transaction numbers begin after those of the copies."""
    with tempfile.TemporaryDirectory(prefix="dobon-growth-") as folder:
        Path(folder).chmod(0o755)
        cluster = Cluster(Path(folder) / "postgres", SERVER).start()
        try:
            cluster.stop()
            set_next_transaction(cluster, TRANSACTIONS)
            yield cluster.start()
        finally:
            cluster.stop()


def set_next_transaction(cluster: Cluster, number: int) -> None:
    """Let a stopped server continue with this transaction number, as if it had run that many transactions."""
    # the status of the skipped transactions is in no file, because none of them wrote a row
    segment = cluster.data / "pg_xact" / f"{number // TRANSACTIONS_PER_FILE:04X}"
    segment.write_bytes(bytes(FILE_BYTES))
    owner = (cluster.data / "pg_xact").stat()
    os.chown(segment, owner.st_uid, owner.st_gid)
    done = cluster._run("pg_resetwal", "--next-transaction-id", number, "-D", cluster.data)  # noqa: SLF001 - only here
    assert not done.returncode, done.stdout


def load(cluster: Cluster, games: int) -> World:
    """Return a new database with that many finished games, and the same running games in each."""
    began = time.perf_counter()
    settings = Settings(database_url=cluster.url(f"games_{games}"), statement_seconds=0)
    prepare(settings)
    with open_pool(settings) as pool, psycopg.connect(cluster.url(f"games_{games}"), autocommit=True) as owner:
        played = populate(pool, owner, games, 1_000)
    print(f"{games:,} games loaded in {time.perf_counter() - began:,.0f} s", flush=True)
    return World(settings, games, played)


def compare(worlds: Sequence[World], calls: int, only: str = "") -> Table:
    """Return the table of all operations.

    Each is called with the same parameters in two passes. The first one reads most pages from the disk, at least in the
    large database; the second one finds them in memory, so that it compares the work. The targets are for the second.
    """
    small, large = (f"{world.games:,} games" for world in worlds)
    table = Table(
        "operation", f"{small}, first", f"{large}, first", small, large, "ratio", "p95", f"target {RATIO}, {LIMIT_MS}",
        title="medians and the 95th percentile, in ms; first: pages are read from the disk",
    )  # fmt: skip
    for column in table.columns[1:7]:
        column.justify = "right"
    for name, operation in OPERATIONS.items():
        if only not in name:
            continue
        gc.collect()
        first, again = (measure(worlds, operation, calls) for _ in range(2))
        medians = [statistics.median(times) for times in (*first, *again)]
        ratio, p95 = medians[3] / medians[2], statistics.quantiles(again[1], n=20)[18]
        # a difference below a tenth of a millisecond is the clock's and the scheduler's
        grown = ratio > RATIO and medians[3] - medians[2] > 0.1
        verdict = " ".join(["grows"] * grown + ["slow"] * (p95 > LIMIT_MS))
        cells = [*(f"{median:.2f}" for median in medians), f"{ratio:.2f}", f"{p95:.2f}", verdict]
        print(name, *cells, flush=True)
        table.add_row(name, *cells)
    return table


def measure(worlds: Sequence[World], operation: Operation, calls: int) -> list[list[float]]:
    """Return the milliseconds of the calls in each world, which alternate and have the same parameters in each pass."""
    found: list[list[float]] = [[] for _ in worlds]
    for number in range(WARM_UP + calls):
        for world, times in zip(worlds, found, strict=True):
            spent = timed(operation, world, random.Random(number))
            if number >= WARM_UP:
                times.append(spent * 1e3)
    return found


def costs_table(rows: Sequence[Row]) -> Table:
    """Return the table of costs."""
    table = Table("cost", "figure", "unit")
    table.columns[1].justify = "right"
    for what, figure, unit in rows:
        table.add_row(what, f"{figure:,.2f}" if figure < 100 else f"{figure:,.0f}", unit)
    return table


def timed(operation: Operation, world: World, chosen: random.Random) -> float:
    """Return the seconds of one call, without its preparation."""
    call = operation(world, chosen)
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
