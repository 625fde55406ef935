"""Copies and deletes the rows of a partition, a part of the ids in each transaction.

Short transactions matter, because the change feed of a database waits for the oldest open one that writes.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql

from infra.postgres.partitions import ID_COLUMNS, bounds
from infra.postgres.tables import GAME_TABLES
from infra.postgres.tables.schema import SCHEMA

Connection = psycopg.Connection[Any]

GAMES_PER_PART = 200
"""The number of games whose rows are copied or deleted in one transaction, on average."""

COLUMNS = {table.name: [column.name for column in table.columns if column.name != "tx"] for table in GAME_TABLES}
"""The columns that move. The id of the transaction is that of the database into which a row is written."""

OF_SHARD = "name = 'folds'"
"""Condition on rows of `progress` that are in the database of the game; the others are in that of the accounts."""

MARK = "move"
"""The name of the row of `progress` with which a move finds out how far the target is (`infra.sharding.channel`)."""

Part = tuple[str, str]
"""The lowest and the highest id of a part of a partition."""


def split(partition: int, games: int) -> list[Part]:
    """Return the parts of a partition with this number of games.

    Ids are random, so all parts have about as many games.
    """
    lowest, highest = (UUID(text).int for text in bounds(partition))
    count = games // GAMES_PER_PART + 1
    size = (highest + 1 - lowest) // count
    edges = [lowest + number * size for number in range(count)] + [highest + 1]
    return [(str(UUID(int=low)), str(UUID(int=high - 1))) for low, high in pairwise(edges)]


def count_games(conn: Connection, partition: int) -> int:
    """Return the number of games whose rows a database has in a partition, whether it owns the partition or not."""
    query = "SELECT count(*) FROM dobon.games WHERE id BETWEEN %s AND %s"
    row = conn.execute(query, bounds(partition)).fetchone()
    assert row is not None
    return int(row[0])


def copy(source: Connection, target: Connection, partition: int) -> Iterator[int]:
    """Copy the rows of a partition; yield the number of parts after each one. The target owns nothing of it.

    `source` is in a transaction whose snapshot is copied.
    """
    parts = split(partition, count_games(source, partition))
    for part in parts:
        with target.transaction():
            for table in ID_COLUMNS:
                _copy_rows(source, target, table, _condition(table, *part, other=()))
        yield len(parts)
    with target.transaction():
        of_partition = sql.SQL("partition = {}").format(sql.Literal(partition))
        _copy_rows(source, target, "closed_games", of_partition)


def _copy_rows(source: Connection, target: Connection, table: str, condition: sql.Composable) -> None:
    names = COLUMNS.get(table)
    columns = sql.SQL(", ").join(map(sql.Identifier, names)) if names else sql.SQL("partition, status, games")
    place = sql.Identifier(SCHEMA, table)
    read = sql.SQL("COPY (SELECT {} FROM {} WHERE {}) TO STDOUT").format(columns, place, condition)
    write = sql.SQL("COPY {} ({}) FROM STDIN").format(place, columns)
    with source.cursor().copy(read) as rows, target.cursor().copy(write) as written:
        for block in rows:
            written.write(block)


def delete(conn: Connection, partition: int) -> int:
    """Delete all rows of a partition that the database does not own, and return the number of rows.

    Raises `Owned` if it owns the partition.
    """
    deleted = 0
    for part in split(partition, count_games(conn, partition)):
        with conn.transaction():
            _check_not_owned(conn, partition)
            for table in ID_COLUMNS:
                place = sql.Identifier(SCHEMA, table)
                condition = _condition(table, *part, other=(MARK,))
                deleted += conn.execute(sql.SQL("DELETE FROM {} WHERE {}").format(place, condition)).rowcount
    with conn.transaction():
        _check_not_owned(conn, partition)
        conn.execute("DELETE FROM dobon.closed_games WHERE partition = %s", (partition,))
    return deleted


class Owned(Exception):
    """Rows of a partition that the database owns are not deleted."""


def _check_not_owned(conn: Connection, partition: int) -> None:
    """Keep the database from becoming the owner until the end of the transaction."""
    row = conn.execute("SELECT owned FROM dobon.partitions WHERE number = %s FOR SHARE", (partition,)).fetchone()
    if row is None or row[0]:
        raise Owned(f"partition {partition}")


def _condition(table: str, lowest: str, highest: str, other: tuple[str, ...]) -> sql.Composable:
    """Return the condition on rows that move with the ids; `other` are names of further rows of `progress`."""
    between = sql.SQL("{0} >= {1} AND {0} <= {2}").format(
        sql.Identifier(ID_COLUMNS[table]), sql.Literal(lowest), sql.Literal(highest)
    )
    if table != "progress":
        return between
    names = [sql.SQL(OF_SHARD), *(sql.SQL("name = {}").format(sql.Literal(name)) for name in other)]
    return sql.SQL("{} AND ({})").format(between, sql.SQL(" OR ").join(names))


def filter_of(table: str, partition: int) -> sql.Composable:
    """Return the condition on rows whose changes move, with the marks of the move."""
    return _condition(table, *bounds(partition), other=(MARK,))
