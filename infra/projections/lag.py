"""The lag of each projection, and the result of its last rebuild."""

from dataclasses import dataclass
from typing import Any

import psycopg

from domain.moments import Moment
from domain.statistics import BOUNDARIES
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.projections import builds, snapshots, statistics
from infra.projections.builds import Build

Connection = psycopg.Connection[Any]

PROJECTION_NAMES = ("claims", "folds", "statistics")
"""The names of all projections."""

_BEHIND = """
SELECT count(*), min(owed.at) FROM dobon.games
LEFT JOIN dobon.progress ON progress.game_id = games.id AND progress.name = %(reading)s
CROSS JOIN LATERAL (
    SELECT min(events.at) AS at FROM dobon.events
    WHERE events.game_id = games.id AND events.version > coalesce(progress.version, 0)
    AND (events.type = ANY(%(types)s) OR events.version %% %(every)s = 0)
) AS owed
WHERE games.version > coalesce(progress.version, 0) AND owed.at IS NOT NULL"""


@dataclass(frozen=True, slots=True)
class Lag:
    """The state of a projection."""

    name: str
    build: int
    "The live build."
    behind: int
    "The number of games with unread events."
    since: Moment | None
    "The moment of the oldest unread event."
    games: int
    "The number of all games."
    rebuild: Build | None
    "The last rebuild that an admin requested."


def projection_lags(pool: Pool) -> list[Lag]:
    """Return the lag of every projection. Raises `Unavailable`."""
    return read_with_retry(pool, lambda conn: [_lag(conn, name) for name in PROJECTION_NAMES])


def _lag(conn: Connection, name: str) -> Lag:
    all_builds = builds.list_builds(conn, name)
    live = next((one.number for one in all_builds if one.state == builds.LIVE), 1)
    rebuilds = [one for one in all_builds if one.started_at is not None]
    behind, since = _behind(conn, name, live)
    total = conn.execute("SELECT count(*) FROM dobon.games").fetchone()
    assert total is not None
    return Lag(name, live, behind, since, total[0], rebuilds[-1] if rebuilds else None)


def _behind(conn: Connection, name: str, build: int) -> tuple[int, Moment | None]:
    if name == "claims":
        return 0, None  # claims are written with their command
    if name == snapshots.NAME:
        values = {"reading": name, "types": list(snapshots.SNAPSHOT_EVENTS), "every": snapshots.SNAPSHOT_INTERVAL}
    else:
        # No version is a multiple of this interval, because statistics are counted only at the ends of rounds.
        values = {"reading": statistics.checkpoint_name(build), "types": list(BOUNDARIES), "every": 2**31 - 1}
    row = conn.execute(_BEHIND, values).fetchone()
    assert row is not None
    return row[0], row[1]
