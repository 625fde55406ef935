"""Players and their tokens. A token is shown once, and only its SHA-256 is stored.

A copy of the database therefore gives no access. Every function raises `Unavailable` (`infra.postgres.retry`) if the
database does not answer.
"""

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from domain.log.identifiers import is_uuid
from domain.log.moments import Moment
from infra.accounts.keyed_requests import Connection, KeyedRequest, Result, do_once
from infra.accounts.known_names import fold_name
from infra.accounts.suspensions import SUSPENDED
from infra.accounts.tokens import new_token, token_hash
from infra.clock import now
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

PLAYER_PREFIX = "dbn_"
ADMIN_PREFIX = "dbnadm_"


_CREATE = """
WITH player AS (
    INSERT INTO dobon.players (id, name, created_at) VALUES (%(id)s, %(name)s, %(at)s) RETURNING id
), known AS (
    INSERT INTO dobon.known_names (player_id, name, folded, since) SELECT id, %(name)s, %(folded)s, %(at)s FROM player
)
INSERT INTO dobon.tokens (hash, player_id, kind, created_at, label)
SELECT %(hash)s, player.id, %(kind)s, %(at)s, %(label)s FROM player"""

# One row without an account if no token is valid, so that the number is always read.
_ACCOUNTS_OF = f"""
SELECT rights.number, found.hash, found.id, found.name, found.admin, found.suspended, found.suspended_until,
    found.scopes, found.expires_at
FROM dobon.rights LEFT JOIN (
    SELECT token.hash, player.id, player.name, token.kind = 'admin' AS admin,
        {SUSPENDED} AS suspended, player.suspended_until, token.scopes, token.expires_at
    FROM dobon.tokens AS token JOIN dobon.players AS player ON player.id = token.player_id
    WHERE token.hash = ANY(%(hashes)s) AND token.revoked_at IS NULL
        AND (token.expires_at IS NULL OR token.expires_at > %(now)s)
) AS found ON true ORDER BY found.hash"""  # noqa: S608 - a constant

_RIGHTS = "SELECT number FROM dobon.rights"

_REVOKE = "UPDATE dobon.tokens SET revoked_at = %s WHERE hash = %s AND revoked_at IS NULL"

_IS_ADMIN = "SELECT count(*) > 0 FROM dobon.tokens WHERE player_id = %s AND kind = 'admin' AND revoked_at IS NULL"

_MODERATED = f"""
SELECT id, name, created_at, erased_at IS NOT NULL, {SUSPENDED}, CASE WHEN {SUSPENDED} THEN suspended_until END
FROM dobon.players AS player WHERE id = %(player)s"""  # noqa: S608 - a constant

_NAMES = "SELECT id, name, bot_account FROM dobon.players WHERE id = ANY(%s::uuid[]) ORDER BY id"


