"""Tokens of programs: each lets a program act for the account of its player, within its scopes and until its end.

A player makes a personal token, and an app that the player has admitted collects one
(`infra.accounts.authorization_codes`). They lie beside the sessions, whose tokens have no scopes. Every function raises
`Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from domain.log.errors import Refused
from domain.log.identifiers import is_uuid
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from infra.accounts.keyed_requests import Connection, KeyedRequest, Result, do_once
from infra.accounts.sessions import lock_player
from infra.accounts.tokens import token_hash
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

MAX_TOKENS = 20
"""The maximum of personal tokens and apps of one player that have not ended."""

_VALID = "player_id = %(player)s AND scopes IS NOT NULL AND revoked_at IS NULL"
_COLUMNS = "id, label, scopes, created_at, used_at, expires_at, client"

_LIST = f"SELECT {_COLUMNS} FROM dobon.tokens WHERE {_VALID} ORDER BY created_at, id"  # noqa: S608 - constants

_COUNT = f"""
SELECT count(*) FROM dobon.tokens WHERE {_VALID} AND (expires_at IS NULL OR expires_at > %(at)s)"""  # noqa: S608 - a constant

_ADD = """
INSERT INTO dobon.tokens (hash, player_id, kind, created_at, id, label, scopes, expires_at, client)
VALUES (%(hash)s, %(player)s, 'player', %(at)s, %(id)s, %(name)s, %(scopes)s, %(expires_at)s, %(client)s)"""

_END = f"UPDATE dobon.tokens SET revoked_at = %(at)s WHERE {_VALID} AND id = %(id)s"  # noqa: S608 - a constant


@dataclass(frozen=True, slots=True)
class PersonalToken:
    """A personal token, as its player sees it."""

    id: str
    name: str
    scopes: list[str]
    created_at: Moment
    used_at: Moment | None
    "The last use, to the hour; None before the first."
    expires_at: Moment | None
    "None without an end."
    client: str | None = None
    "The id of the app that has the token, chosen by the app; None for a personal token. The app's name is its address."


class NewToken(NamedTuple):
    """A token to insert."""

    player: str
    hash: bytes
    "The SHA-256 of the token."
    id: str
    name: str
    scopes: list[str]
    at: Moment
    expires_at: Moment | None
    client: str | None = None


def list_tokens(pool: Pool, player: str) -> list[PersonalToken]:
    """Return the player's tokens that were not ended, the oldest first; also those that have expired."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_LIST, {"player": player}).fetchall())
    return [PersonalToken(*row) for row in rows]


def create(
    pool: Pool,
    player: str,
    token: str,
    name: str,
    scopes: Collection[str],
    at: Moment,
    expires_at: Moment | None,
    keyed: KeyedRequest | None = None,
) -> PersonalToken:
    """Make this token one of the player's. A repetition with a key returns the first one.

    Raises `Refused` with `too-many-tokens` and `key-reused`, and as `lock_player`.
    """
    new = NewToken(player, token_hash(token), str(uuid.uuid4()), name, sorted(scopes), at, expires_at)

    def work(conn: Connection) -> Result:
        with conn.transaction():
            lock_player(conn, player)
            require_room(conn, player, at)
            return {"id": insert(conn, new), "created_at": at, "expires_at": expires_at}

    made = do_once(pool, keyed, work)
    return PersonalToken(made["id"], name, sorted(scopes), made["created_at"], None, made["expires_at"])


def require_room(conn: Connection, player: str, at: Moment) -> None:
    """Raise `Refused("too-many-tokens")` if the player, who is locked, must not have another token."""
    row = conn.execute(_COUNT, {"player": player, "at": at}).fetchone()
    if row is not None and row[0] >= MAX_TOKENS:
        raise Refused(
            "too-many-tokens", Sentence("An account has at most {most} personal tokens: end one.", most=MAX_TOKENS)
        )


def insert(conn: Connection, token: NewToken) -> str:
    """Insert a token, and return its id."""
    conn.execute(_ADD, token._asdict())
    return token.id


def end(pool: Pool, player: str, token: str, at: Moment) -> None:
    """End the player's token with this id. Raises `Refused("no-such-token")`."""
    values = {"player": player, "id": token, "at": at}
    if not is_uuid(token) or not write_once(pool, lambda conn: conn.execute(_END, values).rowcount):
        raise Refused(
            "no-such-token", "You have no personal token with this id: GET /v1/players/me/personal-tokens lists them."
        )
