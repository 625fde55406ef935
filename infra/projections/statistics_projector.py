"""The projector of the statistics: follows the feed, counts and rates; and makes a build again where that was asked for."""

from typing import Any

import psycopg

from infra.postgres.pool import Pool
from infra.projections import builds, ratings, rebuild_statistics
from infra.projections.follower import Follower
from infra.projections.statistics import NAME, checkpoint_name, count_or_log

STATISTICS_LOCK = 0x7374617473
"""Key of the advisory lock under which one process at a time counts."""

AT_ONCE = 200
"""Games counted in one run, so that whoever runs it comes back to other things."""

Connection = psycopg.Connection[Any]


class StatisticsProjector:
    """Follows the feed and counts, for every build there is. One process at a time does it; the others stand by."""

    def __init__(self, pool: Pool, at_once: int = AT_ONCE) -> None:
        self._pool = pool
        self._at_once = at_once
        self._followers: dict[int, Follower] = {}

    def run(self) -> int:
        """Count some of what is owed; for how many games that was done. 0 too where another process is at it."""
        with self._pool.connection() as conn:
            # Held by one session while it works: it saves work, and right and wrong do not rest on it.
            row = conn.execute("SELECT pg_try_advisory_lock(%s)", (STATISTICS_LOCK,)).fetchone()
            if row is None or not row[0]:
                return 0
            try:
                return sum(self._follow(conn, build) for build in builds.active_builds(conn) if build.name == NAME)
            finally:
                conn.execute("SELECT pg_advisory_unlock(%s)", (STATISTICS_LOCK,))

    def _follow(self, conn: Connection, build: builds.Build) -> int:
        follower = self._followers.setdefault(build.number, Follower(checkpoint_name(build.number)))
        done = 0
        for game_id in follower.changed_games(conn):
            done += count_or_log(conn, game_id, build.number)
            if done == self._at_once:
                return done
        # Everything has been looked at: what has ended is rated now, all of it in its order.
        if ratings.has_pending(conn, build.number):
            with conn.transaction():
                if builds.lock_build(conn, NAME, build.number) in (builds.LIVE, builds.BUILDING):
                    ratings.rate_pending(conn, build.number)
        if build.state == builds.BUILDING:
            rebuild_statistics.switch_builds(conn, build.number)
        return done
