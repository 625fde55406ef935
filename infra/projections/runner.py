"""Runs all projectors in the background, a little at a time."""

from time import monotonic

from infra import clock
from infra.databases.pool import AccountsPool
from infra.postgres.advisory_lock import try_advisory_lock
from infra.postgres.pool import Pool
from infra.projections import builds, closing, heads, notifications, rebuild, snapshots, statistics_projector

REBUILD_LOCK = 0x7265627569
"""Key of the advisory lock under which one process at a time rebuilds folds or claims."""

BATCH = 20
"""Games rebuilt in one run."""


NOTIFY_SECONDS = 5.0
"""The pause between two runs of the notifications here: a process of its own makes them, unless it is missing."""

CLOSE_SECONDS = 600
"""The pause between two searches for games that were not closed when they were counted."""


class ProjectionRunner:
    """Runs the projectors and requested rebuilds. Only one process at a time works on each of these."""

    def __init__(self, pool: AccountsPool, only: Pool | None = None) -> None:
        """`only` is the database whose games are read; by default those of all are. Rebuilds are of all games."""
        self._pool = pool
        self._databases = pool.games.each(only)
        self._close_at = self._notify_at = 0.0
        self._notifications = notifications.NotificationProjector(pool, only)
        self._heads = heads.HeadProjector(pool, only)
        self._folds = snapshots.SnapshotProjector(pool, only)
        self._statistics = statistics_projector.StatisticsProjector(pool, only=only)

    def run(self) -> int:
        """Update some projections, and return the number of games updated."""
        if monotonic() > self._notify_at:
            self._notifications.run(clock.now())
            self._notify_at = monotonic() + NOTIFY_SECONDS
        done = self._heads.run() + self._folds.run() + self._statistics.run()
        if monotonic() > self._close_at:
            for database in self._databases:
                with database.connection() as log, self._pool.connection_beside(database, log) as conn:
                    closing.close_games(conn, log)
            self._close_at = monotonic() + CLOSE_SECONDS
        # A rebuild waits for a dead database. The clock and the projections of the others must not wait with it.
        if self._pool.games.are_reachable:
            self._continue_rebuild()
        return done

    def _continue_rebuild(self) -> None:
        """Rebuild some games, if an admin has requested it and no other process is at it."""
        with self._pool.connection() as conn:
            pending = [build for build in builds.active_builds(conn) if build.name in rebuild.NAMES]
            if not pending:
                return
            with try_advisory_lock(conn, REBUILD_LOCK) as taken:
                if not taken:
                    return
                # Read the build again, because another process may have continued it.
                now = [build for build in builds.list_builds(conn, pending[0].name) if build.state == builds.BUILDING]
                if now:
                    rebuild.rebuild_next_games(self._pool, conn, now[0], BATCH)