@dataclass(frozen=True, slots=True)
class ModeratedPlayer:
    """A player as admins see it."""

    id: str
    name: str
    created_at: Moment
    erased: bool
    suspended: bool
    suspended_until: Moment | None
    "None without an end, or without a suspension."


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a token."""

    id: str
    name: str
    admin: bool = False
    suspended: bool = False
    "The account's tokens are refused until the suspension ends or an admin lifts it."
    suspended_until: Moment | None = field(default=None, compare=False)
    "None without an end. It is the end of an earlier suspension if the account is not suspended."
    scopes: frozenset[str] | None = field(default=None, compare=False)
    "What the token of a program may do; None for a session, which may do everything."
    expires_at: Moment | None = field(default=None, compare=False)
    "The end of the token of a program; None without an end, and for a session."
    rights: int = field(default=0, compare=False)
    "The number of the table `rights` when this was read: while the number is the same, all of this is."


def create_player(
    pool: Pool, name: str, token: str | None = None, keyed: KeyedRequest | None = None, label: str = ""
) -> tuple[str, str, str]:
    """Create a player with this token, or with a random one; return id, name and token.

    `label` is that of the session.

    The token cannot be read again. With a key, repetitions return the same player. Raises `Refused("key-reused")`.
    """
    return _create(pool, name, "player", token or new_token(PLAYER_PREFIX), keyed, label)


def create_admin(pool: Pool, name: str) -> tuple[str, str, str]:
    """Create an administrator, as `create_player` does. Only the command line calls this."""
    return _create(pool, name, "admin", new_token(ADMIN_PREFIX))


def account_of(pool: Pool, token: str) -> Account | None:
    """Return the account of a token, or None if the token is unknown or revoked."""
    if not may_be_token(token):
        return None
    digest = token_hash(token)
    return accounts_of(pool, [digest])[1].get(digest)


def may_be_token(token: str) -> bool:
    """Return whether the text begins like a token; no other text is looked up."""
    return token.startswith((PLAYER_PREFIX, ADMIN_PREFIX))


def accounts_of(pool: Pool, hashes: Collection[bytes]) -> tuple[int, dict[bytes, Account]]:
    """Return the number of rights, and the accounts of those tokens that are known and not revoked, by hash."""
    values = {"hashes": list(hashes), "now": now()}
    rows = read_with_retry(pool, lambda connection: connection.execute(_ACCOUNTS_OF, values).fetchall())
    return rows[0][0], {
        bytes(digest): Account(
            player, name, admin, suspended, until, None if scopes is None else frozenset(scopes), expires_at, number
        )
        for number, digest, player, name, admin, suspended, until, scopes, expires_at in rows
        if digest is not None
    }


def rights_number(pool: Pool) -> int:
    """Return the number that grows with every change of a token or an account."""
    row = read_with_retry(pool, lambda connection: connection.execute(_RIGHTS).fetchone())
    assert row is not None
    number: int = row[0]
    return number


def active_tokens(pool: Pool, hashes: Collection[bytes]) -> set[bytes]:
    """Return the hashes of those tokens that are neither unknown nor revoked, and whose accounts are not suspended."""
    return {digest for digest, account in accounts_of(pool, hashes)[1].items() if not account.suspended}


def revoke(pool: Pool, token: str) -> bool:
    """Revoke a token, and tell whether it was valid."""
    return write_once(pool, lambda connection: connection.execute(_REVOKE, [now(), token_hash(token)]).rowcount == 1)


def is_admin(pool: Pool, player: str) -> bool:
    """Tell whether a player has an admin's token."""
    row = read_with_retry(pool, lambda conn: conn.execute(_IS_ADMIN, (player,)).fetchone())
    return row is not None and bool(row[0])


class Named(NamedTuple):
    """The shown part of a player."""

    name: str
    bot_account: bool


def names(pool: Pool, players: Iterable[str]) -> dict[str, Named]:
    """Return what is shown of players by id; an unknown id has no entry. The ids are UUIDs."""
    wanted = sorted(set(players))
    if not wanted:
        return {}
    rows = read_with_retry(pool, lambda connection: connection.execute(_NAMES, [wanted]).fetchall())
    return {player: Named(*shown) for player, *shown in rows}


def has_profile(pool: Pool, player: str) -> bool:
    """Tell whether a player has this id and is not erased. Raises `Unavailable`."""
    statement = "SELECT 1 FROM dobon.players WHERE id = %s AND erased_at IS NULL"
    return (
        is_uuid(player) and read_with_retry(pool, lambda conn: conn.execute(statement, [player]).fetchone()) is not None
    )


def moderated(pool: Pool, player: str) -> ModeratedPlayer | None:
    """Return a player for admins, or None. The id is a UUID."""
    values = {"player": player, "now": now()}
    row = read_with_retry(pool, lambda connection: connection.execute(_MODERATED, values).fetchone())
    return None if row is None else ModeratedPlayer(*row)


def _create(
    pool: Pool, name: str, kind: str, token: str, keyed: KeyedRequest | None = None, label: str = ""
) -> tuple[str, str, str]:
    player = str(uuid.uuid4())
    values = {
        "id": player, "name": name, "folded": fold_name(name), "at": now(), "hash": token_hash(token), "kind": kind,
        "label": label,
    }  # fmt: skip

    def work(conn: Connection) -> Result:
        conn.execute(_CREATE, values)
        return {"id": player}

    return do_once(pool, keyed, work)["id"], name, token
