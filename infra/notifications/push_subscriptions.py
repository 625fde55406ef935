"""Browsers that get web pushes, and the key that signs the pushes (VAPID, RFC 8292).

A subscription ends with the token that made it. Every function raises `Unavailable` (`infra.postgres.retry`) if the
database does not answer.
"""

import uuid
from dataclasses import dataclass, field

from domain.log.moments import Moment
from infra import signatures
from infra.accounts import sessions
from infra.accounts.keyed_requests import Connection
from infra.notifications.receivers import host_of
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

MAX_SUBSCRIPTIONS = 20
"""Browsers of one account. A new one replaces the oldest."""

_KEY = "SELECT secret, public FROM dobon.push_keys"

# Of two processes that make a key, one finds the row of the other.
_ADD_KEY = "INSERT INTO dobon.push_keys (only_row, secret, public) VALUES (true, %s, %s) ON CONFLICT DO NOTHING"

_ADD = """
WITH old AS (
    DELETE FROM dobon.push_subscriptions WHERE id IN (
        SELECT id FROM dobon.push_subscriptions WHERE player_id = %(player)s AND endpoint <> %(endpoint)s
        ORDER BY created_at DESC, id OFFSET %(most)s - 1 FOR UPDATE SKIP LOCKED
    )
)
INSERT INTO dobon.push_subscriptions (id, player_id, token, endpoint, host, public, auth, language, created_at)
VALUES (%(id)s, %(player)s, %(token)s, %(endpoint)s, %(host)s, %(public)s, %(auth)s, %(language)s, %(now)s)
ON CONFLICT (endpoint) DO UPDATE SET player_id = excluded.player_id, token = excluded.token, public = excluded.public,
    auth = excluded.auth, language = excluded.language, created_at = excluded.created_at
RETURNING id"""

_LIST = """
SELECT id, endpoint, token, language, created_at FROM dobon.push_subscriptions WHERE player_id = %s ORDER BY created_at, id"""

_REMOVE = "DELETE FROM dobon.push_subscriptions WHERE id = %s AND player_id = %s"


@dataclass(frozen=True, slots=True)
class PushKey:
    """The key pair that signs web pushes, raw: 32 bytes, and an uncompressed point of 65 bytes."""

    secret: bytes = field(repr=False)
    public: bytes


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser as its account sees it."""

    id: str
    endpoint: str
    token: bytes = field(repr=False)
    "The SHA-256 of the token that made it."
    language: str
    created_at: Moment


def push_key(pool: Pool) -> PushKey:
    """Return the key that signs web pushes. The first process that asks makes it."""
    row = read_with_retry(pool, lambda conn: conn.execute(_KEY).fetchone())
    if row is None:
        secret, public = signatures.new_p256_pair()
        write_once(pool, lambda conn: conn.execute(_ADD_KEY, (secret, public)))
        row = read_with_retry(pool, lambda conn: conn.execute(_KEY).fetchone())
        assert row is not None
    return PushKey(bytes(row[0]), bytes(row[1]))


def add(
    pool: Pool, player: str, token: bytes, endpoint: str, public: bytes, auth: bytes, language: str, now: Moment
) -> str:
    """Add a browser, or replace its older subscription with the same endpoint; return its id.

    Raises `Refused` as `sessions.lock_player`.
    """
    values = {
        "id": str(uuid.uuid4()), "player": player, "token": token, "endpoint": endpoint, "host": host_of(endpoint),
        "public": public, "auth": auth, "language": language, "now": now, "most": MAX_SUBSCRIPTIONS,
    }  # fmt: skip

    def work(conn: Connection) -> str:
        with conn.transaction():
            sessions.lock_player(conn, player)
            row = conn.execute(_ADD, values).fetchone()
        assert row is not None
        return str(row[0])

    return write_once(pool, work)


def of_player(pool: Pool, player: str) -> list[Subscription]:
    """Return the browsers of an account, oldest first."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_LIST, (player,)).fetchall())
    return [Subscription(one, endpoint, bytes(token), language, at) for one, endpoint, token, language, at in rows]


def remove(pool: Pool, player: str, subscription: str) -> bool:
    """Remove a browser of an account, and tell whether there was one."""
    return write_once(pool, lambda conn: conn.execute(_REMOVE, (subscription, player)).rowcount == 1)
