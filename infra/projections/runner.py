"""Runs all projectors in the background, a little at a time."""

from time import monotonic
from typing import Any

import psycopg

from infra import clock
from infra.postgres.advisory_lock import try_advisory_lock
from infra.postgres.pool import Pool
from infra.projections import builds, closing, notifications, rebuild, snapshots, statistics_projector

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

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._close_at = self._notify_at = 0.0
        self._notifications = notifications.NotificationProjector(pool)
        self._folds = snapshots.SnapshotProjector(pool)
        self._statistics = statistics_projector.StatisticsProjector(pool)

    def run(self) -> int:
        """Update some projections, and return the number of games updated."""
        if monotonic() > self._notify_at:
            self._notifications.run(clock.now())
            self._notify_at = monotonic() + NOTIFY_SECONDS
        done = self._folds.run() + self._statistics.run()
        with self._pool.connection() as conn:
            if monotonic() > self._close_at:
                closing.close_games(conn)
                self._close_at = monotonic() + CLOSE_SECONDS
            pending = [build for build in builds.active_builds(conn) if build.name in rebuild.NAMES]
            if pending:
                self._continue_rebuild(conn, pending[0])
        return done

    @staticmethod
    def _continue_rebuild(conn: psycopg.Connection[Any], build: builds.Build) -> None:
        with try_advisory_lock(conn, REBUILD_LOCK) as taken:
            if not taken:
                return
            # Read the build again, because another process may have continued it.
            current = [
                one for one in builds.active_builds(conn) if (one.name, one.number) == (build.name, build.number)
            ]
            if current:
                rebuild.rebuild_next_games(conn, current[0], BATCH)
