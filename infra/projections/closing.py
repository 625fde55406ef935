"""Closes games that are over and read by all projections, and counts games without reading the closed ones.

Almost all games of an old server are closed. Projectors, lags and metrics read only the others, so their cost does not
grow with history.
"""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import psycopg

from domain.log.identifiers import LOWEST_ID
from infra.databases.pool import AccountsPool
from infra.postgres.around_damage import BY_INDEX, IN_BLOCKS, Row, read_games, read_rows, read_table, read_versions
from infra.postgres.damage import is_damage
from infra.postgres.partitions import LOCK_KEY, partition_of
from infra.postgres.retry import read_with_retry
from infra.projections.snapshots import SNAPSHOT_INTERVAL

PAGE = 1_000
"""Games that are examined with one statement."""

_logger = logging.getLogger(__name__)

Connection = psycopg.Connection[Any]

_OVER = """
SELECT id, version FROM dobon.games WHERE NOT closed AND status IN ('finished', 'abandoned')
    AND version - version %% %(interval)s <= coalesce((
        SELECT progress.version FROM dobon.progress WHERE progress.game_id = games.id AND progress.name = 'folds'
    ), 0)"""
_OVER_OF = f"{_OVER} AND id = ANY(%(games)s::uuid[]) ORDER BY id"
_NEXT_OVER = f"{_OVER} AND id > %(after)s::uuid ORDER BY id LIMIT %(limit)s"

_READ = """
SELECT game.id, game.version FROM unnest(%(games)s::uuid[], %(versions)s::int4[]) AS game (id, version)
WHERE EXISTS (
        SELECT 1 FROM dobon.progress JOIN dobon.projections
            ON projections.name = 'statistics' AND projections.state = 'live'
        WHERE progress.game_id = game.id AND progress.name = 'statistics-' || projections.build
            AND progress.version = game.version
    )
    AND EXISTS (
        SELECT 1 FROM dobon.progress
        WHERE progress.game_id = game.id AND progress.name = 'notifications' AND progress.version = game.version
    )
    AND EXISTS (
        SELECT 1 FROM dobon.progress
        WHERE progress.game_id = game.id AND progress.name = 'heads' AND progress.version = game.version
    )
ORDER BY game.id"""

# A partition does not leave for another database between the update and the commit: the row would stay open there.
_STAY = "SELECT pg_advisory_xact_lock_shared(%s, number) FROM unnest(%s::int4[]) AS number"

# A game that another process closes at the moment is skipped. So no process waits for a row while it holds another, and
# each game is counted once.
_CLOSE = """
WITH ready AS (
    SELECT games.id FROM dobon.games JOIN unnest(%s::uuid[], %s::int4[]) AS game (id, version) ON games.id = game.id
    WHERE NOT games.closed AND games.version = game.version ORDER BY games.id FOR NO KEY UPDATE OF games SKIP LOCKED
), closed AS (
    UPDATE dobon.games SET closed = true FROM ready WHERE games.id = ready.id RETURNING games.id, games.status
)
INSERT INTO dobon.closed_games (partition, status, games)
SELECT dobon.partition_of(id), status, count(*) FROM closed GROUP BY 1, 2 ORDER BY 1, 2
ON CONFLICT (partition, status) DO UPDATE SET games = closed_games.games + excluded.games"""

_COUNT_OPEN = "SELECT status, count(*) FROM dobon.games WHERE NOT closed GROUP BY status ORDER BY status"
_COUNT_OPEN_IN_BLOCKS = f"""
SELECT status, count(*) FROM dobon.games WHERE {IN_BLOCKS} AND NOT closed GROUP BY status
ORDER BY status"""  # noqa: S608 - a constant
_COUNT_CLOSED = "SELECT status, sum(games)::int8 FROM dobon.closed_games GROUP BY status ORDER BY status"


def close_games(conn: Connection, log: Connection, games: Sequence[str] | None = None) -> None:
    """Close those of these games that can be closed; by default of all games of a database.

    `log` is a connection to the database of the games, and `conn` to that of the accounts. The projector of the
    statistics closes the games that it has counted. A game whose snapshots come later is left for the next call for all
    games.
    """
    if games is not None:
        _close_read(conn, log, read_games(log, _OVER_OF, games, interval=SNAPSHOT_INTERVAL))
        return
    last: str | None = LOWEST_ID
    while last is not None:
        over, last = _next_over(log, last)
        _close_read(conn, log, over)


def _next_over(log: Connection, after: str) -> tuple[list[Row], str | None]:
    """Return the next games that are over, and the id after which to continue; None after the last."""
    values = {"interval": SNAPSHOT_INTERVAL, "after": after, "limit": PAGE}
    over = read_rows(log, _NEXT_OVER, values)
    if over is not None:
        return over, over[-1][0] if len(over) == PAGE else None
    page, last = read_versions(log, after, PAGE, closed=False)
    return read_games(log, _OVER_OF, [*page], interval=SNAPSHOT_INTERVAL), last


def _close_read(conn: Connection, log: Connection, over: Sequence[Row]) -> None:
    """Close those of the games that are over, given with their versions, that all projections have read."""
    if over:
        # Checkpoints never go back, so they need not be read in the transaction that closes.
        read = conn.execute(_READ, {"games": [game for game, _ in over], "versions": [version for _, version in over]})
        _close(log, dict(read.fetchall()))


def _close(log: Connection, games: Mapping[str, int]) -> None:
    if games:
        try:
            with log.transaction():
                log.execute(BY_INDEX)
                log.execute(_STAY, (LOCK_KEY, sorted({partition_of(game) for game in games})))
                log.execute(_CLOSE, (list(games), list(games.values())))
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
            _logger.warning("%d games cannot be closed, because a row met a damaged page: %s", len(games), failure)


def count_games(log: Connection) -> dict[str, int]:
    """Return the number of games of a database by status, as far as they can be read."""
    counted: Counter[str] = Counter()
    for status, games in [*read_table(log, _COUNT_OPEN, _COUNT_OPEN_IN_BLOCKS, {}), *log.execute(_COUNT_CLOSED)]:
        counted[status] += games
    return dict(counted)


def count_all_games(pool: AccountsPool) -> int:
    """Return the number of games of all databases, as far as they can be read. Raises `Unavailable`."""
    counted: Counter[str] = Counter()
    for database in pool.games.each():
        counted.update(read_with_retry(database, count_games))
    return counted.total()
