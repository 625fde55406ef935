"""Processes with open streams of accounts. While there is one, notifications are made without delay.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

from domain.log.moments import Moment, later
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

LISTENING_SECONDS = 20
"""Time for which a process counts as listening after it has told so."""

_LISTEN = """
WITH old AS (DELETE FROM dobon.listeners WHERE until <= %(now)s AND id <> %(id)s)
INSERT INTO dobon.listeners (id, until) VALUES (%(id)s, %(until)s) ON CONFLICT (id) DO UPDATE SET until = excluded.until"""

_ANY = "SELECT EXISTS (SELECT FROM dobon.listeners WHERE until > %s)"


def listen(pool: Pool, process: str, now: Moment) -> None:
    """Note that this process has open streams of accounts."""
    values = {"id": process, "now": now, "until": later(now, seconds=LISTENING_SECONDS)}
    write_once(pool, lambda conn: conn.execute(_LISTEN, values))


def are_any(pool: Pool, now: Moment) -> bool:
    """Tell whether any process has open streams of accounts."""
    row = read_with_retry(pool, lambda conn: conn.execute(_ANY, (now,)).fetchone())
    return row is not None and bool(row[0])
