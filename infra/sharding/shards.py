"""Shards: databases that share the games. Each has all tables, and owns some of the partitions.

What a shard owns is written in the shard itself, so the map of a router can be rebuilt from the shards.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import psycopg
from psycopg import sql

from infra.postgres.partitions import ID_COLUMNS, PARTITIONS, owned_partitions
from infra.postgres.tables.schema import SCHEMA
from infra.settings import StartError

Connection = psycopg.Connection[Any]

ENLIST_LOCK = 0x646F626F70
"""Key of the advisory lock, in the first shard, under which partitions are given to new shards."""

_IS_SHARD = "SELECT relrowsecurity FROM pg_class WHERE oid = 'dobon.games'::regclass"
_GIVE_UP = "UPDATE dobon.partitions SET owned = false WHERE NOT EXISTS (SELECT FROM dobon.games)"


class ShardsDisagree(StartError):
    """Two shards own the same partition, or a partition has no shard. The message names a remedy."""


def is_shard(conn: Connection) -> bool:
    """Tell whether a database is one of several: it hides the rows of partitions that it does not own."""
    row = conn.execute(_IS_SHARD).fetchone()
    return row is not None and bool(row[0])


def owners(urls: Sequence[str]) -> dict[int, int]:
    """Return the place of the shard that owns each partition. A partition that is on its way has none.

    Raises `ShardsDisagree` if two shards own one.
    """
    found: dict[int, int] = {}
    for place, url in enumerate(urls):
        with psycopg.connect(url, autocommit=True) as conn:
            for number in owned_partitions(conn):
                if number in found:
                    raise ShardsDisagree(f"The shards {found[number] + 1} and {place + 1} both own partition {number}.")
                found[number] = place
    return found


def enlist(urls: Sequence[str]) -> None:
    """Make all these databases shards. Those that are new and empty own nothing, unless there are no others.

    Then they get equal parts. Raises `ShardsDisagree`.
    """
    with ExitStack() as stack:
        conns = [stack.enter_context(psycopg.connect(url, autocommit=True)) for url in urls]
        conns[0].execute("SELECT pg_advisory_lock(%s)", [ENLIST_LOCK])
        for conn in conns:
            if not is_shard(conn):
                _enlist(conn)
    if not owners(urls):
        _distribute(urls)


def identity(conn: Connection) -> tuple[int, str]:
    """Return what tells a database from others: the identifier of its server, and its name."""
    row = conn.execute("SELECT system_identifier, current_database()::text FROM pg_control_system()").fetchone()
    assert row is not None
    return row[0], row[1]


def owns_any(conn: Connection) -> bool:
    """Tell whether a database owns a partition."""
    return bool(owned_partitions(conn))


def give_up(conn: Connection) -> bool:
    """Let a database without games own no partition; return False, without any effect, if it has games."""
    return conn.execute(_GIVE_UP).rowcount > 0


def _enlist(conn: Connection) -> None:
    with conn.transaction():
        give_up(conn)
        for table in (*ID_COLUMNS, "closed_games"):
            name = sql.Identifier(SCHEMA, table)
            conn.execute(sql.SQL("ALTER TABLE {} ENABLE ROW LEVEL SECURITY").format(name))


def _distribute(urls: Sequence[str]) -> None:
    for place, numbers in equal_parts(len(urls)).items():
        with psycopg.connect(urls[place], autocommit=True) as conn:
            conn.execute("UPDATE dobon.partitions SET owned = true WHERE number = ANY(%s)", (numbers,))


def equal_parts(shards: int) -> Mapping[int, list[int]]:
    """Return the partitions of each shard, of 64 in order, as equal as possible."""
    parts: dict[int, list[int]] = {}
    for number in range(PARTITIONS):
        parts.setdefault(number * shards // PARTITIONS, []).append(number)
    return parts
