"""The outbox of web pushes. A push is written with the notification that it is about, and sent by any process.

A browser has at most one waiting push for each game: a newer one replaces it.
"""

import uuid
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import orjson
import psycopg

from domain.log.moments import Moment, later, milliseconds_between
from domain.running.notifications import QUESTION, TEST, Notification
from infra.accounts.suspensions import SUSPENDED
from infra.databases.pool import AccountsPool
from infra.event_store.canonical_json import canonical_text
from infra.notifications import receivers
from infra.notifications.receivers import Busy, Due, in_turns
from infra.postgres.around_damage import read_games
from infra.postgres.damage import UNDECODABLE
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

Connection = psycopg.Connection[Any]

KEPT_SECONDS = 86_400
"""Time for which a push is sent or kept by the push service, unless its turn has a deadline."""

ANSWER_SECONDS = 60
"""A question with less time than this gets no push, because it would come too late."""

LEASE_SECONDS = 60
"""Time after which an attempt without a recorded result is repeated; its process has ended."""

MAX_ATTEMPTS = 6
"""Attempts to hand over a push."""

BACK_OFF_SECONDS = (5, 30, 120, 600, 1_800)
"""Pauses between the attempts."""

# A visible page shows the notification itself. The token of a browser may have been revoked meanwhile.
_ADD = """
INSERT INTO dobon.pushes (subscription_id, topic, kind, facts, expires_at, due_at)
SELECT browser.id, new.topic, new.kind, new.facts, new.expires_at, greatest(%(now)s, browser.retry_at)
FROM unnest(%(player)s::uuid[], %(topic)s::text[], %(kind)s::text[], %(facts)s::text[], %(expires)s::text[])
    AS new (player, topic, kind, facts, expires_at)
JOIN dobon.push_subscriptions AS browser ON browser.player_id = new.player
WHERE NOT EXISTS (SELECT FROM dobon.open_pages WHERE player_id = new.player AND until > %(now)s)
ORDER BY browser.id, new.topic
ON CONFLICT (subscription_id, topic) DO UPDATE SET kind = excluded.kind, facts = excluded.facts,
    expires_at = excluded.expires_at, due_at = excluded.due_at, attempts = 0, lease = NULL"""

_DUE = in_turns(
    """
    SELECT waiting.subscription_id, waiting.topic, waiting.due_at, browser.player_id, browser.host, browser.failures
    FROM dobon.pushes AS waiting JOIN dobon.push_subscriptions AS browser ON browser.id = waiting.subscription_id
    WHERE waiting.due_at <= %(now)s""",
    "subscription_id, topic",
    "dobon.push_subscriptions",
)

_CLAIM = f"""
WITH due AS (
    SELECT subscription_id, topic FROM dobon.pushes
    WHERE (subscription_id, topic) IN (SELECT * FROM unnest(%(subscriptions)s::uuid[], %(topics)s::text[]))
        AND due_at <= %(now)s
    ORDER BY subscription_id, topic FOR UPDATE SKIP LOCKED
), claimed AS (
    UPDATE dobon.pushes SET lease = %(lease)s, due_at = %(until)s, attempts = attempts + 1 FROM due
    WHERE pushes.subscription_id = due.subscription_id AND pushes.topic = due.topic
    RETURNING pushes.*
)
SELECT claimed.subscription_id, claimed.topic, claimed.kind, claimed.facts, claimed.expires_at, claimed.attempts,
    browser.endpoint, browser.public, browser.auth, browser.language,
    claimed.expires_at > %(now)s AND token.hash IS NOT NULL AND {SUSPENDED} IS NOT TRUE AND NOT EXISTS (
        SELECT FROM dobon.open_pages WHERE open_pages.player_id = browser.player_id AND until > %(now)s
    ), browser.player_id
FROM claimed JOIN dobon.push_subscriptions AS browser ON browser.id = claimed.subscription_id
LEFT JOIN dobon.tokens AS token ON token.hash = browser.token AND token.revoked_at IS NULL
    AND (token.expires_at IS NULL OR token.expires_at > %(now)s)
LEFT JOIN dobon.players AS player ON player.id = browser.player_id
ORDER BY claimed.subscription_id, claimed.topic"""  # noqa: S608 - a constant

_TAKEN = """
SELECT game_id, player_id, seat FROM dobon.game_seats
WHERE player_id = ANY(%s::uuid[]) AND status IN ('playing', 'between-rounds') ORDER BY game_id, seat"""
_SUMMARIES = "SELECT id, summary FROM dobon.games WHERE id = ANY(%(games)s::uuid[]) ORDER BY id"

# A push that was replaced meanwhile has no lease, and stays.
_DONE = "DELETE FROM dobon.pushes WHERE subscription_id = %s AND topic = %s AND lease = %s"

_RETRY = """
UPDATE dobon.pushes SET due_at = %s, lease = NULL WHERE subscription_id = %s AND topic = %s AND lease = %s"""

_PLACES = "dobon.push_subscriptions", "dobon.pushes", "subscription_id", "topic"
_REST = receivers.rest(*_PLACES)
_ANSWERED = receivers.answered(*_PLACES)

_DROP = "DELETE FROM dobon.push_subscriptions WHERE id = %s"


