"""Metrics from the database, read when Prometheus scrapes the server."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

import psycopg
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from domain.game import ABANDONED, BETWEEN_ROUNDS, FINISHED, PLAYING, WAITING
from domain.moments import Moment, instant
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.projections.closing import count_games

STATUSES = (WAITING, PLAYING, BETWEEN_ROUNDS, FINISHED, ABANDONED)

CACHE_SECONDS = 10.0
"""The time for which values are reused."""


_COUNTS = """
SELECT count(*), min(due_at), (SELECT count(*) FROM dobon.damaged_games),
    (SELECT count(*) FROM dobon.games WHERE clock_offset_ms <> 0 AND status IN ('waiting', 'playing', 'between-rounds'))
FROM dobon.games WHERE attended = ANY('{true,false}') AND due_at <= %(now)s"""


@dataclass(frozen=True, slots=True)
class DatabaseStats:
    """Figures from the table `games`."""

    games: dict[str, int]
    "The number of games by status."
    due: int
    "The number of overdue games."
    lag: float
    "Seconds since the first of them was due."
    damaged: int
    "The number of games that are set aside because they cannot be read."
    ahead: int
    "The number of unfinished games whose time is ahead of the server's."


def read_stats(pool: Pool, now: Moment) -> DatabaseStats:
    """Return the figures at the moment `now`. Raises `Unavailable`."""

    def work(conn: psycopg.Connection[Any]) -> DatabaseStats:
        games = dict.fromkeys(STATUSES, 0) | count_games(conn)
        row = conn.execute(_COUNTS, {"now": now}).fetchone()
        assert row is not None
        lag = 0.0 if row[1] is None else (instant(now) - instant(row[1])).total_seconds()
        return DatabaseStats(games, row[0], lag, row[2], row[3])

    return read_with_retry(pool, work)


class DatabaseCollector(Collector):
    """Provides the figures as metrics, read at most once in `CACHE_SECONDS`."""

    def __init__(self, pool: Pool, now: Callable[[], Moment]) -> None:
        self._pool = pool
        self._now = now
        self._cached: tuple[float, DatabaseStats] | None = None

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics. Raises `Unavailable`."""
        if self._cached is None or monotonic() - self._cached[0] > CACHE_SECONDS:
            self._cached = (monotonic(), read_stats(self._pool, self._now()))
        stats = self._cached[1]
        games = GaugeMetricFamily("dobon_games", "Games by status", labels=["status"])
        for status, count in stats.games.items():
            games.add_metric([status], count)
        yield games
        yield GaugeMetricFamily("dobon_due_games", "Games that are overdue for the scheduler", value=stats.due)
        yield GaugeMetricFamily(
            "dobon_due_lag_seconds", "Seconds since the first overdue game was due", value=stats.lag
        )
        yield GaugeMetricFamily(
            "dobon_damaged_games", "Games that cannot be read and are set aside", value=stats.damaged
        )
        yield GaugeMetricFamily(
            "dobon_games_ahead",
            "Unfinished games whose time is ahead of the server's, because a wrong clock has written to them",
            value=stats.ahead,
        )
