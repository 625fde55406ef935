"""Servers for games in several databases: a PostgreSQL for the accounts, one for each shard, and one for the router."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg

from infra.clustering.packages import find_router_binaries
from infra.databases.preparation import prepare
from infra.postgres.cluster import Cluster
from infra.settings import Settings
from prove.harness.database import directory

SERVER = {"autovacuum": "off", "max_connections": 150, "shared_buffers": "64MB"}
"""Settings of each server. Autovacuum would use transaction ids, which proofs count."""


@dataclass(frozen=True, slots=True)
class ShardedServers:
    """Running servers."""

    settings: Settings
    accounts: Cluster
    shards: Sequence[Cluster]
    router: Cluster

    def processor_seconds(self) -> float:
        """Return the processor time of all shards and the router so far."""
        return sum(_processor_seconds(server) for server in (*self.shards, self.router))


@contextmanager
def sharded_servers(
    shards: int, pool_size: int = 8, settings: dict[str, str | int] | None = None
) -> Iterator[ShardedServers]:
    """Yield new servers with equal parts of the partitions. Raises `PackagesMissing` without PL/Proxy."""
    binaries = find_router_binaries()
    with ExitStack() as stack:
        given = SERVER | (settings or {})

        def start(**options: object) -> Cluster:
            return Cluster(stack.enter_context(directory()) / "postgres", given, **options).start()  # type: ignore[arg-type]

        accounts, router = start(), start(binaries=binaries)
        parts = [start() for _ in range(shards)]
        found = Settings(
            database_url=accounts.url("dobon"),
            shard_urls=tuple(part.url("dobon") for part in parts),
            router_url=router.url("router"),
            data_dir=accounts.base.parent,
            pool_size=pool_size,
        )
        prepare(found)
        yield ShardedServers(found, accounts, parts, router)


def last_transaction(server: Cluster) -> int:
    """Return the transaction id that a server gives next. Only transactions that write have one."""
    with psycopg.connect(server.url("dobon"), autocommit=True) as conn:
        row = conn.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").fetchone()
    assert row is not None
    return int(row[0])


def _processor_seconds(server: Cluster) -> float:
    pid = server.pid()
    assert pid is not None
    postmaster = psutil.Process(pid)
    total = 0
    for process in (postmaster, *postmaster.children(recursive=True)):
        # In nanoseconds; other files of the system have hundredths of a second.
        with suppress(OSError):
            total += int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0])
    return total / 1e9
