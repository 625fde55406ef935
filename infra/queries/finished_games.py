"""Finished games that everybody may open, in the order of their ends, for files of a whole month."""

from typing import Any, NamedTuple

import psycopg

from domain.log.moments import Moment
from infra.databases.pool import AccountsPool
from infra.postgres.retry import read_with_retry

_ENDED = """(summary::json ->> 'ended_at') COLLATE "C" """

_GAMES = f"""
SELECT {_ENDED} AS ended_at, id, version FROM dobon.games
WHERE shown = 'finished' AND created_at < %(before)s AND {_ENDED} >= %(first)s AND {_ENDED} < %(before)s
ORDER BY ended_at, id"""  # noqa: S608 - a constant

_ERASED = "SELECT EXISTS (SELECT 1 FROM dobon.players WHERE id = ANY(%s::uuid[]) AND erased_at IS NOT NULL)"


class FinishedGame(NamedTuple):
    """A finished game."""

    ended_at: Moment
    id: str
    version: int
    "The number of its events."


def ended_between(pool: AccountsPool, first: Moment, before: Moment) -> list[FinishedGame]:
    """Return the listed games with spectators that ended from `first` on and before `before`. Raises `Unavailable`."""

    def work(conn: psycopg.Connection[Any]) -> list[FinishedGame]:
        rows = conn.execute(_GAMES, {"first": first, "before": before}).fetchall()
        return [FinishedGame(*row) for row in rows]

    return sorted(game for part in pool.games.read(work) for game in part)


def has_erased(pool: AccountsPool, players: list[str]) -> bool:
    """Tell whether one of these players has erased the account. Raises `Unavailable`."""
    row = read_with_retry(pool, lambda conn: conn.execute(_ERASED, [players]).fetchone())
    assert row is not None
    return bool(row[0])
