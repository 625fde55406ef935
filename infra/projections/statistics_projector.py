"""The projector of the statistics: follows the change feed, counts and rates, and finishes rebuilds."""

from typing import Any

import psycopg

from infra.postgres.advisory_lock import try_advisory_lock
from infra.postgres.pool import Pool
from infra.projections import builds, ratings, rebuild_statistics
from infra.projections.follower import Follower
from infra.projections.statistics import NAME, checkpoint_name, count_games

STATISTICS_LOCK = 0x7374617473
"""Key of the advisory lock under which one process at a time counts."""

AT_ONCE = 200
"""Games counted in one run, so that the caller can do other work in between."""

Connection = psycopg.Connection[Any]


class StatisticsProjector:
    """Follows the change feed and counts for every active build. Only one process at a time works."""

    def __init__(self, pool: Pool, at_once: int = AT_ONCE) -> None:
        self._pool = pool
        self._at_once = at_once
        self._followers: dict[int, Follower] = {}

    def run(self) -> int:
        """Count some pending games and return their number; 0 also if another process is working."""
        # The lock avoids duplicate work. Correctness does not depend on it.
        with self._pool.connection() as conn, try_advisory_lock(conn, STATISTICS_LOCK) as taken:
            if not taken:
                return 0
            return sum(self._follow(conn, build) for build in builds.active_builds(conn) if build.name == NAME)

    def _follow(self, conn: Connection, build: builds.Build) -> int:
        follower = self._followers.get(build.number)
        if follower is None:
            follower = Follower(checkpoint_name(build.number), all_games=build.state == builds.BUILDING)
            self._followers[build.number] = follower
        done = 0
        for games in follower.changed_games(conn, self._at_once):
            done += count_games(conn, games, build.number)
            if done >= self._at_once:
                return done
        # All games have been examined, so the finished ones are rated now, in their order.
        if ratings.has_pending(conn, build.number):
            with conn.transaction():
                if builds.lock_build(conn, NAME, build.number) in (builds.LIVE, builds.BUILDING):
                    ratings.rate_pending(conn, build.number)
        if build.state == builds.BUILDING:
            rebuild_statistics.switch_builds(conn, build.number)
        return done
