"""Session locks by which only one process at a time does background work."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg


@contextmanager
def try_advisory_lock(conn: psycopg.Connection[Any], key: int) -> Iterator[bool]:
    """Take the lock if it is free, yield whether it was taken, and release it afterwards.

    PostgreSQL releases it with the session too, even if the process is killed.
    """
    row = conn.execute("SELECT pg_try_advisory_lock(%s)", (key,)).fetchone()
    if row is None or not row[0]:
        yield False
        return
    try:
        yield True
    finally:
        conn.execute("SELECT pg_advisory_unlock(%s)", (key,))
