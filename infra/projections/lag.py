"""The lag of each projection, and the result of its last rebuild."""

from dataclasses import dataclass
from typing import Any

import psycopg

from domain.moments import Moment
from domain.statistics import BOUNDARIES
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.projections import builds, closing, snapshots, statistics
from infra.projections.builds import Build

Connection = psycopg.Connection[Any]

PROJECTION_NAMES = ("claims", "folds", "statistics")
"""The names of all projections."""

MOST_COUNTED = 1_000
"""The maximum number of games that are counted as behind, because a projection that begins is behind in all games."""

_BEHIND = """
SELECT count(*), min(at) FROM (
    SELECT owed.at FROM dobon.games
    LEFT JOIN dobon.progress ON progress.game_id = games.id AND progress.name = %(reading)s
    CROSS JOIN LATERAL (
        SELECT min(events.at) AS at FROM dobon.events
        WHERE events.game_id = games.id AND events.version > coalesce(progress.version, 0) AND {owed}
    ) AS owed
    WHERE NOT games.closed AND games.version > coalesce(progress.version, 0) AND owed.at IS NOT NULL
    LIMIT %(most)s
) AS behind"""


@dataclass(frozen=True, slots=True)
class Lag:
    """The state of a projection."""

    name: str
    build: int
    "The live build."
    behind: int
    "The number of games with unread events, counted up to `MOST_COUNTED`."
    since: Moment | None
    "The moment of the oldest unread event of these games."
    games: int
    "The number of all games."
    rebuild: Build | None
    "The last rebuild that an admin requested."


def projection_lags(pool: Pool) -> list[Lag]:
    """Return the lag of every projection. Raises `Unavailable`."""

    def work(conn: Connection) -> list[Lag]:
        games = sum(closing.count_games(conn).values())
        return [_lag(conn, name, games) for name in PROJECTION_NAMES]

    return read_with_retry(pool, work)


def _lag(conn: Connection, name: str, games: int) -> Lag:
    all_builds = builds.list_builds(conn, name)
    live = next((one.number for one in all_builds if one.state == builds.LIVE), 1)
    rebuilds = [one for one in all_builds if one.started_at is not None]
    behind, since = _behind(conn, name, live)
    return Lag(name, live, behind, since, games, rebuilds[-1] if rebuilds else None)


def _behind(conn: Connection, name: str, build: int) -> tuple[int, Moment | None]:
    if name == "claims":
        return 0, None  # claims are written with their command
    values = {"types": list(BOUNDARIES), "interval": snapshots.SNAPSHOT_INTERVAL, "most": MOST_COUNTED}
    if name == snapshots.NAME:
        owed, reading = "events.version %% %(interval)s = 0", name
    else:
        owed, reading = "events.type = ANY(%(types)s)", statistics.checkpoint_name(build)
    row = conn.execute(_BEHIND.format(owed=owed), values | {"reading": reading}).fetchone()
    assert row is not None
    return row[0], row[1]
