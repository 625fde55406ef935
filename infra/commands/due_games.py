"""Finds the games that are due.

A damaged page of the table `games` makes every statement fail that meets a row on it. The search then goes block by
block, leaves the damaged ones out, and so still finds all other games.
"""

import logging
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import psycopg

from domain.moments import Moment
from infra.postgres.damage import is_damage
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry

WINDOW = 512
"""The number of due games among which the accounts take turns: several times the games that an account may have."""

# Two halves, because the index begins with `attended`: each reads the first entries of its half and sorts nothing.
_DUE = """
(SELECT id, created_by, attended FROM dobon.games WHERE attended AND due_at <= %(now)s ORDER BY due_at, id LIMIT %(window)s)
UNION ALL
(SELECT id, created_by, attended FROM dobon.games WHERE NOT attended AND due_at <= %(now)s ORDER BY due_at, id LIMIT %(limit)s)"""

_DUE_IN_BLOCKS = """
SELECT id, created_by, attended FROM dobon.games
WHERE ctid >= format('(%%s,0)', %(first)s::int8)::tid AND ctid < format('(%%s,0)', %(end)s::int8)::tid AND due_at <= %(now)s
ORDER BY due_at, id LIMIT %(window)s"""

_BLOCKS = "SELECT pg_relation_size('dobon.games') / current_setting('block_size')::int8"

_FIRST_DUE = """
SELECT least((SELECT min(due_at) FROM dobon.games WHERE attended AND due_at IS NOT NULL),
             (SELECT min(due_at) FROM dobon.games WHERE NOT attended AND due_at IS NOT NULL))"""

_logger = logging.getLogger(__name__)

Connection = psycopg.Connection[Any]
DueGame = tuple[str, str, bool]
"""The id of a game, the account that created it, and whether a person takes part."""


class DueGames:
    """The due games of a database of games."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._damaged_blocks: list[int] = []

    def find(self, now: Moment, limit: int) -> list[DueGame]:
        """Return games that are due at `now`, oldest first: up to `WINDOW` with people, and up to `limit` without."""
        values = {"now": now, "window": WINDOW, "limit": limit}
        try:
            found: list[DueGame] = self._read(lambda conn: conn.execute(_DUE, values).fetchall())
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
            found = self._find_by_block(now)
        return found

    def first(self) -> Moment | None:
        """Return the moment at which the next game is due, or None."""
        try:
            row = self._read(lambda conn: conn.execute(_FIRST_DUE).fetchone())
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
            return None
        return None if row is None else row[0]

    def _find_by_block(self, now: Moment) -> list[DueGame]:
        size = self._read(lambda conn: conn.execute(_BLOCKS).fetchone())[0]
        damaged: list[int] = []
        found: list[DueGame] = []
        for before, block in pairwise([-1, *self._damaged_blocks, size]):
            found.extend(self._find_between(before + 1, block, now, damaged))
            # The known blocks are not read again. A repaired one is found by the statement that reads the index.
        known = sorted({*self._damaged_blocks, *damaged})
        if known != self._damaged_blocks:
            self._damaged_blocks = known
            _logger.error("the table of games has damaged blocks, whose games stand still: %s", known)
        return found

    def _find_between(self, first: int, end: int, now: Moment, damaged: list[int]) -> Iterator[DueGame]:
        """Yield due games of the blocks from `first` to before `end`; append the damaged ones to `damaged`."""
        if first >= end:
            return
        values = {"first": first, "end": end, "now": now, "window": WINDOW}
        try:
            yield from self._read(lambda conn: conn.execute(_DUE_IN_BLOCKS, values).fetchall())
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
        else:
            return
        if end - first == 1:
            damaged.append(first)
            return
        middle = (first + end) // 2
        yield from self._find_between(first, middle, now, damaged)
        yield from self._find_between(middle, end, now, damaged)

    def _read(self, work: Callable[[Connection], Any]) -> Any:
        return read_with_retry(self._pool, work)
