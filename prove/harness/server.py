"""A running `dobon serve` whose workers and Postgres can be killed."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from types import MappingProxyType

import psutil
import psycopg

from infra.databases.preparation import prepare
from infra.postgres.cluster import Cluster
from infra.postgres.urls import cluster
from infra.settings import Settings
from prove.harness.environment import environment_of

WORKERS = 2
TIMEOUT_SECONDS = 60
"""Seconds for a server to start or to stop."""


def kill_cluster(server: Cluster) -> int:
    """Send SIGKILL to Postgres' first process and then to its children; return 1, or 0 if it is down."""
    pid = server.pid()
    with suppress(psutil.NoSuchProcess, ProcessLookupError):
        assert pid is not None
        # A stopped postmaster starts no backend between the listing and the kill. Such a backend could wait for a
        # lock of a killed one forever, and keep the next server from starting.
        os.kill(pid, signal.SIGSTOP)
        children = psutil.Process(pid).children()
        os.kill(pid, signal.SIGKILL)
        for child in children:
            with suppress(psutil.NoSuchProcess):
                child.kill()
        return 1
    return 0


@dataclass(slots=True)
class RunningServer:
    """The server and its settings."""

    settings: Settings
    port: int
    process: "subprocess.Popen[bytes]"

    def is_up(self) -> bool:
        """Return whether the server and its database are ready."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection, suppress(OSError, HTTPException):
            connection.request("GET", "/readyz")
            with connection.getresponse() as response:
                return response.status == 200
        return False

    def workers(self) -> list[psutil.Process]:
        """Return the processes that answer requests: those of the server that listen at its port."""
        found = []
        for child in processes_of(self.process.pid):
            with suppress(psutil.Error):
                listening = [at.laddr for at in child.net_connections("tcp") if at.status == psutil.CONN_LISTEN]
                if any(address and address.port == self.port for address in listening):
                    found.append(child)
        return found

    def notifier(self) -> psutil.Process:
        """Return the process that sends notifications, which starts after the first worker.

        It does not listen, and the analyser has a lower priority.
        """
        end = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < end:
            workers = {worker.pid for worker in self.workers()}
            for child in processes_of(self.process.pid):
                if len(workers) == WORKERS and child.pid not in workers and child.nice() == os.nice(0):
                    return child
            time.sleep(0.1)
        raise TimeoutError("the server has no notifier")

    def kill_workers(self, count: int) -> int:
        """Send SIGKILL to at most `count` workers, and return how many there were."""
        killed = 0
        for worker in self.workers()[:count]:
            with suppress(psutil.NoSuchProcess):
                worker.kill()
                killed += 1
        return killed

    def kill_postgres(self) -> int:
        """Send SIGKILL to all processes of Postgres, as `kill_cluster` does."""
        return kill_cluster(cluster(self.settings))

    def kill_backend(self, chance: Random) -> int:
        """Send SIGKILL to one backend of the application: Postgres ends all of them and recovers."""
        pid = cluster(self.settings).pid()
        with suppress(psutil.Error):
            talking = [child for child in psutil.Process(pid).children() if "dobon_app" in " ".join(child.cmdline())]
            if talking:
                chance.choice(talking).kill()
                return 1
        return 0


def processes_of(server: int) -> list[psutil.Process]:
    """Return the workers of a server and its other processes, by the id of `dobon serve`."""
    found = []
    with suppress(psutil.NoSuchProcess):
        for child in psutil.Process(server).children():
            with suppress(psutil.Error):
                if any("multiprocessing.forkserver" in part for part in child.cmdline()):
                    found += child.children()
    return found


@contextmanager
def running_server(
    directory: Path,
    *,
    asynchronous_commit: bool = False,
    default_limits: bool = False,
    program: str = "api.cli",
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[RunningServer]:
    """Yield `dobon serve` with an embedded Postgres in the directory.

    Without `default_limits` there are no limits of requests and games, because all clients share one address.
    With `asynchronous_commit` Postgres answers a commit before it is on disk. `program` is a module that runs `dobon`,
    which gets the variables of `environment` too.
    """
    embedded = Settings(data_dir=directory)
    prepare(embedded)
    port = _free_port()
    command = [
        sys.executable, "-m", program, "serve", "--port", str(port), "--workers", str(WORKERS), "--data-dir", str(directory),
    ]  # fmt: skip
    variables = environment_of(environment)
    if not default_limits:
        variables |= {"DOBON_RATES": "off", "DOBON_GAMES_PER_ACCOUNT": "0"}
    with (directory / "serve.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=variables)
    house = RunningServer(embedded, port, process)
    try:
        _wait_until_up(house)
        if asynchronous_commit:
            _disable_durability(embedded)
        yield house
    finally:
        process.terminate()
        try:
            process.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_up(house: RunningServer) -> None:
    end = time.monotonic() + TIMEOUT_SECONDS
    while not house.is_up():
        if time.monotonic() > end or house.process.poll() is not None:
            raise TimeoutError("the server did not start")
        time.sleep(0.1)


def _disable_durability(settings: Settings) -> None:
    """Let Postgres answer commits before its log is written, which the program refuses at its start.

    Postgres then writes at its longest interval of 10 s, not after 200 ms, so that a kill reliably loses commits.
    """
    with psycopg.connect(cluster(settings).url(), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_commit = off")
        connection.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        connection.execute("SELECT pg_reload_conf()")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
