"""`dobon serve`: database, migrations, and workers with scheduler and bots; restarts them until a signal ends the
server.
"""

import errno
import logging
import os
import tempfile
from functools import partial
from threading import Event, Thread

from api.server.port import reserve_port
from api.server.supervisor import Supervisor, run_analyser, run_notifier, run_worker
from infra.databases.preparation import prepare
from infra.observability import metrics, structured_logging
from infra.postgres.binaries import PostgresUnavailable
from infra.postgres.bootstrap import stop_if_unused
from infra.postgres.urls import cluster
from infra.settings import LOCAL, OFF, Settings

WELCOME = """\
Dobon is at {url}   Open it in a browser and play. (The API: {url}/docs)

A player:   curl -s {url}/v1/players -H 'Content-Type: application/json' -d '{{"name": "Aoi"}}'
A game:     curl -s {url}/v1/games -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
              -d '{{"ruleset": "dobon-sato", "seats": 3, "bots": ["careful", "novice"]}}'
My view:    curl -s {url}/v1/games/$GAME/view -H "Authorization: Bearer $TOKEN"
An action:  curl -s {url}/v1/games/$GAME/actions -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
              -d '{{"type": "draw"}}'

Its events: curl -sN {url}/v1/games/$GAME/stream -H "Authorization: Bearer $TOKEN"

`dobon demo` plays a game of bots in the terminal. Ctrl-C stops this server.
"""

WATCH_SECONDS = 0.5
"""Interval between two checks of the embedded Postgres."""

log = logging.getLogger(__name__)


def serve(settings: Settings, host: str, port: int, workers: int) -> int:
    """Serve until SIGTERM or SIGINT, and return the exit code."""
    structured_logging.configure(settings.log)
    try:
        listener = reserve_port(host, port)
    except OSError as error:
        reason = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
        print(f"Port {port} of {host} {reason}. Choose another with --port.")
        return 1
    stopping = Event()
    watcher = Thread(target=keep_postgres_running, args=(settings, stopping), name="postgres", daemon=True)
    with listener, tempfile.TemporaryDirectory(prefix="dobon-measures-") as directory:
        if settings.webhooks == LOCAL:
            log.warning(
                "DOBON_WEBHOOKS=local is for development: every account can send requests to programs on this machine"
            )
        prepare(settings)
        os.environ["DOBON_DATA_DIR"] = str(settings.data_dir)  # for the workers
        if settings.database_url is None:
            watcher.start()
        os.environ[metrics.DIRECTORY] = directory  # shared by all workers, so that their metrics add up
        welcome = partial(print, WELCOME.format(url=f"http://{address_of(host)}:{port}"), flush=True)
        others = [run_notifier] if settings.analyser == OFF else [run_analyser, run_notifier]
        Supervisor(run_worker, listener, workers, others, on_ready=welcome).run()
        stopping.set()
    if settings.database_url is None:
        watcher.join()  # it may be restarting the server
        stop_if_unused(settings)
    return 0


def keep_postgres_running(settings: Settings, stopping: Event) -> None:
    """Restart the embedded Postgres whenever it stops."""
    server = cluster(settings)
    while not stopping.wait(WATCH_SECONDS):
        if server.running() or stopping.is_set():
            continue
        log.warning("the embedded Postgres has stopped; restarting it")
        try:
            server.start()
        except (PostgresUnavailable, OSError) as error:
            reason = str(error).partition("\n")[0]
            log.error("the embedded Postgres does not start, and is tried again: %s", reason)


def address_of(host: str) -> str:
    """Return the host as part of a URL."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
