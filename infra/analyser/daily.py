"""Prepares the drills of today and of the next day, so that the next one is ready when its day begins."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta

from domain.log.moments import Moment, instant
from domain.review.daily_drill import DailyDrill, prepare
from infra import clock
from infra.analyser import daily_drills
from infra.postgres.pool import Pool

DAYS_AHEAD = 1


class DailyPreparation:
    """Prepares one drill after another. An interrupted computation begins again, which takes seconds."""

    def __init__(self, pool: Pool, now: Callable[[], Moment] = clock.now) -> None:
        self._pool = pool
        self._now = now
        self._ready: date | None = None
        "The last day that needs no more work here."
        self._running: tuple[date, Iterator[DailyDrill | None]] | None = None

    def step(self) -> bool:
        """Examine one decision; return False if all drills are ready. Raises `Unavailable`."""
        if self._running is None:
            day = self._next_day()
            if day is None:
                return False
            self._running = day, prepare(day)
        day, steps = self._running
        try:
            drill = next(steps)
        except StopIteration:  # none of the games has a drill, or one could not be examined
            self._running, self._ready = None, day
            return True
        if drill is not None:
            daily_drills.add(self._pool, day, drill)
            self._running = None
        return True

    def _next_day(self) -> date | None:
        """Return the first day without a drill, from today on; None if there is none."""
        today = instant(self._now()).date()
        last = today + timedelta(days=DAYS_AHEAD)
        day = today if self._ready is None else max(today, self._ready + timedelta(days=1))
        while day <= last:
            if daily_drills.find(self._pool, day) is None:
                return day
            self._ready = day
            day += timedelta(days=1)
        return None
