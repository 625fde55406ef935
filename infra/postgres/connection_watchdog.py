"""Closes connections whose statement is past its deadline.

PostgreSQL itself ends slow statements (`statement_timeout`). A server that is frozen or cut off from the network
cannot, and libpq would wait forever. So every use of a connection is registered here, and a thread shuts down the
sockets of overdue connections. The waiting caller then sees a lost connection.
"""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

import psycopg

from infra.observability import metrics

POLL_SECONDS = 0.25

_logger = logging.getLogger(__name__)


class ConnectionWatchdog:
    """Tracks the connections in use in this process. Its thread starts with the first use."""

    def __init__(self, seconds: float | None = None) -> None:
        """`seconds` is the longest wait; None for no limit."""
        self.seconds = seconds
        self._waiting: dict[int, tuple[float, psycopg.Connection[Any]]] = {}
        self._starting = Lock()
        self._thread: Thread | None = None

    @contextmanager
    def watch(self, conn: psycopg.Connection[Any]) -> Iterator[None]:
        """Watch the connection in this context, which runs one statement or a few short ones."""
        if self.seconds is None:
            yield
            return
        if self._thread is None:
            self._start()
        key = id(conn)
        self._waiting[key] = (monotonic() + self.seconds, conn)
        try:
            yield
        finally:
            self._waiting.pop(key, None)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="watchdog", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        pause = Event()
        while True:
            pause.wait(POLL_SECONDS)
            now = monotonic()
            for key, (until, conn) in list(self._waiting.items()):
                if now > until and self._waiting.pop(key, None) is not None:
                    metrics.CUT_CONNECTIONS.inc()
                    _logger.warning("the database has not answered for %.1f s; closing its connection", self.seconds)
                    shut_down(conn)


def shut_down(conn: psycopg.Connection[Any]) -> None:
    """Shut down the connection's socket, so that pending calls fail and the connection is broken."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(conn.fileno())) as other:
        other.shutdown(socket.SHUT_RDWR)


WATCHDOG = ConnectionWatchdog()
"""The watchdog of this process; `open_pool` sets its limit."""
