"""Synchronous replication: commits that the standby has not confirmed, and statements that wait for it.

A PostgreSQL with a synchronous standby commits by itself first, and then waits for the standby. If the wait is
cancelled, it warns and reports success. If the wait is ended with its connection, the commit is visible too. Both
commits are lost if the standby becomes the new primary before it has received them.
"""

import weakref
from threading import Lock
from typing import Any

import psycopg

WAITING_FUNCTION = "SyncRepWaitForLSN"
"""The function of PostgreSQL that waits for the standby. It is part of its warnings in every language."""

_unconfirmed: "weakref.WeakSet[psycopg.Connection[Any]]" = weakref.WeakSet()
"""Connections with a commit that the standby has not confirmed."""

_TIMELINE = """\
SELECT (SELECT system_identifier FROM pg_control_system()),
    CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END"""


class FormerPrimary(psycopg.OperationalError):
    """The server was the primary before another one was promoted, such as a machine that was frozen meanwhile."""


class PrimaryWatch:
    """Counts how often a pool has met another primary. Rows that were read before may be lost.

    Each promotion begins another timeline, with a higher number. A primary with a lower one than the pool has met was
    replaced and does not know it yet. It confirms nothing, but would answer from old rows.
    """

    def __init__(self) -> None:
        self.changes = 0
        self._system: int | None = None
        self._timeline = ""
        self._timelines: weakref.WeakKeyDictionary[psycopg.Connection[Any], str] = weakref.WeakKeyDictionary()
        # Two threads must not count the same change.
        self._lock = Lock()

    def note(self, conn: psycopg.Connection[Any]) -> None:
        """Compare the primary of a new connection with the last one. Raises `FormerPrimary`.

        Another database, such as a restored dump, begins its own timelines.
        """
        row = conn.execute(_TIMELINE).fetchone()
        if row is None or row[1] is None:
            return
        system, timeline = row
        with self._lock:
            if system == self._system and timeline < self._timeline:
                raise FormerPrimary(f"the server is on timeline {timeline}, but the primary is on {self._timeline}")
            if (system, timeline) != (self._system, self._timeline):
                self.changes += self._system is not None
                self._system, self._timeline = system, timeline
            self._timelines[conn] = timeline

    def check(self, conn: psycopg.Connection[Any]) -> None:
        """Raise `FormerPrimary` if the pool has met another primary since the connection was opened."""
        if self._timelines.get(conn, self._timeline) != self._timeline:
            raise FormerPrimary("another server has become the primary")


def watch_confirmations(conn: psycopg.Connection[Any]) -> None:
    """Remember the warnings of this connection that a commit was not confirmed."""
    known = weakref.ref(conn)

    def notice(diagnostic: psycopg.errors.Diagnostic) -> None:
        if (found := known()) is not None and is_unconfirmed(diagnostic):
            _unconfirmed.add(found)

    conn.add_notice_handler(notice)


def is_unconfirmed(diagnostic: psycopg.errors.Diagnostic) -> bool:
    """Tell whether the warning says that PostgreSQL no longer waits for the standby.

    A proxy between the server and PostgreSQL passes on the text alone.
    """
    if diagnostic.source_function == WAITING_FUNCTION:
        return True
    return "wait for synchronous replication" in (diagnostic.message_primary or "")


def pass_on_unconfirmed(conn: psycopg.Connection[Any], to: psycopg.Connection[Any]) -> None:
    """Count an unconfirmed commit of a connection as one of another connection, which waits for both."""
    if take_unconfirmed(conn):
        _unconfirmed.add(to)


def take_unconfirmed(conn: psycopg.Connection[Any]) -> bool:
    """Tell whether a commit of the connection was not confirmed since the last call."""
    if conn not in _unconfirmed:
        return False
    _unconfirmed.discard(conn)
    return True
