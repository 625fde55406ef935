"""Closes games that are over and read by all projections, and counts games without reading the closed ones.

Almost all games of an old server are closed. Projectors, lags and metrics read only the others, so their cost does not
grow with history.
"""

from collections.abc import Sequence
from typing import Any

import psycopg

from infra.projections.snapshots import SNAPSHOT_INTERVAL

Connection = psycopg.Connection[Any]

# A game that another process closes at the moment is skipped. So no process waits for a row while it holds another, and
# each game is counted once.
_CLOSE = """
WITH ready AS (
    SELECT id FROM dobon.games WHERE NOT closed AND status IN ('finished', 'abandoned'){among}
        AND version - version %% %(interval)s <= coalesce((
            SELECT progress.version FROM dobon.progress WHERE progress.game_id = games.id AND progress.name = 'folds'
        ), 0)
        AND EXISTS (
            SELECT 1 FROM dobon.progress JOIN dobon.projections
                ON projections.name = 'statistics' AND projections.state = 'live'
            WHERE progress.game_id = games.id AND progress.name = 'statistics-' || projections.build
                AND progress.version = games.version
        )
        AND EXISTS (
            SELECT 1 FROM dobon.progress
            WHERE progress.game_id = games.id AND progress.name = 'notifications' AND progress.version = games.version
        )
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
), closed AS (
    UPDATE dobon.games SET closed = true FROM ready WHERE games.id = ready.id RETURNING games.status
)
INSERT INTO dobon.closed_games (status, games) SELECT status, count(*) FROM closed GROUP BY status ORDER BY status
ON CONFLICT (status) DO UPDATE SET games = closed_games.games + excluded.games"""

_COUNT = """
SELECT status, sum(games)::int8 FROM (
    SELECT status, count(*) AS games FROM dobon.games WHERE NOT closed GROUP BY status
    UNION ALL SELECT status, games FROM dobon.closed_games
) AS counted GROUP BY status ORDER BY status"""


def close_games(conn: Connection, games: Sequence[str] | None = None) -> None:
    """Close those of these games that can be closed; by default of all games.

    The projector of the statistics closes the games that it has counted. A game whose snapshots come later is left for
    the next call for all games.
    """
    among = "" if games is None else " AND id = ANY(%(games)s::uuid[])"
    conn.execute(_CLOSE.format(among=among), {"games": list(games or ()), "interval": SNAPSHOT_INTERVAL})


def count_games(conn: Connection) -> dict[str, int]:
    """Return the number of games by status."""
    return dict(conn.execute(_COUNT).fetchall())
