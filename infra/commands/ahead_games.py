"""Finds games that are ahead: a process with a wrong clock has written events of the future to them.

Such a process has also scheduled them for the future, where no scheduler would examine them for as long as the clock
was wrong. A game that is found is scheduled for now. The unit of work then sets its offset, with which its bots and
deadlines continue in real time.
"""

import logging
from typing import Any

import psycopg

from domain.log.moments import Moment, later
from infra.commands.unit_of_work import TOLERANCE_MS
from infra.postgres.damage import is_damage
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

_logger = logging.getLogger(__name__)

Connection = psycopg.Connection[Any]

# Games of partitions that have arrived since are not new here.
_POSITION = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text, sum(arrivals)::int8 FROM dobon.partitions"

# After a start: all games that are scheduled for later. It reads the newest event of each.
_SCHEDULED = """
SELECT games.id FROM dobon.games JOIN dobon.events ON events.game_id = games.id AND events.version = games.version
WHERE games.attended = ANY('{true,false}') AND games.due_at > %(limit)s AND events.at > %(limit)s ORDER BY games.id"""

# Later: the games with new events of the future. Unlike the change feed, this one may read an event twice.
_NEW = "SELECT DISTINCT game_id FROM dobon.events WHERE tx >= %(since)s::text::xid8 AND at > %(limit)s ORDER BY game_id"

# The games that have an offset already are not ahead of their own time. A locked row belongs to a command or to another
# scheduler; if that command is wrong again, its events are found by the next search.
_SCHEDULE = """
WITH ahead AS (
    SELECT games.id FROM dobon.games JOIN dobon.events ON events.game_id = games.id AND events.version = games.version
    WHERE games.id = ANY(%(games)s::uuid[]) AND games.due_at > %(now)s
    AND events.at::timestamptz > %(now)s::timestamptz + (games.clock_offset_ms + %(tolerance)s) * interval '1 ms'
    ORDER BY games.id FOR UPDATE OF games SKIP LOCKED
)
UPDATE dobon.games SET due_at = %(now)s FROM ahead WHERE games.id = ahead.id"""


class AheadGames:
    """The games that are ahead, found from new events."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._position: str | None = None
        "The oldest transaction that was running at the last search; None before the first one."
        self._arrivals = 0
        "How often partitions had come from other databases at that time."

    def schedule(self, now: Moment) -> int:
        """Schedule the games that are ahead of `now` for `now`, and return their number."""
        values: dict[str, Any] = {
            "limit": later(now, ms=TOLERANCE_MS),
            "since": self._position,
            "now": now,
            "tolerance": TOLERANCE_MS,
        }

        def search(conn: Connection) -> tuple[str, int, list[str]]:
            # The position is read first, so an event that is committed in between is found by the next search.
            row = conn.execute(_POSITION).fetchone()
            assert row is not None
            statement = _SCHEDULED if self._position is None or self._arrivals != row[1] else _NEW
            try:
                return row[0], row[1], [game for (game,) in conn.execute(statement, values)]
            except psycopg.Error as failure:
                if not is_damage(failure):
                    raise
                return row[0], row[1], []  # the next search begins after the damaged page

        self._position, self._arrivals, values["games"] = read_with_retry(self._pool, search)
        if not values["games"]:
            return 0
        try:
            found = write_once(self._pool, lambda conn: conn.execute(_SCHEDULE, values).rowcount)
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
            return 0  # the row of one of these games is damaged
        if found:
            _logger.warning("%d games are ahead, because a process with a wrong clock has written to them", found)
        return found
