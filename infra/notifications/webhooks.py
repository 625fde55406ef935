"""Webhooks: addresses that get the notifications of an account, and the deliveries to them.

A delivery is written with its notification and sent by any process. It is tried again with growing pauses; a webhook
whose deliveries fail for days is disabled. The functions with a pool raise `Unavailable` (`infra.postgres.retry`) if
the database does not answer.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from domain.log.errors import Refused
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from domain.running.notifications import TEST
from infra.accounts import sessions
from infra.accounts.keyed_requests import Connection, KeyedRequest, Result, do_once
from infra.event_store.canonical_json import canonical_text
from infra.notifications.receivers import host_of
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

MAX_WEBHOOKS = 5
"""Webhooks of one account."""

_COLUMNS = "id, url, enabled, created_at, failing_since, disabled_at"

_ADD = """
INSERT INTO dobon.webhooks (id, player_id, url, host, secret, created_at)
SELECT %(id)s::uuid, %(player)s::uuid, %(url)s, %(host)s, %(secret)s, %(now)s
WHERE (SELECT count(*) FROM dobon.webhooks WHERE player_id = %(player)s) < %(most)s"""

_LIST = f"SELECT {_COLUMNS} FROM dobon.webhooks WHERE player_id = %s ORDER BY created_at, id"  # noqa: S608 - a constant

_CHANGE = f"""
UPDATE dobon.webhooks SET url = coalesce(%(url)s, url), host = coalesce(%(host)s, host), enabled = coalesce(%(enabled)s, enabled),
    failures = CASE WHEN %(enabled)s OR %(url)s <> url THEN 0 ELSE failures END,
    retry_at = CASE WHEN %(enabled)s OR %(url)s <> url THEN '' ELSE retry_at END,
    failing_since = CASE WHEN %(enabled)s THEN NULL ELSE failing_since END,
    disabled_at = CASE WHEN %(enabled)s THEN NULL ELSE disabled_at END
