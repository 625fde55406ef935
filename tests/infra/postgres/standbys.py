"""A primary with a synchronous standby, made by `pg_basebackup`, whose replication tests can hold up."""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import psutil
import psycopg

from domain.ruleset.actions import Draw
from infra.commands.service import Outcome
from infra.databases.preparation import prepare
from infra.postgres.binaries import find_binaries
from infra.postgres.cluster import PORT, SUPERUSER, Cluster
from infra.postgres.retry import Unavailable
from infra.postgres.urls import DATABASE, cluster
from infra.settings import Settings
from prove.harness.service_games import Table

Row = TypeVar("Row")

NAME = "standby"
WAIT_SECONDS = 60


@dataclass
class Pair:
    """The primary as the program starts it, and its standby."""

    settings: Settings
    standby: Cluster

    @classmethod
    def start(cls, directory: Path) -> "Pair":
        settings = Settings(data_dir=directory, statement_seconds=0)
        prepare(settings)
        primary = cluster(settings)
        source = psycopg.conninfo.conninfo_to_dict(primary.url())
        connect = f"host={source['host']} port={source['port']} user={source['user']} application_name={NAME}"
        standby = Cluster(directory / NAME, {"primary_conninfo": connect, "wal_retrieve_retry_interval": "100ms"})
        standby.home.mkdir(mode=0o700)
        backup = [str(find_binaries() / "pg_basebackup"), "-R", "-c", "fast", "-d", connect, "-D", str(standby.data)]
        subprocess.run(backup, check=True, capture_output=True)
        for path in (standby.home, standby.data, *standby.data.rglob("*")):
            if standby.account:
                shutil.chown(path, standby.account.uid, standby.account.gid)
        standby.start()
        pair = cls(settings, standby)
        pair.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'")
        pair.execute("SELECT pg_reload_conf()")
        until(lambda: pair.execute("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'"))
        # Commits wait when the checkpointer has read the setting, which may take longer. It answers this afterwards.
        pair.execute("CHECKPOINT")
        return pair

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        """Run a statement on the primary as an administrator, and return its rows."""
        with psycopg.connect(cluster(self.settings).url(DATABASE), autocommit=True) as connection:
            found = connection.execute(statement)  # type: ignore[call-overload]
            return found.fetchall() if found.description is not None else []

    def receivers(self) -> list[tuple[psutil.Process]]:
        """Return the process of the standby that receives from the primary; none for a moment after it has ended."""
        found = []
        for child in psutil.Process(self.standby.pid()).children():
            with suppress(psutil.Error):
                if "walreceiver" in " ".join(child.cmdline()):
                    found.append((child,))
        return found

    @contextmanager
    def held(self, *, lost: bool = False) -> Iterator[None]:
        """Keep the standby from confirming commits. With `lost` it never receives what was sent meanwhile."""
        ((receiver,),) = until(self.receivers)
        receiver.suspend()
        try:
            yield
        finally:
            if lost:
                receiver.terminate()
            receiver.resume()

    def waiting(self, work: Future[Any]) -> int:
        """Return the pid of the backend in which the work waits for the standby, when it does."""

        def ask() -> list[tuple[object, ...]]:
            assert not work.done(), f"it did not wait: {work.exception() or work.result()!r}"
            return self.execute(
                "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'dobon'"
            )

        return int(str(until(ask)[0][0]))

    def both(self) -> str:
        """Return the address of the one that is the primary."""
        hosts = ",".join(str(one.sockets) for one in (cluster(self.settings), self.standby))
        return f"postgresql://{SUPERUSER}@/{DATABASE}?host={hosts}&port={PORT}&target_session_attrs=read-write"

    def promoted(self) -> None:
        """Kill the primary and promote the standby, which is ready when it is no longer held."""
        pid = cluster(self.settings).pid()
        assert pid is not None
        processes = [psutil.Process(pid), *psutil.Process(pid).children()]
        for process in processes:
            with suppress(psutil.NoSuchProcess):  # the first one has ended it already
                process.kill()
        until(lambda: [] if cluster(self.settings).running() else [()])
        with psycopg.connect(self.standby.url(), autocommit=True) as connection:
            connection.execute("SELECT pg_promote(false)")

    def stop(self) -> None:
        # The standby leaves first, and the primary must not wait for it.
        self.standby.stop()
        cluster(self.settings).stop()


def until(ask: Callable[[], list[Row]]) -> list[Row]:
    """Repeat a query until it has rows."""
    end = time.monotonic() + WAIT_SECONDS
    while not (found := ask()):
        assert time.monotonic() < end, "the state did not come"
    return found


def drawn(table: Table, seat: int) -> Outcome:
    """Draw with the key `k`, as often as the database is unavailable; return the outcome."""

    def ask() -> list[Outcome]:
        with suppress(Unavailable):
            return [table.act(seat, Draw(), key="k")]
        return []

    return until(ask)[0]
