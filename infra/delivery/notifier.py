"""Makes notifications from the log as it grows, and sends pushes and webhooks, a step at a time."""

from collections.abc import Callable
from time import monotonic

from domain.moments import Moment
from infra import clock
from infra.delivery.requests import Sender, system_sender
from infra.delivery.senders import Outbox, PushSender, WebhookSender
from infra.postgres.pool import Pool
from infra.projections.notifications import NotificationProjector
from infra.repositories import listeners, notifications, webhook_outbox

LISTENED_SECONDS = 0.025
"""The pause between two reads of the log while accounts listen to their streams."""

QUIET_SECONDS = 0.25
"""The same while no account listens. Pushes and webhooks may take that long."""

SEND_SECONDS = 0.5
"""The pause between two searches for what is to be sent, so that accounts that listen wait for no search."""

SWEEP_SECONDS = 600.0
"""The interval at which old notifications and deliveries are deleted."""

THREADS = 8
"""Threads for pushes, and as many for webhooks."""


class Notifier:
    """Makes and sends notifications. Any number of processes may have one on the same database."""

    def __init__(
        self,
        pool: Pool,
        contact: str,
        sender: Sender | None = None,
        now: Callable[[], Moment] = clock.now,
        steady: Callable[[], float] = monotonic,
    ) -> None:
        """`contact` is where operators of push services reach those of this server. `steady` returns seconds."""
        sender = sender or system_sender()
        self._pool = pool
        self._now = now
        self._steady = steady
        self._projector = NotificationProjector(pool)
        self._outboxes = (
            Outbox(PushSender(pool, sender, now, contact), THREADS),
            Outbox(WebhookSender(pool, sender, now), THREADS),
        )
        self._pause = QUIET_SECONDS
        self._listeners_at = self._sent_at = float("-inf")
        self._swept_at = steady()

    def step(self) -> float:
        """Make new notifications, begin to send what is due, and return the seconds until the next step.

        Raises `Unavailable` and `psycopg.Error`.
        """
        self._projector.run(self._now())
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

    def finish(self) -> None:
        """Wait for what is being sent."""
        for outbox in self._outboxes:
            outbox.finish()

    def close(self) -> None:
        """Stop sending."""
        for outbox in self._outboxes:
            outbox.close()

    def _sweep(self) -> None:
        with self._pool.connection() as conn:
            notifications.sweep(conn, self._now())
            webhook_outbox.sweep(conn, self._now())
