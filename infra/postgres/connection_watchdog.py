"""Cuts connections that are waited on for longer than the server of the database may take.

Postgres ends what takes too long by itself (`statement_timeout`). One that is frozen or cut off from the network does not, and libpq would wait for
ever. So what uses a connection says when it begins and ends, and a thread shuts down the sockets of those that are overdue: for whoever
waits it is a lost connection like any other.
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
    """Knows who waits for the database in this process. It has a thread from its first use on."""

    def __init__(self, seconds: float | None = None) -> None:
        """`seconds` is the longest wait; None for no limit."""
        self.seconds = seconds
        self._waiting: dict[int, tuple[float, psycopg.Connection[Any]]] = {}
        self._has_waiting = Event()
        self._starting = Lock()
        self._thread: Thread | None = None

    @contextmanager
    def watch(self, conn: psycopg.Connection[Any]) -> Iterator[None]:
        """While the connection is used in here, for one statement or a few short ones."""
        if self.seconds is None:
            yield
            return
        if self._thread is None:
            self._start()
        key = id(conn)
        self._waiting[key] = (monotonic() + self.seconds, conn)
        self._has_waiting.set()
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
            self._has_waiting.wait()
            if not self._waiting:
                self._has_waiting.clear()
                continue
            pause.wait(POLL_SECONDS)
            now = monotonic()
            for key, (until, conn) in list(self._waiting.items()):
                if now > until and self._waiting.pop(key, None) is not None:
                    metrics.CUT_CONNECTIONS.inc()
                    _logger.warning("the database has not answered for %.1f s; its connection is cut", self.seconds)
                    shut_down(conn)


def shut_down(conn: psycopg.Connection[Any]) -> None:
    """Shut the connection's socket down, in the middle of whatever waits on it; the connection is then a broken one."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(conn.fileno())) as other:
        other.shutdown(socket.SHUT_RDWR)


WATCHDOG = ConnectionWatchdog()
"""Of this process; whoever opens the pool sets its patience."""
