"""The lag of each projection, and the result of its last rebuild."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import psycopg

from domain.game.statistics import BOUNDARIES
from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment
from infra.databases.pool import AccountsPool
from infra.postgres.around_damage import read_versions
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.projections import builds, checkpoints, closing, snapshots, statistics
from infra.projections.builds import Build

Connection = psycopg.Connection[Any]

PROJECTION_NAMES = ("claims", "folds", "statistics")
"""The names of all projections."""

MOST_COUNTED = 1_000
"""The maximum number of games that are counted as behind, because a projection that begins is behind in all games."""

_OWED = """
SELECT count(owed.at), min(owed.at) FROM unnest(%(games)s::uuid[], %(read)s::int4[]) AS game (id, read)
CROSS JOIN LATERAL (
    SELECT min(events.at) AS at FROM dobon.events
    WHERE events.game_id = game.id AND events.version > game.read AND {owed}
) AS owed"""


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


def projection_lags(pool: AccountsPool) -> list[Lag]:
    """Return the lag of every projection over all games. Raises `Unavailable`."""
    games = closing.count_all_games(pool)
    found = {name: read_with_retry(pool, partial(builds.list_builds, name=name)) for name in PROJECTION_NAMES}
    return [_lag(pool, name, found[name], games) for name in PROJECTION_NAMES]


def _lag(pool: AccountsPool, name: str, all_builds: Sequence[Build], games: int) -> Lag:
    live = next((one.number for one in all_builds if one.state == builds.LIVE), 1)
    rebuilds = [one for one in all_builds if one.started_at is not None]
    behind, since = 0, None
    for database in pool.games.each():
        more, at = read_with_retry(database, partial(_behind, pool, database, name, live))
        behind += more
        since = at if since is None else min(since, at or since)
    return Lag(name, live, min(behind, MOST_COUNTED), since, games, rebuilds[-1] if rebuilds else None)


def _behind(pool: Pool, database: Pool, name: str, build: int, log: Connection) -> tuple[int, Moment | None]:
    """Return the number of games of a database with unread events, and the moment of the oldest one."""
    if name == "claims":
        return 0, None  # claims are written with their command
    if name == snapshots.NAME:
        return _behind_in(log, log, name, "events.version %% %(interval)s = 0")
    with pool.connection_beside(database, log) as conn:
        return _behind_in(conn, log, statistics.checkpoint_name(build), "events.type = ANY(%(types)s)")


def _behind_in(conn: Connection, log: Connection, name: str, owed: str) -> tuple[int, Moment | None]:
    values: dict[str, Any] = {"types": list(BOUNDARIES), "interval": snapshots.SNAPSHOT_INTERVAL}
    behind, since = 0, None
    last: str | None = LOWEST_ID
    while last is not None and behind < MOST_COUNTED:
        page, last = read_versions(log, last, MOST_COUNTED, closed=False)
        read = checkpoints.versions(conn, name, list(page)) if page else {}
        unread = [game for game, version in page.items() if version > read.get(game, 0)]
        values |= {"games": unread, "read": [read.get(game, 0) for game in unread]}
        more, at = log.execute(_OWED.format(owed=owed), values).fetchall()[0]
        behind += more
        since = at if since is None else min(since, at or since)
    return behind, since
