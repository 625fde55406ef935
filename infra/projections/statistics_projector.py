"""The projector of the statistics: follows the change feeds, counts and rates, and finishes rebuilds."""

from typing import Any

import psycopg

from infra.databases.pool import AccountsPool
from infra.postgres.pool import Pool
from infra.projections import builds, ratings, rebuild_statistics
from infra.projections.follower import Follower, alone_in, followers
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

    def __init__(self, pool: AccountsPool, at_once: int = AT_ONCE, only: Pool | None = None) -> None:
        """`only` is the database whose games are counted; by default those of all are."""
        self._pool = pool
        self._at_once = at_once
        self._databases = pool.games.each(only)
        self._followers: dict[int, dict[Pool, Follower]] = {}
        "By the number of the build and the database."

    def run(self) -> int:
        """Count some pending games and return their number; 0 also if other processes are working."""
        done = sum(self._count(database) for database in self._databases)
        if self._pool.games.are_reachable:
            self._end_rebuild()
        return done

    def _count(self, database: Pool) -> int:
        with alone_in(self._pool, database, STATISTICS_LOCK) as found:
            if found is None:
                return 0
            log, conn = found
            active = [build for build in builds.active_builds(conn) if build.name == NAME]
            return sum(self._follow(conn, log, database, build) for build in active)

    def _follow(self, conn: Connection, log: Connection, database: Pool, build: builds.Build) -> int:
        if build.number not in self._followers:
            name, is_new = checkpoint_name(build.number), build.state == builds.BUILDING
            self._followers[build.number] = followers(self._databases, name, all_games=is_new)
        done = 0
        for games in self._followers[build.number][database].changed_games(log, conn, self._at_once):
            done += count_games(conn, log, games, build.number)
            if done >= self._at_once:
                return done
        # All games have been examined, so the finished ones are rated now, in their order.
        if ratings.has_pending(conn, build.number):
            with conn.transaction():
                if builds.lock_build(conn, NAME, build.number) in (builds.LIVE, builds.BUILDING):
                    ratings.rate_pending(conn, build.number)
        if build.state == builds.BUILDING:
            builds.add_counted(conn, build, self._pool.games.place(database))
        return done

    def _end_rebuild(self) -> None:
        """Make a rebuild live if the games of all databases are counted in it."""
        with self._pool.connection() as conn:
            for build in builds.list_builds(conn, NAME):
                if build.state == builds.BUILDING and builds.has_counted(build, len(self._pool.games.each())):
                    rebuild_statistics.switch_builds(self._pool, conn, build.number)
