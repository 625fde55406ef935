"""Synchronous replication: commits that the standby has not confirmed, and statements that wait for it.

A PostgreSQL with a synchronous standby commits by itself first, and then waits for the standby. If the wait is
cancelled, it warns and reports success. If the wait is ended with its connection, the commit is visible too. Both
commits are lost if the standby becomes the new primary before it has received them.
"""

import weakref
from threading import Lock
from typing import Any

import psycopg

WAIT_FOR_STANDBY = (
    "CASE WHEN current_setting('synchronous_standby_names') <> '' THEN pg_logical_emit_message(true, 'dobon', '') END"
)
"""An expression of a SELECT: makes its commit wait until the standby has everything that the statement has seen.

A transaction that only reads would not wait. Without a synchronous standby nothing is written.
"""

WAITING_FUNCTION = "SyncRepWaitForLSN"
"""The function of PostgreSQL that waits for the standby. It is part of its warnings in every language."""

_unconfirmed: "weakref.WeakSet[psycopg.Connection[Any]]" = weakref.WeakSet()
"""Connections with a commit that the standby has not confirmed."""

_TIMELINE = "SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END"


class PrimaryWatch:
    """Counts how often this process has met another primary. Rows that it has read before may be lost."""

    def __init__(self) -> None:
        self.changes = 0
        self._timeline: str | None = None
        # Two threads must not count the same change.
        self._lock = Lock()

    def note(self, conn: psycopg.Connection[Any]) -> None:
        """Compare the primary of a new connection with the last one. Each promotion begins another timeline."""
        row = conn.execute(_TIMELINE).fetchone()
        timeline = None if row is None else row[0]
        with self._lock:
            if timeline is not None and timeline != self._timeline:
                if self._timeline is not None:
                    self.changes += 1
                self._timeline = timeline


PRIMARY = PrimaryWatch()
"""The primary of the database of this process."""


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


def take_unconfirmed(conn: psycopg.Connection[Any]) -> bool:
    """Tell whether a commit of the connection was not confirmed since the last call."""
    if conn not in _unconfirmed:
        return False
    _unconfirmed.discard(conn)
    return True
