"""`dobon streams`: a process that serves thousands of streams, and the rest of the API more slowly
than `dobon serve`.
"""

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

from flask import Flask
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server

from api.server.asgi import THREADS, Application
from api.server.wsgi import create_configured_app
from api.streaming.gauges import process_gauges
from api.streaming.hub import update_hub
from infra.commands.service import GameService
from infra.observability import structured_logging
from infra.postgres.bootstrap import prepare
from infra.postgres.pool import open_pool
from infra.settings import Settings

MAX_STREAMS = 5_000
"""Limit of streams in this process."""

CACHED_GAMES = 4_096
"""Number of games cached in memory."""


def serve_streams(settings: Settings, host: str, port: int) -> int:
    """Serve until SIGTERM or SIGINT, and return the exit code."""
    structured_logging.configure(settings.log)
    prepare(settings)
    raise_file_limit()
    with open_pool(settings) as pool:
        games = GameService(pool, cache_size=CACHED_GAMES, games_per_account=settings.games_per_account)
        app = create_configured_app(settings, pool, games, MAX_STREAMS)
        asyncio.run(serve_until_signal(app, host, port))
        process_gauges(app).stop()
    return 0


async def serve_until_signal(app: Flask, host: str, port: int) -> None:
    """Serve until a signal arrives."""
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends the process
            asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    await serve_app(app, host, port, stopping)


async def serve_app(app: Flask, host: str, port: int, stopping: asyncio.Event) -> None:
    """Serve an application until `stopping` is set, then end its streams so that they do not delay the shutdown."""
    updates = update_hub(app)
    await serve_asgi(Application(app.wsgi_app, updates.unsubscribe), host, port, stopping, updates.close)


async def serve_asgi(
    application: Application, host: str, port: int, stopping: asyncio.Event, close: Callable[[], None]
) -> None:
    """Serve an ASGI application until `stopping` is set; `close` ends its open requests."""
    server = Server(
        application,
        host,
        port,
        interface=Interfaces.ASGINL,
        websockets=False,
        backlog=MAX_STREAMS,
        backpressure=MAX_STREAMS + THREADS,
        log_level=LogLevels.error,
    )
    serving = asyncio.ensure_future(server.serve())
    await asyncio.wait(
        [serving, stop_requested := asyncio.ensure_future(stopping.wait())], return_when=asyncio.FIRST_COMPLETED
    )
    stop_requested.cancel()
    close()
    server.stop()  # type: ignore[no-untyped-call]
    await serving


def raise_file_limit() -> None:
    """Raise the limit of open files to its maximum, because each stream is an open file."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