@dataclass(frozen=True, slots=True)
class Push:
    """A push that this process has claimed."""

    subscription: str
    topic: str
    kind: str
    facts: dict[str, Any]
    expires_at: Moment
    attempts: int
    "Including this one."
    endpoint: str
    public: bytes
    auth: bytes = field(repr=False)
    language: str
    is_wanted: bool
    "False if it has expired, its token is no longer valid, or a page of the account is visible."
    waiting: int
    "The number of games in which the account is asked."
    lease: str

    @property
    def key(self) -> tuple[str, ...]:
        """The key of its row."""
        return self.subscription, self.topic


def expiry(one: Notification) -> Moment | None:
    """Return the moment until which a push about a notification makes sense; None for no push at all."""
    deadline: Moment | None = one.facts.get("deadline")
    if one.kind == TEST:
        return None
    if one.kind == QUESTION and deadline is not None and milliseconds_between(one.at, deadline) < ANSWER_SECONDS * 1000:
        return None
    return deadline or later(one.at, seconds=KEPT_SECONDS)


def add(conn: Connection, new: Sequence[Notification], now: Moment) -> None:
    """Add the pushes of notifications for all browsers of their accounts, in a transaction of the caller."""
    # Of several notifications about one game the last one counts, and a statement may write a row only once.
    rows = {(one.player, one.game or one.kind): (one, until) for one in new if (until := expiry(one)) is not None}
    if not rows:
        return
    values = {
        "now": now,
        "player": [player for player, _ in rows],
        "topic": [topic for _, topic in rows],
        "kind": [one.kind for one, _ in rows.values()],
        "facts": [canonical_text({"game": one.game, **one.facts}) for one, _ in rows.values()],
        "expires": [until for _, until in rows.values()],
    }
    conn.execute(_ADD, values)


def due(pool: Pool, now: Moment, busy: Busy) -> list[Due]:
    """Return due pushes, except those of what is busy: of each account a few. Raises `Unavailable`."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_DUE, busy.values(now)).fetchall())
    return [Due((browser, topic), *rest) for browser, topic, *rest in rows]


def claim(pool: AccountsPool, now: Moment, chosen: Sequence[Due]) -> list[Push]:
    """Return the due pushes among those, which no other process claims for `LEASE_SECONDS`. Raises `Unavailable`."""
    lease = str(uuid.uuid4())
    values = {
        "now": now, "until": later(now, seconds=LEASE_SECONDS), "lease": lease,
        "subscriptions": [one.key[0] for one in chosen], "topics": [one.key[1] for one in chosen],
    }  # fmt: skip
    rows = write_once(pool, lambda conn: conn.execute(_CLAIM, values).fetchall())
    waiting = _games_waiting(pool, {player for *_, player in rows})
    return [
        Push(
            sub,
            topic,
            kind,
            orjson.loads(facts),
            until,
            many,
            url,
            bytes(public),
            bytes(auth),
            words,
            wanted,
            waiting[player],
            lease,
        )
        for sub, topic, kind, facts, until, many, url, public, auth, words, wanted, player in rows
    ]


def _games_waiting(pool: AccountsPool, players: Collection[str]) -> Counter[str]:
    """Return the number of games in which each account is asked, in the databases of games that answer."""
    found: Counter[str] = Counter()
    if players:
        for part in pool.games.read_answering(lambda conn: _asked(conn, players)):
            found.update(part)
    return found


def _asked(conn: Connection, players: Collection[str]) -> list[str]:
    """Return the accounts of these that are asked, once for each of their games that can be read."""
    taken = conn.execute(_TAKEN, ([*players],)).fetchall()
    turns: dict[str, list[int]] = {}
    for game, summary in read_games(conn, _SUMMARIES, list({game for game, *_ in taken})):
        with suppress(*UNDECODABLE):
            turns[game] = [*orjson.loads(summary)["turn"]]
    return [player for game, player, seat in taken if seat in turns.get(game, ())]


def finish(pool: Pool, push: Push) -> None:
    """Delete a push that is no longer wanted. Raises `Unavailable`."""
    write_once(pool, lambda conn: conn.execute(_DONE, (push.subscription, push.topic, push.lease)))


def hand_over(pool: Pool, push: Push, now: Moment) -> None:
    """Delete a push that its push service has answered. Raises `Unavailable`."""

    def work(conn: Connection) -> None:
        with conn.transaction():
            conn.execute(_DONE, (push.subscription, push.topic, push.lease))
            conn.execute(_ANSWERED, receivers.values(push.subscription, now))

    write_once(pool, work)


def retry(pool: Pool, push: Push, now: Moment) -> None:
    """Try a push again later, or delete it after the last attempt; its browser rests. Raises `Unavailable`."""

    def work(conn: Connection) -> None:
        with conn.transaction():
            if push.attempts >= MAX_ATTEMPTS:
                conn.execute(_DONE, (push.subscription, push.topic, push.lease))
            else:
                due_at = later(now, seconds=BACK_OFF_SECONDS[push.attempts - 1])
                conn.execute(_RETRY, (due_at, push.subscription, push.topic, push.lease))
            conn.execute(_REST, receivers.values(push.subscription, now))

    write_once(pool, work)


def drop_subscription(pool: Pool, push: Push) -> None:
    """Delete the subscription of a push, because its push service does not know it any more. Raises `Unavailable`."""
    write_once(pool, lambda conn: conn.execute(_DROP, (push.subscription,)))
