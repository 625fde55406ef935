"""A worker process: it serves the API, the web client and the streams, and runs a scheduler."""

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any, cast

import uvicorn

from api.http.proxies import TrustedProxies
from api.server.asgi import Application
from api.server.beats import BEAT_SECONDS
from api.server.port import BACKLOG, open_port
from api.server.protocol import (
    KEEP_ALIVE_SECONDS,
    MAX_CONNECTIONS,
    MAX_OF_NETWORK,
    RESERVED_FILES,
    Connections,
    Protocol,
)
from api.server.wsgi import running_app
from api.streaming.hub import update_hub
from infra.observability import structured_logging
from infra.settings import Settings

SWITCH_SECONDS = 0.0005
"""Time for which a thread keeps the interpreter while others wait, a tenth of CPython's default. The event loop needs
the interpreter for a moment in each of its turns, and waits this long for each thread that calculates.
"""

GRACE_SECONDS = 4
"""Time for running requests to be answered after a signal; less than the time after which the worker is killed."""


def run_worker(listener: socket.socket, beats: Connection) -> None:
    """Serve until SIGTERM or SIGINT."""
    settings = Settings.from_environment()
    structured_logging.configure(settings.log)
    sys.setswitchinterval(SWITCH_SECONDS)
    limit = min(MAX_CONNECTIONS, raise_file_limit() - RESERVED_FILES)
    connections = Connections(limit, None if settings.proxies else MAX_OF_NETWORK)
    with running_app(settings) as app:
        application = Application.of(app, TrustedProxies(settings.proxies))
        spare_collector()
        Server(application, connections, update_hub(app).close, beats).run([listener])


def spare_collector() -> None:
    """Exempt all objects that exist from garbage collection: modules, routes and schemas live as long as the process.

    A full collection visits each of 200,000 such objects, for a quarter of a second in which no request is answered.
    """
    gc.collect()
    gc.freeze()


class Server(uvicorn.Server):
    """uvicorn with our connections; it ends waits and streams first when it stops."""

    def __init__(
        self,
        application: Application,
        connections: Connections,
        close: Callable[[], None],
        beats: Connection | None = None,
    ) -> None:
        """Serve an application; `close` ends its waits and streams. `beats` receives a message every `BEAT_SECONDS`."""
        self._connections = connections
        self._close = close
        self._beats = beats
        super().__init__(
            uvicorn.Config(
                cast("Any", application),
                http=cast("Any", partial(Protocol, connections)),
                ws="none",
                lifespan="off",
                interface="asgi3",
                proxy_headers=False,  # `Application` reads them, if there are proxies
                server_header=False,
                access_log=False,
                log_config=None,
                log_level=logging.ERROR,
                backlog=BACKLOG,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Say that this process is ready, listen, and watch over the connections."""
        self._beat()
        for listener in sockets or []:
            open_port(listener)
        await super().startup(sockets)
        self._sweeping = asyncio.ensure_future(self._connections.sweep())
        self._beating = asyncio.ensure_future(self._report())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End waits and streams, then answer what is left."""
        self._close()
        await super().shutdown(sockets)
        self._sweeping.cancel()
        self._beating.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's signature
        """Stop on a signal. uvicorn would raise it again after the shutdown, which would skip the rest of ours."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def _report(self) -> None:
        """Report that the event loop runs. Its times never jump; uvicorn's own call goes by the date and time."""
        while True:
            self._beat()
            await asyncio.sleep(BEAT_SECONDS)

    def _beat(self) -> None:
        if self._beats is not None:
            with suppress(OSError):  # the parent has ended
                self._beats.send_bytes(b".")


def raise_file_limit() -> int:
    """Raise the limit of open files to its maximum, because each connection is an open file. Return the limit."""
    try:
        import resource
    except ImportError:
        return MAX_CONNECTIONS + RESERVED_FILES  # Windows has no such limit
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    return hard_limit if hard_limit > 0 else MAX_CONNECTIONS + RESERVED_FILES
