"""The projector of the statistics: follows the change feeds, counts and rates, and finishes rebuilds."""

from typing import Any

import psycopg

from infra.postgres.advisory_lock import try_advisory_lock
from infra.postgres.pool import Pool
from infra.projections import builds, ratings, rebuild_statistics
from infra.projections.follower import Follower, followers
from infra.projections.statistics import NAME, checkpoint_name, count_games

STATISTICS_LOCK = 0x7374617473
"""Key of the advisory lock, in a database of games, under which one process at a time counts them."""

AT_ONCE = 200
"""Games counted in one run and database, so that the caller can do other work in between."""

Connection = psycopg.Connection[Any]


class StatisticsProjector:
    """Follows the change feed of each database of games and counts for every active build.

    In each of them only one process at a time works.
    """

    def __init__(self, pool: Pool, at_once: int = AT_ONCE, place: int | None = None) -> None:
        """`place` is that of the shard whose games are counted; by default those of all are."""
        self._pool = pool
        self._at_once = at_once
        self._places = pool.places(place)
        self._followers: dict[int, dict[int, Follower]] = {}
        "By the number of the build and the place of the shard."

    def run(self) -> int:
        """Count some pending games and return their number; 0 also if other processes are working."""
        done = sum(self._count(place) for place in self._places)
        if not any(shard.breaker.is_open for shard in self._pool.shards):
            self._end_rebuild()
        return done

    def _count(self, place: int) -> int:
        shard = self._pool.shards[place]
        # The lock avoids duplicate work. Correctness does not depend on it.
        with shard.connection() as log, try_advisory_lock(log, STATISTICS_LOCK) as taken:
            if not taken:
                return 0
            with self._pool.connection_beside(shard, log) as conn:
                active = [build for build in builds.active_builds(conn) if build.name == NAME]
                return sum(self._follow(conn, log, place, build) for build in active)

    def _follow(self, conn: Connection, log: Connection, place: int, build: builds.Build) -> int:
        if build.number not in self._followers:
            name, is_new = checkpoint_name(build.number), build.state == builds.BUILDING
            self._followers[build.number] = followers(self._places, name, all_games=is_new)
        done = 0
        for games in self._followers[build.number][place].changed_games(log, conn, self._at_once):
            done += count_games(conn, log, games, build.number)
            if done >= self._at_once:
                return done
        # All games have been examined, so the finished ones are rated now, in their order.
        if ratings.has_pending(conn, build.number):
            with conn.transaction():
                if builds.lock_build(conn, NAME, build.number) in (builds.LIVE, builds.BUILDING):
                    ratings.rate_pending(conn, build.number)
        if build.state == builds.BUILDING:
            builds.add_shard(conn, build, place)
        return done

    def _end_rebuild(self) -> None:
        """Make a rebuild live if the games of all shards are counted in it."""
        with self._pool.connection() as conn:
            for build in builds.list_builds(conn, NAME):
                if build.state == builds.BUILDING and builds.has_shards(build, len(self._pool.shards)):
                    rebuild_statistics.switch_builds(self._pool, conn, build.number)
