"""The clock of the games: deadlines, bots and deals happen when their time has come, also when nobody asks."""

import logging
from threading import Event, Lock, Thread
from typing import Protocol

import psycopg

from domain.moments import Moment, instant
from infra.commands.service import GameService
from infra.postgres.retry import Unavailable

POLL_SECONDS = 0.5
"""Longest sleep: other processes' games come due without anybody here being told."""

LONGEST_BACK_OFF = 5.0
"""Seconds between two attempts while the database is away."""

BATCH = 16
"""Games taken at once: they share a transaction, and so one wait for the disk."""

AT_ONCE: Moment = ""
NEVER: Moment = "9999"
"""Before and after every moment."""

_logger = logging.getLogger(__name__)


class Projector(Protocol):
    """Somebody who does a little of what is owed to the projections."""

    def run(self) -> int:
        """For how many games there was something to do."""


class Scheduler:
    """A thread that moves due games on, and sees to the projections when it has time. Any number of processes may have one."""

    def __init__(
        self, games: GameService, projector: Projector | None = None, poll_seconds: float = POLL_SECONDS
    ) -> None:
        self._games = games
        self._projector = projector
        self._poll = poll_seconds
        # The earliest moment that this thread knows of at which something will be due, so that it is woken only for what is earlier.
        self._next_wake = NEVER
        self._wake_lock = Lock()
        self._wake_event = Event()
        self._stopping = False
        self._thread: Thread | None = None
        games.commit_listeners.append(self._on_commit)

    def start(self) -> None:
        """Begin; a clock can be started once."""
        self._thread = Thread(target=self._run, name="clock", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 10) -> None:
        """Finish what is being done, and end; waits up to `timeout` seconds."""
        with self._wake_lock:
            self._stopping = True
            self._wake_event.set()
        if self._thread is not None:
            self._thread.join(timeout)

    def wake(self) -> None:
        """Look at once."""
        self._on_commit("", 0, AT_ONCE)

    def step(self) -> int:
        """Do everything that is due now, then some of what is owed to the projections; how many games were looked at."""
        total = 0
        while not self._stopping and (looked_at := self._games.tick(BATCH)):
            total += looked_at
        if self._projector is not None and not self._stopping:
            self._projector.run()
        return total

    def _on_commit(self, _game: str, _version: int, due_at: Moment | None) -> None:
        """A game of this process has moved: is it due before this thread would look?"""
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
                until = self._games.next_due() or NEVER
                back_off = 0.0
            except (psycopg.Error, Unavailable):
                back_off = min(LONGEST_BACK_OFF, back_off * 2 or 0.1)
                _logger.warning("the database is away; the clock tries again in %.1f s", back_off, exc_info=True)
            except Exception:
                # The games of a server must not stand still for a fault in one round of this loop.
                back_off = LONGEST_BACK_OFF
                _logger.exception("the clock has failed and goes on in %.1f s", back_off)
            self._sleep(until, back_off)

    def _sleep(self, until: Moment, back_off: float) -> None:
        """Until that moment, which the database gave, or an earlier one that a listener heard of; never longer than a poll."""
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
