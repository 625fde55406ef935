"""Finds the games that are due, although pages of the table `games` may be damaged."""

from collections.abc import Collection

from domain.log.moments import Moment
from infra.postgres.around_damage import IN_BLOCKS, Row, read_table
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry

WINDOW = 512
"""The number of due games among which the accounts take turns: several times the games that an account may have."""

# Two halves, because the index begins with `attended`: each reads the first entries of its half and sorts nothing.
_DUE = """
(SELECT id, created_by, attended FROM dobon.games WHERE attended AND due_at <= %(now)s ORDER BY due_at, id LIMIT %(window)s)
UNION ALL
(SELECT id, created_by, attended FROM dobon.games WHERE NOT attended AND due_at <= %(now)s ORDER BY due_at, id LIMIT %(limit)s)"""

_DUE_IN_BLOCKS = f"""
SELECT id, created_by, attended FROM dobon.games WHERE {IN_BLOCKS} AND due_at <= %(now)s
ORDER BY due_at, id LIMIT %(window)s"""  # noqa: S608 - a constant

_FIRST_DUE = """
SELECT least((SELECT min(due_at) FROM dobon.games WHERE attended AND due_at IS NOT NULL AND id <> ALL(%(without)s::uuid[])),
             (SELECT min(due_at) FROM dobon.games WHERE NOT attended AND due_at IS NOT NULL AND id <> ALL(%(without)s::uuid[])))"""

_FIRST_DUE_IN_BLOCKS = f"""
SELECT min(due_at) FROM dobon.games WHERE {IN_BLOCKS} AND id <> ALL(%(without)s::uuid[])"""  # noqa: S608 - a constant


class DueGames:
    """The due games of a database of games."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def find(self, now: Moment, limit: int) -> list[Row]:
        """Return games that are due at `now`, oldest first: up to `WINDOW` with people, and up to `limit` without.

        A row is the id of a game, the account that created it, and whether a person takes part.
        """
        values = {"now": now, "window": WINDOW, "limit": limit}
        return read_with_retry(self._pool, lambda conn: read_table(conn, _DUE, _DUE_IN_BLOCKS, values))

    def first(self, without: Collection[str] = ()) -> Moment | None:
        """Return the moment at which the next game is due, apart from some games, or None."""
        values = {"without": [*without]}
        found = read_with_retry(self._pool, lambda conn: read_table(conn, _FIRST_DUE, _FIRST_DUE_IN_BLOCKS, values))
        return min((due for (due,) in found if due is not None), default=None)
