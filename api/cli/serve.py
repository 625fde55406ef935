"""`dobon serve`: database, migrations, and workers with scheduler and bots; restarts them until a signal ends the
server.
"""

import logging
import multiprocessing
import os
import socket
import sys
import tempfile
import time
from dataclasses import replace
from threading import Event, Thread

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server

from api.server.shutdown import exit_with_parent, on_shutdown
from api.streaming.hub import MAX_WAITING
from api.streaming.subscriptions import MAX_STREAMS
from infra.observability import metrics, structured_logging
from infra.postgres.binaries import PostgresUnavailable
from infra.postgres.bootstrap import prepare, stop_if_unused
from infra.postgres.urls import cluster
from infra.settings import Settings

WELCOME = """\
Dobon is at {url}   Open it in a browser and play. (The API: {url}/docs)

A player:   curl -s {url}/v1/players -H 'Content-Type: application/json' -d '{{"name": "Aoi"}}'
A game:     curl -s {url}/v1/games -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
              -d '{{"ruleset": "dobon-sato", "seats": 3, "bots": ["careful", "novice"]}}'
My view:    curl -s {url}/v1/games/$GAME/view -H "Authorization: Bearer $TOKEN"
An action:  curl -s {url}/v1/games/$GAME/actions -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
              -d '{{"type": "draw"}}'

Its events: curl -sN {live}/v1/games/$GAME/events -H "Authorization: Bearer $TOKEN" -H 'Accept: text/event-stream'

`dobon demo` plays a game of bots in the terminal. Ctrl-C stops this server.
"""

WATCH_SECONDS = 0.5
"""Interval between two checks of the embedded Postgres."""

PORT_SECONDS = 3
"""Time to wait for a port that workers of a killed server may still hold."""

STOP_SECONDS = 5
"""Time in which a worker must stop before it is killed."""

COMMAND_THREADS = 16
"""Threads of a worker that waiting requests cannot take. A thread costs nothing measurable; too few would delay
commands.
"""

RESTART_SECONDS = 1.0

log = logging.getLogger(__name__)


def serve(settings: Settings, host: str, port: int, workers: int, stream_port: int | None = None) -> int:
    """Serve until SIGTERM or SIGINT, and return the exit code.

    The stream process uses `stream_port`; by default the port after `port`, or any free one if that is taken. With 0
    there is none.
    """
    structured_logging.configure(settings.log)
    # Spawned workers inherit no thread, lock or connection of this process.
    multiprocessing.set_start_method("spawn", force=True)
    if not is_free(host, port):
        print(f"Port {port} of {host} is in use. Choose another with --port.")
        return 1
    prepare(settings)
    os.environ["DOBON_DATA_DIR"] = str(settings.data_dir)  # for the workers
    stopping = Event()
    if settings.database_url is None:
        Thread(target=keep_postgres_running, args=(settings, stopping), name="postgres", daemon=True).start()
    url, live = f"http://{address_of(host)}:{port}", None
    with tempfile.TemporaryDirectory(prefix="dobon-measures-") as directory:
        os.environ[metrics.DIRECTORY] = (
            directory  # shared by all processes of this server, so that their metrics add up
        )
        if stream_port != 0:
            stream_port = stream_port or free_port(host, port + 1)
            os.environ.setdefault("DOBON_STREAM_URL", f":{stream_port}")
            live = StreamProcess(settings, host, stream_port, port)
            live.start()
            on_shutdown(live.stop)
        print(WELCOME.format(url=url, live=f"http://{address_of(host)}:{stream_port}" if live else url), flush=True)
        run_workers(host, port, workers)
        stopping.set()
        if live is not None:
            live.stop()
    if settings.database_url is None:
        stop_if_unused(settings)
    return 0


def run_workers(host: str, port: int, workers: int) -> None:
    """Run the workers until a signal. granian gives up if a worker dies twice in a few seconds; then all workers are
    restarted.
    """
    while True:
        server = Server(
            "api.server.wsgi:application",
            factory=True,
            address=host,
            port=port,
            interface=Interfaces.WSGI,
            workers=workers,
            blocking_threads=MAX_WAITING + MAX_STREAMS + COMMAND_THREADS,
            respawn_failed_workers=True,
            workers_kill_timeout=STOP_SECONDS,
            log_level=LogLevels.error,
            log_dictconfig=structured_logging.GRANIAN_LOGGING,
        )
        try:
            server.serve()
        except SystemExit:
            log.warning("the workers have ended")
        if server.interrupt_signal:
            return
        time.sleep(RESTART_SECONDS)


class StreamProcess:
    """The stream process; restarted if it ends by itself."""

    def __init__(self, settings: Settings, host: str, port: int, web_port: int) -> None:
        """Allow the pages that the workers serve at `web_port` to use it, by any address of the machine."""
        self._arguments = (replace(settings, origins=(*settings.origins, f":{web_port}")), host, port)
        self._stopping = Event()
        self._process: multiprocessing.Process | None = None
        self._thread = Thread(target=self._run, name="streams", daemon=True)

    def start(self) -> None:
        """Start the process."""
        self._thread.start()

    def stop(self) -> None:
        """End its streams, then the process."""
        self._stopping.set()
        process = self._process
        if process is not None and process.is_alive():
            process.terminate()
            process.join(STOP_SECONDS)
            process.kill()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            process = self._process = multiprocessing.Process(
                target=run_stream_process, args=self._arguments, name="streams"
            )
            process.start()
            if self._stopping.is_set():
                process.terminate()
            process.join()
            if process.exitcode == 0:
                return  # ended by a signal, as Ctrl-C ends all processes
            if not self._stopping.wait(RESTART_SECONDS):
                log.warning("the stream process has ended; restarting it")


def run_stream_process(settings: Settings, host: str, port: int) -> None:
    """Run the stream process. It builds its own application, so the parent imports none of it."""
    from api.cli.streams import serve_streams

    exit_with_parent()
    sys.exit(serve_streams(settings, host, port))


def keep_postgres_running(settings: Settings, stopping: Event) -> None:
    """Restart the embedded Postgres whenever it stops."""
    server = cluster(settings)
    while not stopping.wait(WATCH_SECONDS):
        if server.running() or stopping.is_set():
            continue
        log.warning("the embedded Postgres has stopped; restarting it")
        try:
            server.start()
        except (PostgresUnavailable, OSError):
            log.exception("the embedded Postgres failed to start")


def is_free(host: str, port: int) -> bool:
    """Return whether the port can be bound; waits up to `PORT_SECONDS` for the workers of a killed server."""
    deadline = time.monotonic() + PORT_SECONDS
    while try_bind(host, port) is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def free_port(host: str, preferred: int) -> int:
    """Return the preferred port if it is free or becomes free in time, otherwise any free port."""
    return preferred if preferred < 65536 and is_free(host, preferred) else try_bind(host, 0) or preferred


def try_bind(host: str, port: int) -> int | None:
    """Return the port if it can be bound now, otherwise None; port 0 gives any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError:
            return None
        bound: int = listener.getsockname()[1]
        return bound


def address_of(host: str) -> str:
    """Return the host as part of a URL."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