WHERE id = %(id)s AND player_id = %(player)s RETURNING {_COLUMNS}"""  # noqa: S608 - a constant

_REMOVE = "DELETE FROM dobon.webhooks WHERE id = %s AND player_id = %s"

_OF_PLAYERS = """
SELECT player_id, id, retry_at FROM dobon.webhooks WHERE player_id = ANY(%s::uuid[]) AND enabled ORDER BY player_id, id"""

_DELIVER = """
INSERT INTO dobon.webhook_deliveries (id, webhook_id, kind, body, created_at, due_at)
SELECT * FROM unnest(%s::uuid[], %s::uuid[], %s::text[], %s::text[], %s::text[], %s::text[])"""

_DELIVERIES = """
SELECT id, kind, created_at, status, attempts, due_at, answer, error, ended_at FROM dobon.webhook_deliveries
WHERE webhook_id = %s AND (created_at, id) < (%s, %s::uuid) ORDER BY created_at DESC, id DESC LIMIT %s"""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook as its account sees it."""

    id: str
    url: str
    enabled: bool
    created_at: Moment
    failing_since: Moment | None
    disabled_at: Moment | None


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery as its account sees it."""

    id: str
    kind: str
    created_at: Moment
    status: str
    attempts: int
    due_at: Moment | None
    "The next attempt; None once the delivery is over."
    answer: int | None
    "The status code of the last answer."
    error: str | None
    ended_at: Moment | None


Body = tuple[str, str, Moment, dict[str, Any]]
"""Account, kind, moment and JSON of a notification."""


def create(pool: Pool, player: str, url: str, secret: bytes, now: Moment, keyed: KeyedRequest | None = None) -> Webhook:
    """Create the webhook with this secret. With a key, repetitions return the same webhook, as it was then.

    Raises `Refused` with `too-many-webhooks` and `key-reused`, and as `sessions.lock_player`.
    """
    new = Webhook(str(uuid.uuid4()), url, enabled=True, created_at=now, failing_since=None, disabled_at=None)
    values = {
        "id": new.id, "player": player, "url": url, "host": host_of(url), "secret": secret, "now": now,
        "most": MAX_WEBHOOKS,
    }  # fmt: skip

    def work(conn: Connection) -> Result:
        with conn.transaction():
            sessions.lock_player(conn, player)
            if not conn.execute(_ADD, values).rowcount:
                raise Refused(
                    "too-many-webhooks",
                    Sentence("An account may have at most {most} webhooks: delete one.", most=MAX_WEBHOOKS),
                )
        return {"id": new.id, "created_at": now}

    return replace(new, **do_once(pool, keyed, work))


def of_player(pool: Pool, player: str) -> list[Webhook]:
    """Return the webhooks of an account, oldest first."""
    return [Webhook(*row) for row in read_with_retry(pool, lambda conn: conn.execute(_LIST, (player,)).fetchall())]


def change(
    pool: Pool, player: str, webhook: str, url: str | None = None, enabled: bool | None = None
) -> Webhook | None:
    """Change address or state of a webhook, and return it; None if the account has no such webhook."""
    host = None if url is None else host_of(url)
    values = {"id": webhook, "player": player, "url": url, "host": host, "enabled": enabled}
    row = write_once(pool, lambda conn: conn.execute(_CHANGE, values).fetchone())
    return None if row is None else Webhook(*row)


def remove(pool: Pool, player: str, webhook: str) -> bool:
    """Remove a webhook with its deliveries, and tell whether there was one."""
    return write_once(pool, lambda conn: conn.execute(_REMOVE, (webhook, player)).rowcount == 1)


def deliver(conn: Connection, new: Sequence[Body], now: Moment) -> None:
    """Add deliveries of notifications to all enabled webhooks of their accounts, in a transaction of the caller."""
    found: dict[str, list[str]] = {}
    rests: dict[str, Moment] = {}
    for player, webhook, retry_at in conn.execute(_OF_PLAYERS, (sorted({player for player, *_ in new}),)):
        found.setdefault(player, []).append(webhook)
        rests[webhook] = retry_at
    bodies = [(webhook, kind, at, body) for player, kind, at, body in new for webhook in found.get(player, ())]
    add_deliveries(conn, bodies, now, rests)


AT_ONCE: Mapping[str, Moment] = {}
"""No webhook rests."""


def add_deliveries(conn: Connection, new: Sequence[Body], now: Moment, rests: Mapping[str, Moment] = AT_ONCE) -> None:
    """Add deliveries, each to the webhook named first instead of an account; some webhooks rest until a moment."""
    if new:
        ids = [str(uuid.uuid4()) for _ in new]
        hooks, kinds, ats, data = zip(*new, strict=True)
        bodies = [
            canonical_text({"type": kind, "timestamp": at, "data": body})
            for kind, at, body in zip(kinds, ats, data, strict=True)
        ]
        due = [max(now, rests.get(hook, now)) for hook in hooks]
        conn.execute(_DELIVER, (ids, list(hooks), list(kinds), bodies, [now] * len(new), due))


def send_test(pool: Pool, webhook: str, now: Moment) -> None:
    """Add a delivery of the kind `test` alone, without a notification of the account."""
    body = {"position": 0, "kind": TEST, "at": now}
    write_once(pool, lambda conn: add_deliveries(conn, [(webhook, TEST, now, body)], now))


def deliveries(pool: Pool, webhook: str, before: tuple[Moment, str] | None, limit: int) -> list[Delivery]:
    """Return deliveries of a webhook, newest first; `before` is `(created_at, id)` of the last one of a page."""
    place = before or ("9999", "ffffffff-ffff-ffff-ffff-ffffffffffff")
    rows = read_with_retry(pool, lambda conn: conn.execute(_DELIVERIES, (webhook, *place, limit)).fetchall())
    return [Delivery(*row) for row in rows]
