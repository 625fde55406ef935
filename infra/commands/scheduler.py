"""Runs deadlines, bots and deals when they are due, without a request."""

import logging
from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic
from typing import Protocol

import psycopg

from domain.log.moments import Moment, instant
from infra.commands.service import GameService
from infra.postgres.disk import DISK
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable

POLL_SECONDS = 0.5
"""The longest sleep, because games of other processes become due without a notification."""

LONGEST_BACK_OFF = 5.0
"""The maximum delay between two attempts while the database is unavailable, in seconds."""

BATCH = 16
"""Games handled in one transaction, so that they share one commit."""

AT_ONCE: Moment = ""
NEVER: Moment = "9999"
"""A moment after all others; `AT_ONCE` is before all others."""

_logger = logging.getLogger(__name__)


class Projector(Protocol):
    """Updates projections a little at a time."""

    def run(self) -> int:
        """Update some games and return their number."""


class Scheduler:
    """A thread that runs overdue games, then updates projections. Any number of processes may have one."""

    def __init__(
        self,
        games: GameService,
        projector: Projector | None = None,
        poll_seconds: float = POLL_SECONDS,
        only: Pool | None = None,
        steady: Callable[[], float] = monotonic,
    ) -> None:
        """`only` is the database whose games it runs; by default it runs those of all. `steady` returns seconds."""
        self._games = games
        self._only = only
        self._projector = projector
        self._poll = poll_seconds
        self._steady = steady
        self._project_at = 0.0
        "When to update projections again, after they have failed."
        # The earliest known moment at which a game is due. Only an earlier one wakes the thread.
        self._next_wake = NEVER
        self._wake_lock = Lock()
        self._wake_event = Event()
        self._stopping = False
        self._thread: Thread | None = None
        games.commit_listeners.append(self._on_commit)

    def start(self) -> None:
        """Start the thread; a scheduler can be started once."""
        name = "clock" if self._only is None else f"clock-{self._games.pool.games.place(self._only) + 1}"
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 10) -> None:
        """Finish the current step and end the thread; wait up to `timeout` seconds."""
        with self._wake_lock:
            self._stopping = True
            self._wake_event.set()
        if self._thread is not None:
            self._thread.join(timeout)

    def wake(self) -> None:
        """Check for overdue games at once."""
        self._on_commit("", 0, AT_ONCE)

    def step(self) -> int:
        """Run everything overdue, then update some projections; return the number of games examined."""
        total = 0
        while not self._stopping and (looked_at := self._games.tick(BATCH, self._only)):
            total += looked_at
        if self._projector is not None and not self._stopping and self._steady() >= self._project_at:
            self._project(self._projector)
        return total

    def _project(self, projector: Projector) -> None:
        """Update projections. Their failure must not delay the games."""
        try:
            projector.run()
        except Exception as failure:
            if isinstance(failure, psycopg.Error):
                DISK.notice(failure)
            self._project_at = self._steady() + LONGEST_BACK_OFF
            _logger.warning("projections have failed, and continue in %.1f s", LONGEST_BACK_OFF, exc_info=True)

    def _on_commit(self, _game: str, _version: int, due_at: Moment | None) -> None:
        """Wake the thread if a game of this process is due before its next check."""
        with self._wake_lock:
            if due_at is not None and due_at < self._next_wake:
                self._next_wake = due_at
                self._wake_event.set()

    def _run(self) -> None:
        back_off = 0.0
        while not self._stopping:
            until = self._next_wake = NEVER
            try:
                self.step()
                until = self._games.next_due(self._only) or NEVER
                back_off = 0.0
            except (psycopg.Error, Unavailable) as error:
                DISK.notice(error)
                back_off = min(LONGEST_BACK_OFF, back_off * 2 or 0.1)
                _logger.warning("the database is unavailable; the scheduler retries in %.1f s", back_off, exc_info=True)
            except Exception:
                # An error in one step must not stop all games of the server.
                back_off = LONGEST_BACK_OFF
                _logger.exception("the scheduler failed and continues in %.1f s", back_off)
            self._sleep(until, back_off)

    def _sleep(self, until: Moment, back_off: float) -> None:
        """Sleep until `until`, which the database gave, or an earlier moment from a commit; at most one poll."""
        with self._wake_lock:
            until = self._next_wake = min(until, self._next_wake)
            if self._stopping:
                return
            self._wake_event.clear()
        self._wake_event.wait(back_off or self._seconds_to(until))

    def _seconds_to(self, until: Moment) -> float:
        if until == AT_ONCE:
            return 0.0
        if until == NEVER:
            return self._poll
        return max(0.0, min(self._poll, (instant(until) - instant(self._games.now())).total_seconds()))
