"""Runs reads with one retry, runs writes once, and raises `Unavailable` while the database does not answer."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, TypeVar

import psycopg

from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.damage import is_damage
from infra.postgres.disk import DISK
from infra.postgres.partitions import is_not_owned
from infra.postgres.pool import Pool
from infra.postgres.remote_errors import is_lost_behind_router
from infra.postgres.replication import take_unconfirmed

T = TypeVar("T")

RETRY_WITHIN_SECONDS = 1.0
"""A read is retried only if it failed within this time, which indicates a connection closed before the read."""

DAMAGED_WRITES = 4
"""Attempts of a write that meets a damaged page."""


MOVE_SECONDS = 2.0
"""Time for which a call waits for a partition that moves to another database, which refuses it for milliseconds."""

MOVE_PAUSE_SECONDS = 0.01


class Unavailable(Exception):
    """The database cannot be reached or refused the statement; nothing was written. Try again later."""


class DiskFull(Unavailable):
    """The disk of the database is full; nothing was written. An operator must free space."""


class CommitUnknown(Unavailable):
    """A write may have been committed or not, or its commit may be lost with the primary.

    The connection was lost, or the synchronous standby has not confirmed the commit. Repeat the command with the same
    idempotency key. Without a key, read the game before the next command.
    """


def read_with_retry(pool: Pool, work: Callable[[psycopg.Connection[Any]], T]) -> T:
    """Return the result of `work` on a connection; retry once if the first attempt fails at once.

    A server that was restarted has closed its old connections, so the first attempt may meet one. Raises `Unavailable`.
    """
    began = monotonic()
    try:
        return _while_moving(lambda: _read(pool, work))
    except Unavailable:
        if monotonic() - began > RETRY_WITHIN_SECONDS:
            raise
        with suppress(psycopg.OperationalError):
            pool.check()
        return _while_moving(lambda: _read(pool, work))


def _read(pool: Pool, work: Callable[[psycopg.Connection[Any]], T]) -> T:
    try:
        with pool.connection() as conn, WATCHDOG.watch(conn):
            return _confirmed(conn, work)
    except psycopg.Error as failure:
        if is_lost_behind_router(failure):
            raise Unavailable(str(failure)) from failure
        if is_damage(failure) or not isinstance(failure, psycopg.OperationalError):
            raise
        raise _unavailable(failure) from failure


def _while_moving(work: Callable[[], T]) -> T:
    """Return the result of `work`, which is repeated while the partition of its game moves. Raises `Unavailable`."""
    end = monotonic() + MOVE_SECONDS
    while True:
        try:
            return work()
        except psycopg.Error as failure:
            if not is_not_owned(failure):
                raise
            if monotonic() > end:
                raise Unavailable("the games of this partition are being moved to another database") from failure
        sleep(MOVE_PAUSE_SECONDS)


def _confirmed(conn: psycopg.Connection[Any], work: Callable[[psycopg.Connection[Any]], T]) -> T:
    """Return the result of `work`. Raises `CommitUnknown` if the standby has not confirmed it."""
    take_unconfirmed(conn)  # of work that nobody waits for, such as a tick of the clock
    result = work(conn)
    if take_unconfirmed(conn):
        raise CommitUnknown("the synchronous standby has not confirmed the commit")
    return result


def _unavailable(failure: psycopg.OperationalError) -> Unavailable:
    return (DiskFull if DISK.notice(failure) else Unavailable)(str(failure))


def write_once(pool: Pool, work: Callable[[psycopg.Connection[Any]], T]) -> T:
    """Return the result of `work`, one statement or one transaction.

    It is not retried, because it may have committed. The exceptions had no effect: an error from a damaged page, for
    which the server may choose another page the next time, and a game whose partition moves to another database.
    Raises `CommitUnknown` if the connection broke or the synchronous standby has not confirmed the commit, `DiskFull`
    on a full disk, and `Unavailable` without a connection or if the server refused.
    """
    return _while_moving(lambda: _write(pool, work))


def _write(pool: Pool, work: Callable[[psycopg.Connection[Any]], T]) -> T:
    try:
        conn = pool.getconn()
    except psycopg.OperationalError as failure:
        raise Unavailable(str(failure)) from failure
    try:
        with WATCHDOG.watch(conn):
            return _confirmed(conn, lambda conn: _write_around_damage(conn, work))
    except psycopg.Error as failure:
        # If the server reported the error, the statement had no effect. If a connection broke, the effect is unknown.
        if conn.closed or is_lost_behind_router(failure):
            raise CommitUnknown(str(failure)) from failure
        if not isinstance(failure, psycopg.OperationalError):
            raise
        raise (CommitUnknown(str(failure)) if failure.sqlstate is None else _unavailable(failure)) from failure
    finally:
        pool.putconn(conn)  # `pool.connection()` would send a superfluous commit


def _write_around_damage(conn: psycopg.Connection[Any], work: Callable[[psycopg.Connection[Any]], T]) -> T:
    for _ in range(DAMAGED_WRITES - 1):
        try:
            return work(conn)
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
    return work(conn)
