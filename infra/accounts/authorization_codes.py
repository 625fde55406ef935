"""Codes of apps: a player who admits an app gives it a code, with which it collects one token (RFC 6749, section 4.1).

A code is valid once, for a minute. Only its SHA-256 is stored. A second use tells that somebody else has it, so it ends
the token of the first. Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from typing import NamedTuple

from domain.log.moments import Moment, later
from infra.accounts import personal_tokens, sessions
from infra.accounts.keyed_requests import Connection
from infra.accounts.tokens import token_hash
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once

CODE_SECONDS = 60
"""Time for which a code is valid."""

TOKEN_SECONDS = 90 * 86_400
"""Time for which the token of an app is valid."""

KEPT_SECONDS = 86_400
"""Time after its expiry for which the second use of a code ends its token."""

SWEPT = 100
"""Old codes that a new one deletes."""


class Admission(NamedTuple):
    """What a player has allowed an app."""

    player: str
    client: str
    "The id that the app has chosen for itself; nobody checks it."
    redirect: str
    "Where the code was sent. The app has to name the same address with it."
    challenge: str
    "The SHA-256 of the secret that the app has to show with the code (RFC 7636, `S256`)."
    scopes: list[str]
    address: str
    "The part of `redirect` that says whose app it is."


class Use(NamedTuple):
    """What came of the use of a code."""

    admission: Admission | None = None
    "None for an unknown, used and expired code."
    ended: bool = False
    "Whether it was the second use, which has ended the token of the first."


_SWEEP = """
DELETE FROM dobon.authorization_codes WHERE hash IN (
    SELECT hash FROM dobon.authorization_codes WHERE expires_at <= %s ORDER BY expires_at LIMIT %s FOR UPDATE SKIP LOCKED
)"""
_ADD = """
INSERT INTO dobon.authorization_codes (hash, player_id, client, redirect, challenge, scopes, address, expires_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"""
_OWNER = "SELECT player_id FROM dobon.authorization_codes WHERE hash = %s"
_USE = """
WITH found AS (SELECT hash, used FROM dobon.authorization_codes WHERE hash = %s FOR UPDATE)
UPDATE dobon.authorization_codes AS code SET used = true FROM found WHERE code.hash = found.hash
RETURNING found.used, code.player_id, code.client, code.redirect, code.challenge, code.scopes, code.address,
    code.expires_at, code.token"""
_COLLECTED = "UPDATE dobon.authorization_codes SET token = %s WHERE hash = %s"
_END = "UPDATE dobon.tokens SET revoked_at = %s WHERE id = %s AND revoked_at IS NULL"
_END_OF_CLIENT = "UPDATE dobon.tokens SET revoked_at = %s WHERE hash = %s AND client = %s AND revoked_at IS NULL"


def add(pool: Pool, code: bytes, admission: Admission, at: Moment) -> None:
    """Store the code with this hash. Raises `Refused("too-many-tokens")`, and as `sessions.lock_player`."""

    def work(conn: Connection) -> None:
        with conn.transaction():
            sessions.lock_player(conn, admission.player)
            personal_tokens.require_room(conn, admission.player, at)
            conn.execute(_SWEEP, [later(at, seconds=-KEPT_SECONDS), SWEPT])
            conn.execute(_ADD, [code, *admission, later(at, seconds=CODE_SECONDS)])

    write_once(pool, work)


def use(conn: Connection, code: bytes, at: Moment) -> Use:
    """Use up the code with this hash in the caller's transaction, which must be committed whatever follows.

    Raises as `sessions.lock_player`.
    """
    owner = conn.execute(_OWNER, [code]).fetchone()
    if owner is None:
        return Use()
    sessions.lock_player(conn, owner[0])  # before the code, as an erasure does
    row = conn.execute(_USE, [code]).fetchone()
    if row is None:
        return Use()
    used, *admitted, expires_at, token = row
    if used:
        return Use(ended=bool(conn.execute(_END, [at, token]).rowcount))
    return Use(None if expires_at <= at else Admission(*admitted))


def collect(conn: Connection, code: bytes, admission: Admission, token: str, at: Moment) -> None:
    """Make this token that of the code with this hash, in the transaction that has used it up."""
    made = personal_tokens.insert(
        conn,
        personal_tokens.NewToken(
            admission.player, token_hash(token), str(uuid.uuid4()), admission.address, admission.scopes, at,
            later(at, seconds=TOKEN_SECONDS), admission.client,
        ),
    )  # fmt: skip
    conn.execute(_COLLECTED, [made, code])


def end_token(pool: Pool, token: str, client: str, at: Moment) -> bool:
    """End a token of the app with this id, and return whether it was one."""
    return bool(write_once(pool, lambda conn: conn.execute(_END_OF_CLIENT, [at, token_hash(token), client]).rowcount))
