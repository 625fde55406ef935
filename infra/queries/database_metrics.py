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
from infra.postgres.many_shards import read_answering
from infra.postgres.pool import Pool
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
    """Figures from the tables of games."""

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
    unreachable: int = 0
    "The number of databases of games that do not answer. Their games are not counted."


def read_stats(pool: Pool, now: Moment) -> DatabaseStats:
    """Return the figures of all databases of games that answer, at the moment `now`.

    Raises `Unavailable` if none answers.
    """

    def work(conn: psycopg.Connection[Any]) -> DatabaseStats:
        row = conn.execute(_COUNTS, {"now": now}).fetchone()
        assert row is not None
        lag = 0.0 if row[1] is None else (instant(now) - instant(row[1])).total_seconds()
        return DatabaseStats(count_games(conn), row[0], lag, row[2], row[3])

    parts = read_answering(pool, work)
    return DatabaseStats(
        {status: sum(part.games.get(status, 0) for part in parts) for status in STATUSES},
        sum(part.due for part in parts),
        max(part.lag for part in parts),
        sum(part.damaged for part in parts),
        sum(part.ahead for part in parts),
        len(pool.shards) - len(parts),
    )


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
            "dobon_unreachable_shards",
            "Databases of games that do not answer; their games are not counted",
            value=stats.unreachable,
        )
        yield GaugeMetricFamily(
            "dobon_games_ahead",
            "Unfinished games whose time is ahead of the server's, because a wrong clock has written to them",
            value=stats.ahead,
        )
