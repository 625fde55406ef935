"""The outbox of webhooks: deliveries that are due, and the results of their attempts.

Of each webhook one delivery is under way at a time. Every function raises
`Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg

from domain.log.moments import Moment, later
from domain.running.notifications import WEBHOOK_DISABLED, Notification
from infra.notifications import notifications, receivers
from infra.notifications.receivers import Busy, Due, in_turns
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

Connection = psycopg.Connection[Any]

LEASE_SECONDS = 60
"""Time after which an attempt without a recorded result is repeated; its process has ended."""

BACK_OFF_SECONDS = (5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400)
"""Pauses between the attempts: together about 32 hours."""

FAILING_SECONDS = 3 * 86_400
"""Time after which a webhook without one successful delivery is disabled."""

KEPT_DAYS = 7
"""Time for which deliveries are listed."""

SWEPT = 1_000

_DUE = in_turns(
    """
    SELECT DISTINCT ON (next.webhook_id) next.id, next.due_at, receiver.player_id, receiver.host, receiver.failures
    FROM dobon.webhook_deliveries AS next
    JOIN dobon.webhooks AS receiver ON receiver.id = next.webhook_id AND receiver.enabled
    WHERE next.due_at <= %(now)s AND NOT EXISTS (
        SELECT FROM dobon.webhook_deliveries AS busy
        WHERE busy.webhook_id = next.webhook_id AND busy.lease IS NOT NULL AND busy.due_at > %(now)s
    )
    ORDER BY next.webhook_id, next.created_at, next.id""",
    "id",
    "dobon.webhooks",
)

# Another process may have claimed a row since it was found.
_CLAIM = """
WITH due AS (
    SELECT id FROM dobon.webhook_deliveries WHERE id = ANY(%(ids)s::uuid[]) AND due_at <= %(now)s
    ORDER BY id FOR UPDATE SKIP LOCKED
), claimed AS (
    UPDATE dobon.webhook_deliveries SET lease = %(lease)s, due_at = %(until)s, attempts = attempts + 1 FROM due
    WHERE webhook_deliveries.id = due.id RETURNING webhook_deliveries.*
)
SELECT claimed.id, claimed.webhook_id, claimed.body, claimed.attempts, webhooks.url, webhooks.secret, webhooks.player_id
FROM claimed JOIN dobon.webhooks ON webhooks.id = claimed.webhook_id ORDER BY claimed.id"""

_SUCCEEDED = """
UPDATE dobon.webhook_deliveries SET status = 'delivered', due_at = NULL, lease = NULL, answer = %(answer)s,
    error = NULL, ended_at = %(now)s WHERE id = %(id)s AND lease = %(lease)s"""

_WELL = "UPDATE dobon.webhooks SET failing_since = NULL WHERE id = %(webhook)s AND failing_since IS NOT NULL"

_PLACES = "dobon.webhooks", "dobon.webhook_deliveries", "webhook_id", "id"
_REST = receivers.rest(*_PLACES)
_ANSWERED = receivers.answered(*_PLACES)

_FAILED = """
UPDATE dobon.webhook_deliveries SET status = %(status)s, due_at = %(due)s, lease = NULL, answer = %(answer)s,
    error = %(error)s, ended_at = %(ended)s WHERE id = %(id)s AND lease = %(lease)s"""

_FAILING = """
UPDATE dobon.webhooks SET failing_since = coalesce(failing_since, %s) WHERE id = %s RETURNING failing_since"""

_DISABLE = "UPDATE dobon.webhooks SET enabled = false, disabled_at = %s WHERE id = %s AND enabled"

_GIVE_UP = """
UPDATE dobon.webhook_deliveries SET status = 'failed', due_at = NULL, lease = NULL, ended_at = %s,
    error = 'The webhook was disabled.' WHERE webhook_id = %s AND status = 'pending'"""

_SWEEP = """
DELETE FROM dobon.webhook_deliveries WHERE id IN (
    SELECT id FROM dobon.webhook_deliveries WHERE created_at < %s ORDER BY created_at LIMIT %s FOR UPDATE SKIP LOCKED
)"""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A delivery that this process has claimed."""

    id: str
    webhook: str
    body: bytes
    attempts: int
    "Including this one."
    url: str
    secret: bytes = field(repr=False)
    player: str
    lease: str

    @property
    def key(self) -> tuple[str, ...]:
        """The key of its row."""
        return (self.id,)


def due(pool: Pool, now: Moment, busy: Busy) -> list[Due]:
    """Return due deliveries, except those of what is busy: of each account a few, of each webhook one."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_DUE, busy.values(now)).fetchall())
    return [Due((one,), *rest) for one, *rest in rows]


def claim(pool: Pool, now: Moment, chosen: Sequence[Due]) -> list[Attempt]:
    """Return the due deliveries among those, which no other process claims for `LEASE_SECONDS`."""
    lease = str(uuid.uuid4())
    until = later(now, seconds=LEASE_SECONDS)
    values = {"now": now, "until": until, "lease": lease, "ids": [one.key[0] for one in chosen]}
    rows = write_once(pool, lambda conn: conn.execute(_CLAIM, values).fetchall())
    return [
        Attempt(one, webhook, body.encode(), attempts, url, bytes(secret), player, lease)
        for one, webhook, body, attempts, url, secret, player in rows
    ]


def record_success(pool: Pool, done: Attempt, answer: int, now: Moment) -> None:
    """Record that the receiver has accepted a delivery."""
    values = {"id": done.id, "lease": done.lease, "webhook": done.webhook, "answer": answer, "now": now}

    def work(conn: Connection) -> None:
        with conn.transaction():
            conn.execute(_SUCCEEDED, values)
            conn.execute(_WELL, values)
            conn.execute(_ANSWERED, receivers.values(done.webhook, now))

    write_once(pool, work)


def record_failure(
    pool: Pool, failed: Attempt, answer: int | None, error: str, now: Moment, *, gone: bool = False, rests: bool = False
) -> None:
    """Record a failed attempt, plan the next one, and disable a webhook that has failed for days or is `gone`.

    A webhook that `rests` gets nothing for a while, because it has not answered or takes nothing now.
    """
    is_last = failed.attempts > len(BACK_OFF_SECONDS)
    values = {
        "id": failed.id, "lease": failed.lease, "answer": answer, "error": error,
        "status": "failed" if is_last else "pending", "ended": now if is_last else None,
        "due": None if is_last else later(now, seconds=BACK_OFF_SECONDS[failed.attempts - 1]),
    }  # fmt: skip

    def work(conn: Connection) -> None:
        with conn.transaction():
            conn.execute(_FAILED, values)
            conn.execute(_REST if rests else _ANSWERED, receivers.values(failed.webhook, now))
            row = conn.execute(_FAILING, (now, failed.webhook)).fetchone()
            if row is not None and (gone or row[0] <= later(now, seconds=-FAILING_SECONDS)):
                _disable(conn, failed, now)

    write_once(pool, work)


def _disable(conn: Connection, failed: Attempt, now: Moment) -> None:
    """Disable a webhook and tell its account, unless it is disabled already."""
    if conn.execute(_DISABLE, (now, failed.webhook)).rowcount:
        conn.execute(_GIVE_UP, (now, failed.webhook))
        told = Notification(failed.player, WEBHOOK_DISABLED, now, facts={"webhook": failed.webhook})
        notifications.add(conn, [told], now)


def sweep(conn: Connection, now: Moment) -> int:
    """Delete some deliveries older than `KEPT_DAYS`, and return their number."""
    return conn.execute(_SWEEP, (later(now, seconds=-KEPT_DAYS * 86_400), SWEPT)).rowcount
