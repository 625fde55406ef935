"""The change feed: which games have changed, for everything that follows many games.

It names games and not events, because the events of a game are read by `(game_id, version)`, which has no gaps.
Positions are transaction ids. A transaction that began earlier may commit later, so a reader that continues after the
highest position seen would skip it. This feed stops before the oldest transaction that is still running.

Each database of games has its own feed and its own positions. Games that arrive from another database are not in the
feed, because their events keep the transaction ids of that database. `arrivals` tells that some have arrived.
"""

from dataclasses import dataclass
from typing import Any

import psycopg


@dataclass(frozen=True, slots=True)
class Changes:
    """The games that have changed."""

    games: dict[str, int]
    "The newest version seen of each game."
    next_position: int
    "The position from which to read next."
    arrivals: int
    "How often partitions have arrived from other databases, as in `Start`."


@dataclass(frozen=True, slots=True)
class Start:
    """A place in the feed of a database, to be read before all of its games are examined."""

    position: int
    arrivals: int
    "When this number has grown, all games must be examined again: some have come that the feed does not name."


_ARRIVALS = "(SELECT sum(arrivals)::int8 FROM dobon.partitions)"


def feed_start(conn: psycopg.Connection[Any]) -> Start:
    """Return the current position and the arrivals, both of the same snapshot."""
    row = conn.execute(f"SELECT pg_snapshot_xmin(pg_current_snapshot())::text, {_ARRIVALS}").fetchone()
    assert row is not None
    return Start(int(row[0]), row[1])


def feed_position(conn: psycopg.Connection[Any]) -> int:
    """Return the current position: every transaction before it has committed or failed."""
    row = conn.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text").fetchone()
    assert row is not None
    return int(row[0])


def changed_since(conn: psycopg.Connection[Any], since: int, *, at_once: bool = False) -> Changes:
    """Return the games with events from position `since` on, up to the oldest running transaction.

    A transaction that stays open delays the feed, but nothing is skipped. With `at_once` it delays nothing: the feed
    also names games with later events, and names them again as long as that transaction is open.
    """
    # One statement has one snapshot, so its oldest running transaction is older than every transaction it cannot see.
    rows = conn.execute(
        "WITH settled AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS upto)"  # noqa: S608 - a constant
        f" SELECT settled.upto::text, {_ARRIVALS}, moved.game_id, moved.version FROM settled LEFT JOIN LATERAL ("
        "  SELECT game_id, max(version) AS version FROM dobon.events"
        "  WHERE tx >= %s::text::xid8 AND (tx < settled.upto OR %s) GROUP BY game_id"
        " ) AS moved ON true ORDER BY moved.game_id",
        (str(since), at_once),
    ).fetchall()
    games = {game: version for _, _, game, version in rows if game is not None}
    return Changes(games, int(rows[0][0]), rows[0][1])
