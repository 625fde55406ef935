"""Reads the table `games` although some of its pages are damaged.

A damaged page makes every statement fail that meets a row on it, or an index entry that leads there. After such a
failure a statement is repeated for parts of the games, and the parts that fail are left out: games by their ids, or the
whole table by its blocks. Without damage nothing is repeated.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import pairwise
from time import monotonic
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from infra.postgres.damage import is_damage

FORGET_SECONDS = 300.0
"""The time after which damaged blocks are tried again, because they may have been repaired."""

_IN_BLOCKS = "games.ctid >= format('({0}s,0)', {1}::int8)::tid AND games.ctid < format('({0}s,0)', {2}::int8)::tid"

IN_BLOCKS = _IN_BLOCKS.format("%%", "%(first)s", "%(end)s")
"""The condition with which a statement reads only the blocks from `first` to before `end`."""

IN_BLOCKS_CLAUSE = _IN_BLOCKS.format("%", "(:first)", "(:end)")
"""The same for `sqlalchemy.text`."""

_OPEN_PAGE = "SELECT id, version FROM dobon.games WHERE id > %(after)s::uuid AND NOT closed ORDER BY id LIMIT %(limit)s"
_ANY_PAGE = "SELECT id, version FROM dobon.games WHERE id > %(after)s::uuid ORDER BY id LIMIT %(limit)s"
_VERSIONS = """
SELECT id, version FROM dobon.games WHERE id = ANY(%(games)s::uuid[]) AND (%(closed)s OR NOT closed) ORDER BY id"""

# Every game has a secret, so games are found there whose own rows are damaged.
_IDS = "SELECT game_id FROM dobon.game_secrets WHERE game_id > %(after)s::uuid ORDER BY game_id LIMIT %(limit)s"

_BLOCKS = "SELECT pg_relation_size('dobon.games') / current_setting('block_size')::int8"

# The planner reads a small table, or one of which many rows are wanted, from its first page to its last.
BY_INDEX = "SET LOCAL enable_seqscan = off"
"""Makes the statements of a transaction read only the pages of the games that they name."""

_logger = logging.getLogger(__name__)

Connection = psycopg.Connection[Any]
Row = tuple[Any, ...]
"""The columns of a row."""


def read_rows(conn: Connection, statement: str, values: Mapping[str, Any]) -> list[Row] | None:
    """Return the rows of a statement, or None if it meets damaged data. A transaction of the caller remains usable."""
    outside = conn.info.transaction_status == TransactionStatus.IDLE
    try:
        with nullcontext() if outside else conn.transaction():
            return conn.execute(statement, values).fetchall()
    except psycopg.Error as failure:
        if not is_damage(failure):
            raise
    return None


def read_games(conn: Connection, statement: str, games: Sequence[str], **values: Any) -> list[Row]:
    """Return the rows of a statement about some games, for those that can be read, in the order of the ids.

    In the statement `%(games)s` stands for an array of the ids. It begins with the id of the game, by which it sorts.
    """
    found = read_rows(conn, statement, {"games": [*games], **values})
    if found is not None:
        return found
    with conn.transaction():
        conn.execute(BY_INDEX)
        return [*_by_halves(conn, statement, sorted(games), values)]


def _by_halves(conn: Connection, statement: str, games: Sequence[str], values: Mapping[str, Any]) -> Iterator[Row]:
    try:
        with conn.transaction():
            # An earlier plan for this statement may read all pages.
            yield from conn.execute(statement, {"games": games, **values}, prepare=False).fetchall()
    except psycopg.Error as failure:
        if not is_damage(failure):
            raise
    else:
        return
    if len(games) > 1:
        middle = len(games) // 2
        yield from _by_halves(conn, statement, games[:middle], values)
        yield from _by_halves(conn, statement, games[middle:], values)


def read_versions(
    conn: Connection, after: str, limit: int, *, closed: bool = True
) -> tuple[dict[str, int], str | None]:
    """Return the versions of the next games by id, and the id after which the next page begins, None after the last.

    A page may have fewer than `limit` games. Without `closed` it has none that are closed.
    """
    values = {"after": after, "limit": limit, "closed": closed}
    rows = read_rows(conn, _ANY_PAGE if closed else _OPEN_PAGE, values)
    if rows is None:
        ids = [game for (game,) in conn.execute(_IDS, values)]
        rows = read_games(conn, _VERSIONS, ids, closed=closed)
    else:
        ids = [game for game, _ in rows]
    return dict(rows), ids[-1] if len(ids) == limit else None


def read_table(conn: Connection, statement: str, in_blocks: str, values: Mapping[str, Any]) -> list[Row]:
    """Return the rows of a statement about the whole table, or if it meets damaged data, of `in_blocks` instead.

    `in_blocks` is the same statement with the condition `IN_BLOCKS`.
    """
    found = read_rows(conn, statement, values)
    return read_blocks(conn, in_blocks, values) if found is None else found


_damaged_blocks: dict[tuple[str, int, str], tuple[float, list[int]]] = {}
"""By database: when its damaged blocks were found, as a time of `monotonic`, and their numbers."""


def read_blocks(conn: Connection, statement: str, values: Mapping[str, Any]) -> list[Row]:
    """Return the rows of a statement from ranges of intact blocks, one range after another.

    The statement has the condition `IN_BLOCKS`. It is slow, because it reads the whole table.
    """
    database = conn.info.host, conn.info.port, conn.info.dbname
    found_at, last = _damaged_blocks.get(database, (0.0, []))
    known = last if monotonic() - found_at < FORGET_SECONDS else []
    (size,) = conn.execute(_BLOCKS).fetchall()[0]
    damaged: list[int] = []
    rows: list[Row] = []
    for before, block in pairwise([-1, *(block for block in known if block < size), size]):
        rows.extend(_read_between(conn, statement, values, (before + 1, block), damaged))
    if damaged or not known:
        _damaged_blocks[database] = monotonic(), sorted({*known, *damaged})
    if {*damaged} - {*last}:
        _logger.error("the table of games has damaged blocks, whose games stand still: %s", damaged)
    return rows


def _read_between(
    conn: Connection, statement: str, values: Mapping[str, Any], blocks: tuple[int, int], damaged: list[int]
) -> Iterator[Row]:
    """Yield the rows of the blocks from the first to before the end; append the damaged ones to `damaged`."""
    first, end = blocks
    if first >= end:
        return
    found = read_rows(conn, statement, {**values, "first": first, "end": end})
    if found is not None:
        yield from found
    elif end - first == 1:
        damaged.append(first)
    else:
        middle = (first + end) // 2
        yield from _read_between(conn, statement, values, (first, middle), damaged)
        yield from _read_between(conn, statement, values, (middle, end), damaged)
