"""What it means when the database does not answer, and how a read copes with it."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

import psycopg

from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.pool import Pool

T = TypeVar("T")

RETRY_WITHIN_SECONDS = 1.0
"""A read that failed as fast as this met a connection that was closed already; one that took longer is not tried again."""


class Unavailable(Exception):
    """The database cannot be reached or has said no; nothing was written. Try again later."""


class CommitUnknown(Unavailable):
    """The connection was lost while something was written: it may be in the log or not.

    Repeat the command with the same idempotency key; without one, read the game before doing anything else.
    """


def read_with_retry(pool: Pool, work: Callable[[psycopg.Connection[Any]], T]) -> T:
    """What `work` reads over a connection; tried twice where the first fails at once, since a server that was restarted closes the connections it had.

    Raises `Unavailable`.
    """
    began = monotonic()
    try:
        return _read(pool, work)
    except Unavailable:
        if monotonic() - began > RETRY_WITHIN_SECONDS:
            raise
        with suppress(psycopg.OperationalError):
            pool.check()
        return _read(pool, work)


def _read(pool: Pool, work: Callable[[psycopg.Connection[Any]], T]) -> T:
    try:
        with pool.connection() as conn, WATCHDOG.watch(conn):
            return work(conn)
    except psycopg.OperationalError as failure:
        raise Unavailable(str(failure)) from failure


def write_once(pool: Pool, work: Callable[[psycopg.Connection[Any]], T]) -> T:
    """What `work`, a single statement in autocommit, answers; tried once, since what may have been committed is never blindly repeated.

    Raises `Doubtful` where the connection broke, `Unavailable` where there was none or the server refused.
    """
    try:
        conn = pool.getconn()
    except psycopg.OperationalError as failure:
        raise Unavailable(str(failure)) from failure
    try:
        with WATCHDOG.watch(conn):
            return work(conn)
    except psycopg.OperationalError as failure:
        # An error that the server could still report ended the statement; without a connection nobody knows.
        raise (CommitUnknown if conn.closed else Unavailable)(str(failure)) from failure
    finally:
        pool.putconn(conn)  # by hand: `pool.connection()` would commit, which autocommit has done
