"""Makes notifications from the logs as they grow, and sends pushes and webhooks, a step at a time."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from time import monotonic

import psycopg

from domain.log.moments import Moment
from infra import clock
from infra.databases.pool import AccountsPool
from infra.delivery.requests import Sender, system_sender
from infra.delivery.senders import Outbox, PushSender, WebhookSender
from infra.notifications import listeners, notifications, webhook_outbox
from infra.postgres.circuit_breaker import PAUSE_SECONDS
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable
from infra.projections.notifications import NotificationProjector

LISTENED_SECONDS = 0.025
"""The pause between two reads of the log while accounts listen to their streams."""

QUIET_SECONDS = 0.25
"""The same while no account listens. Pushes and webhooks may take that long."""

SEND_SECONDS = 0.5
"""The pause between two searches for what is to be sent, so that accounts that listen wait for no search."""

SWEEP_SECONDS = 600.0
"""The interval at which old notifications and deliveries are deleted."""

DATABASE_SECONDS = 1.0
"""The time for which the others wait for a database that does not answer. Its notifications come when it does."""

_logger = logging.getLogger(__name__)


class Notifier:
    """Makes and sends notifications. Any number of processes may have one on the same database."""

    def __init__(
        self,
        pool: AccountsPool,
        contact: str,
        sender: Sender | None = None,
        now: Callable[[], Moment] = clock.now,
        steady: Callable[[], float] = monotonic,
        *,
        local_webhooks: bool = False,
    ) -> None:
        """`contact` is where operators of push services reach those of this server. `steady` returns seconds.

        With `local_webhooks`, which is for development, webhooks may lead to this machine.
        """
        sender = sender or system_sender()
        self._pool = pool
        self._now = now
        self._steady = steady
        self._projectors = {database: NotificationProjector(pool, database) for database in pool.games.each()}
        self._threads = ThreadPoolExecutor(len(self._projectors), "notify")
        self._running: dict[Pool, Future[int]] = {}
        "Runs that may not have ended, by the database of their games."
        self._failed_at: dict[Pool, float] = {}
        "When the notifications of a database failed, if they have not been made since."
        self._outboxes = (
            Outbox(PushSender(pool, sender, now, contact)),
            Outbox(WebhookSender(pool, replace(sender, local=True) if local_webhooks else sender, now)),
        )
        self._pause = QUIET_SECONDS
        self._listeners_at = self._sent_at = float("-inf")
        self._swept_at = steady()

    def step(self) -> float:
        """Make new notifications, begin to send what is due, and return the seconds until the next step.

        Raises `Unavailable` and `psycopg.Error`.
        """
        self._make()
        now = self._steady()
        if now - self._sent_at >= SEND_SECONDS:
            begun = [outbox.step() for outbox in self._outboxes]
            # More may be due than there are threads, so the next step looks again.
            self._sent_at = float("-inf") if any(begun) else now
        if now - self._listeners_at >= QUIET_SECONDS:
            self._pause = LISTENED_SECONDS if listeners.are_any(self._pool, self._now()) else QUIET_SECONDS
            self._listeners_at = now
        if now - self._swept_at >= SWEEP_SECONDS:
            self._sweep()
            self._swept_at = now
        return self._pause

    def _make(self) -> None:
        """Make new notifications of all databases. Raise the error of one if all have failed."""
        now, moment = self._steady(), self._now()
        begun = [
            database
            for database in self._projectors
            if database not in self._running and now - self._failed_at.get(database, float("-inf")) >= PAUSE_SECONDS
        ]
        self._running |= {one: self._threads.submit(self._projectors[one].run, moment) for one in begun}
        # A database that has not answered in time is not waited for again. A single one has no such limit.
        limit = DATABASE_SECONDS if len(self._projectors) > 1 else None
        wait([self._running[database] for database in begun], limit)
        for database in [database for database, run in self._running.items() if run.done()]:
            self._end(database, self._running.pop(database))

    def _end(self, database: Pool, run: "Future[int]") -> None:
        """Take the result of a run. Raise its error if no database is left."""
        try:
            run.result()
        except (psycopg.Error, Unavailable):
            self._failed_at[database] = self._steady()
            if len(self._failed_at) == len(self._projectors):
                self._failed_at.clear()
                raise
            title = self._pool.games.title(database)
            _logger.warning("notifications of the games of %s wait for it", title, exc_info=True)
        else:
            self._failed_at.pop(database, None)

    def finish(self) -> None:
        """Wait for what is being sent."""
        for outbox in self._outboxes:
            outbox.finish()

    def close(self) -> None:
        """Stop making and sending."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for outbox in self._outboxes:
            outbox.close()

    def _sweep(self) -> None:
        with self._pool.connection() as conn:
            notifications.sweep(conn, self._now())
            webhook_outbox.sweep(conn, self._now())
