"""Metrics from the database, read when Prometheus scrapes the server."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

import psycopg
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from domain.game.game import ABANDONED, BETWEEN_ROUNDS, FINISHED, PLAYING, WAITING
from domain.log.moments import Moment, instant
from infra.databases.pool import AccountsPool
from infra.postgres.around_damage import IN_BLOCKS, read_table
from infra.projections.closing import count_games

STATUSES = (WAITING, PLAYING, BETWEEN_ROUNDS, FINISHED, ABANDONED)

CACHE_SECONDS = 10.0
"""The time for which values are reused."""


_DUE = """
SELECT count(*), min(due_at) FROM dobon.games WHERE attended = ANY('{true,false}') AND due_at <= %(now)s"""
_DUE_IN_BLOCKS = f"""
SELECT count(*), min(due_at) FROM dobon.games WHERE {IN_BLOCKS} AND due_at <= %(now)s"""  # noqa: S608 - a constant

_UNFINISHED = "status IN ('waiting', 'playing', 'between-rounds')"
_AHEAD = f"SELECT count(*) FROM dobon.games WHERE clock_offset_ms <> 0 AND {_UNFINISHED}"  # noqa: S608 - a constant
_AHEAD_IN_BLOCKS = f"{_AHEAD} AND {IN_BLOCKS}"

_DAMAGED = "SELECT count(*) FROM dobon.damaged_games"


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


def read_stats(pool: AccountsPool, now: Moment) -> DatabaseStats:
    """Return the figures of all databases of games that answer, at the moment `now`, of the games that can be read.

    Raises `Unavailable` if none answers.
    """
    parts = pool.games.read_answering(lambda conn: _stats_of(conn, now))
    return DatabaseStats(
        {status: sum(part.games.get(status, 0) for part in parts) for status in STATUSES},
        sum(part.due for part in parts),
        max(part.lag for part in parts),
        sum(part.damaged for part in parts),
        sum(part.ahead for part in parts),
        len(pool.games.each()) - len(parts),
    )


def _stats_of(conn: psycopg.Connection[Any], now: Moment) -> DatabaseStats:
    """Return the figures of one database."""
    values = {"now": now}
    due = read_table(conn, _DUE, _DUE_IN_BLOCKS, values)
    first = min((at for _, at in due if at is not None), default=now)
    return DatabaseStats(
        count_games(conn),
        sum(count for count, _ in due),
        (instant(now) - instant(first)).total_seconds(),
        sum(count for (count,) in conn.execute(_DAMAGED)),
        sum(count for (count,) in read_table(conn, _AHEAD, _AHEAD_IN_BLOCKS, values)),
    )


class DatabaseCollector(Collector):
    """Provides the figures as metrics, read at most once in `CACHE_SECONDS`."""

    def __init__(self, pool: AccountsPool, now: Callable[[], Moment]) -> None:
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
