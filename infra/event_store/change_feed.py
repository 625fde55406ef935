"""Which games have changed: the feed of everything that follows more games than one.

It names games, never events: the events of a game are read by `(game_id, version)`, which has no gaps. Positions are ids of transactions. One
that began earlier may commit later, so a reader that goes by "greater than the last one seen" skips what commits late; this one
stops before the oldest transaction that is still running.
"""

from dataclasses import dataclass
from typing import Any

import psycopg


@dataclass(frozen=True, slots=True)
class Changes:
    """What has changed up to a position."""

    games: dict[str, int]
    "The newest version seen of each game."
    next_position: int
    "Where to go on from."


def feed_position(conn: psycopg.Connection[Any]) -> int:
    """Everything before this has committed, or never will."""
    row = conn.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text").fetchone()
    assert row is not None
    return int(row[0])


def changed_since(conn: psycopg.Connection[Any], since: int) -> Changes:
    """The games with events from position `since` on, as far as everything before has committed.

    A transaction that stays open holds the feed back, and nothing is skipped.
    """
    # One statement has one snapshot: what it takes as the oldest running transaction is older than all that it cannot see.
    rows = conn.execute(
        "WITH settled AS (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS upto)"
        " SELECT settled.upto::text, moved.game_id, moved.version FROM settled LEFT JOIN LATERAL ("
        "  SELECT game_id, max(version) AS version FROM dobon.events"
        "  WHERE tx >= %s::text::xid8 AND tx < settled.upto GROUP BY game_id"
        " ) AS moved ON true ORDER BY moved.game_id",
        (str(since),),
    ).fetchall()
    return Changes({game: version for _, game, version in rows if game is not None}, int(rows[0][0]))
