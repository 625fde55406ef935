"""`dobon serve`: database, migrations, workers with clock and bots; all of it kept running until it is told to stop."""

import logging
import multiprocessing
import os
import socket
import tempfile
import time
from threading import Event, Thread

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from api.live import MAX_WAITING
from infra import logs, measures
from infra.database import cluster, prepare
from infra.postgres_binaries import PostgresUnavailable
from infra.settings import Settings
from infra.status import stop_if_unused

WELCOME = """\
Dobon is at {url}   (the API: {url}/docs)

A player:   curl -s {url}/v1/players -H 'Content-Type: application/json' -d '{{"name": "Aoi"}}'
A game:     curl -s {url}/v1/games -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
              -d '{{"ruleset": "dobon-sato", "seats": 3, "bots": ["careful", "novice"]}}'
My view:    curl -s {url}/v1/games/$GAME/view -H "Authorization: Bearer $TOKEN"
An action:  curl -s {url}/v1/games/$GAME/actions -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
              -d '{{"type": "draw"}}'

`dobon demo` plays a game of bots in the terminal. Ctrl-C stops this server.
"""

WATCH_SECONDS = 0.5
"""Between two looks at the embedded Postgres."""

PORT_SECONDS = 3
"""For which a port is waited for that the workers of a killed server may still hold."""

STOP_SECONDS = 5
"""After which a worker that is told to stop is stopped."""

AT_WORK = 16
"""Threads of a worker that no waiting request can take. How many there are costs nothing measurable; too few would keep commands waiting."""

AGAIN_SECONDS = 1.0

log = logging.getLogger(__name__)


def serve(settings: Settings, host: str, port: int, workers: int) -> int:
    """Serve until SIGTERM or SIGINT; gives the exit code."""
    logs.configure(settings.log)
    # Spawned workers begin with nothing of this process: no thread, lock or connection is torn in two.
    multiprocessing.set_start_method("spawn", force=True)
    if not is_free(host, port):
        print(f"Port {port} of {host} is taken. Choose another with --port.")
        return 1
    prepare(settings)
    os.environ["DOBON_DATA_DIR"] = str(settings.data_dir)  # for the workers
    stopping = Event()
    if settings.database_url is None:
        Thread(target=keep_running, args=(settings, stopping), name="postgres", daemon=True).start()
    print(WELCOME.format(url=f"http://{shown(host)}:{port}"), flush=True)
    with tempfile.TemporaryDirectory(prefix="dobon-measures-") as directory:
        os.environ[measures.DIRECTORY] = directory  # where the workers count together
        run_workers(host, port, workers)
    stopping.set()
    if settings.database_url is None:
        stop_if_unused(settings)
    return 0


def run_workers(host: str, port: int, workers: int) -> None:
    """Workers, until this process is told to stop. granian gives up on a worker that dies twice in a few seconds; then all begin again."""
    while True:
        server = Server(
            "api.wsgi:application",
            factory=True,
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            workers=workers,
            blocking_threads=MAX_WAITING + AT_WORK,
            respawn_failed_workers=True,
            workers_kill_timeout=STOP_SECONDS,
            log_level=LogLevels.error,
            log_dictconfig=logs.GRANIAN,
        )
        try:
            server.serve()
        except SystemExit:
            log.warning("the workers have ended")
        if server.interrupt_signal:
            return
        time.sleep(AGAIN_SECONDS)


def keep_running(settings: Settings, stopping: Event) -> None:
    """Start the embedded Postgres again whenever it is gone."""
    server = cluster(settings)
    while not stopping.wait(WATCH_SECONDS):
        if server.running() or stopping.is_set():
            continue
        log.warning("the embedded Postgres is gone; starting it again")
        try:
            server.start()
        except (PostgresUnavailable, OSError):
            log.exception("the embedded Postgres does not start")


def is_free(host: str, port: int) -> bool:
    """Can the port be listened on? Waits a little for the workers of a server that was just killed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    deadline = time.monotonic() + PORT_SECONDS
    while True:
        with socket.socket(family) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((host, port))
                return True
            except OSError:
                if time.monotonic() > deadline:
                    return False
        time.sleep(0.1)


def shown(host: str) -> str:
    """The host as it stands in an address to click on."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
