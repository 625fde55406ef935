"""The way on which changes of a partition reach the target: publication, replication slot and subscription.

A *mark* is a row that the source writes into the published part of `progress`. PostgreSQL applies transactions in the
order of their commits. So a target that has the mark has everything that was committed before it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import SystemRandom
from typing import Any

import psycopg
from psycopg import errors, sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from infra.postgres.partitions import ID_COLUMNS, bounds
from infra.postgres.tables.schema import SCHEMA
from infra.sharding.rows import COLUMNS, MARK, filter_of

Connection = psycopg.Connection[Any]

POLL_SECONDS = 0.001
"""Interval between two looks for a mark."""

DROP_SECONDS = 30.0
"""Time in which PostgreSQL has to end the process that reads a replication slot."""

NEWER_PARAMETERS = {"load_balance_hosts": 160000, "require_auth": 160000, "sslcertmode": 160000}
"""Parameters of addresses, and the version of PostgreSQL that knows them."""


def name_of(partition: int) -> str:
    """Return the name of the publication and of the subscription of a move."""
    return f"dobon_move_{partition}"


def slot_name(source: Connection, partition: int) -> str:
    """Return the name of the replication slot, which is unique in a server with several databases."""
    row = source.execute("SELECT oid::text FROM pg_database WHERE datname = current_database()").fetchone()
    assert row is not None
    return f"{name_of(partition)}_{row[0]}"


def publish(source: Connection, partition: int) -> None:
    """Create the publication. While it exists, a move from this shard is under way or has to be finished."""
    parts = [
        sql.SQL("TABLE {}{} WHERE ({})").format(
            sql.Identifier(SCHEMA, table),
            sql.SQL(" ({})").format(sql.SQL(", ").join(map(sql.Identifier, COLUMNS[table])))
            if table == "events"
            else sql.SQL(""),
            filter_of(table, partition),
        )
        for table in ID_COLUMNS
    ]
    closed = sql.SQL("TABLE {} WHERE (partition = {})").format(
        sql.Identifier(SCHEMA, "closed_games"), sql.Literal(partition)
    )
    create = sql.SQL("CREATE PUBLICATION {} FOR {} WITH (publish = 'insert, update, delete')")
    source.execute(create.format(sql.Identifier(name_of(partition)), sql.SQL(", ").join([*parts, closed])))


def is_published(conn: Connection, partition: int) -> bool:
    """Tell whether a move of the partition from this shard is under way or has to be finished."""
    query = "SELECT FROM pg_publication WHERE pubname = %s"
    return conn.execute(query, (name_of(partition),)).fetchone() is not None


def unpublish(conn: Connection, partition: int) -> None:
    """Drop the publication if it exists."""
    conn.execute(sql.SQL("DROP PUBLICATION IF EXISTS {}").format(sql.Identifier(name_of(partition))))


@contextmanager
def new_slot(url: str, slot: str) -> Iterator[str]:
    """Create a replication slot, and yield the snapshot after which its changes begin."""
    # Only this protocol exports the snapshot. It lives until the next command of the connection.
    with psycopg.connect(url, replication="database", autocommit=True) as conn:
        create = sql.SQL("CREATE_REPLICATION_SLOT {} LOGICAL pgoutput EXPORT_SNAPSHOT").format(sql.Identifier(slot))
        row = conn.execute(create).fetchone()
        assert row is not None
        yield row[2]


def drop_slot(source: Connection, partition: int) -> None:
    """Drop the replication slot if it exists, and end the process that reads it."""
    slot, end = slot_name(source, partition), time.monotonic() + DROP_SECONDS
    query = "SELECT active_pid FROM pg_replication_slots WHERE slot_name = %s"
    while (row := source.execute(query, (slot,)).fetchone()) is not None:
        if row[0] is not None:
            source.execute("SELECT pg_terminate_backend(%s)", (row[0],))
        try:
            source.execute("SELECT pg_drop_replication_slot(%s)", (slot,))
        except errors.ObjectInUse:
            if time.monotonic() > end:
                raise
            time.sleep(POLL_SECONDS)


def subscribe(target: Connection, partition: int, url: str, slot: str) -> None:
    """Begin to apply the changes after the snapshot of the slot. `url` is the address of the source."""
    name = sql.Identifier(name_of(partition))
    create = sql.SQL(
        "CREATE SUBSCRIPTION {} CONNECTION {} PUBLICATION {} WITH (create_slot = false, slot_name = {},"
        " copy_data = false, streaming = off, synchronous_commit = 'off', disable_on_error = true)"
    )
    address = _for_version(url, target.info.server_version)
    target.execute(create.format(name, sql.Literal(address), name, sql.Literal(slot)))


def _for_version(url: str, version: int) -> str:
    """Return an address without parameters that a server of this version does not know."""
    given = conninfo_to_dict(url)
    known: dict[str, Any] = {name: value for name, value in given.items() if version >= NEWER_PARAMETERS.get(name, 0)}
    return make_conninfo(**known)


def is_subscribed(conn: Connection, partition: int) -> bool:
    """Tell whether a shard is the target of an unfinished move of the partition."""
    return _subscription(conn, partition) is not None


def is_stopped(conn: Connection, partition: int) -> bool:
    """Tell whether the subscription has met an error and stopped."""
    return _subscription(conn, partition) is False


def _subscription(conn: Connection, partition: int) -> bool | None:
    """Return whether the subscription is enabled; None if there is none."""
    query = (
        "SELECT subenabled FROM pg_subscription WHERE subname = %s"
        " AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    row = conn.execute(query, (name_of(partition),)).fetchone()
    return None if row is None else bool(row[0])


def unsubscribe(conn: Connection, partition: int) -> None:
    """Drop the subscription if it exists, whether the source answers or not."""
    if is_subscribed(conn, partition):
        name = sql.Identifier(name_of(partition))
        for statement in (
            "ALTER SUBSCRIPTION {} DISABLE",
            "ALTER SUBSCRIPTION {} SET (slot_name = NONE)",
            "DROP SUBSCRIPTION {}",
        ):
            conn.execute(sql.SQL(statement).format(name))


def new_token() -> int:
    """Return a random token, which tells a mark from all earlier ones."""
    return SystemRandom().randrange(1, 2**31)


def mark(source: Connection, partition: int, token: int) -> None:
    """Write the mark, or replace it by another one."""
    source.execute(
        "INSERT INTO dobon.progress (game_id, name, version) VALUES (%s, %s, %s)"
        " ON CONFLICT (game_id, name) DO UPDATE SET version = excluded.version",
        (bounds(partition)[0], MARK, token),
    )


def unmark(conn: Connection, partition: int) -> None:
    """Delete the mark if it exists. A move that would hand the partition over by it can no longer do so."""
    conn.execute("DELETE FROM dobon.progress WHERE game_id = %s AND name = %s", (bounds(partition)[0], MARK))


def wait_for_mark(
    target: Connection, partition: int, token: int, seconds: float, pause: Callable[[float], None] = time.sleep
) -> bool:
    """Wait until the target has the mark; return False if it has not come within the time."""
    end = time.monotonic() + seconds
    query, place = "SELECT version FROM dobon.progress WHERE game_id = %s AND name = %s", bounds(partition)[0]
    while target.execute(query, (place, MARK), prepare=True).fetchone() != (token,):
        if time.monotonic() > end:
            return False
        pause(POLL_SECONDS)
    return True
