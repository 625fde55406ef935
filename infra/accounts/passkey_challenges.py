"""Challenges that authenticators sign: each is valid once, for a few minutes. Only the SHA-256 is stored.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import secrets
from hashlib import sha256

from domain.log.moments import Moment, later
from infra.accounts.keyed_requests import Connection
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once

CHALLENGE_SECONDS = 300
"""Time for which a challenge is valid."""

SWEPT = 100
"""Expired challenges that a new one deletes, so that unused ones do not accumulate."""

# Rows that another new challenge is deleting are skipped, so that no request waits for them.
_ADD = """
WITH expired AS (
    DELETE FROM dobon.passkey_challenges WHERE hash IN (
        SELECT hash FROM dobon.passkey_challenges WHERE expires_at <= %(at)s ORDER BY expires_at LIMIT %(swept)s
        FOR UPDATE SKIP LOCKED
    )
)
INSERT INTO dobon.passkey_challenges (hash, player_id, expires_at) VALUES (%(hash)s, %(player)s, %(expires_at)s)"""

# The delete is what makes a challenge valid once: of two statements, one finds the row.
_USE = """
DELETE FROM dobon.passkey_challenges WHERE hash = %s AND player_id IS NOT DISTINCT FROM %s::uuid AND expires_at > %s"""


def new_challenge() -> bytes:
    """Return a challenge of 256 random bits."""
    return secrets.token_bytes(32)


def challenge_hash(challenge: bytes) -> bytes:
    """Return the SHA-256 of a challenge."""
    return sha256(challenge).digest()


def add(pool: Pool, challenge: bytes, player: str | None, at: Moment) -> None:
    """Add the challenge with this hash, for a player who adds a passkey, or with None for a sign-in."""
    values = {
        "hash": challenge, "player": player, "at": at, "expires_at": later(at, seconds=CHALLENGE_SECONDS), "swept": SWEPT,
    }  # fmt: skip
    write_once(pool, lambda conn: conn.execute(_ADD, values).rowcount)


def use(conn: Connection, challenge: bytes, player: str | None, at: Moment) -> bool:
    """Use the challenge with this hash in the caller's transaction; return whether it was valid."""
    return conn.execute(_USE, [challenge, player, at]).rowcount == 1
