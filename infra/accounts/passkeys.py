"""Passkeys: public keys with which players sign in.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Callable
from typing import NamedTuple

from domain.log.errors import Refused
from domain.log.identifiers import is_uuid
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from infra.accounts import passkey_challenges, sessions
from infra.accounts.keyed_requests import Connection, KeyedRequest, Result, do_once
from infra.accounts.sessions import Opened, Opening
from infra.accounts.ways_in import count_ways_in, last_way_in
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

MAX_PASSKEYS = 20
"""The maximum of passkeys of one player."""


class Passkey(NamedTuple):
    """A passkey, as its player sees it."""

    id: str
    name: str
    created_at: Moment
    used_at: Moment | None


class Credential(NamedTuple):
    """What an authenticator has made."""

    id: bytes
    public_key: bytes
    sign_count: int
    "How often it has signed; 0 from authenticators that do not count."


_LIST = "SELECT id, name, created_at, used_at FROM dobon.passkeys WHERE player_id = %s ORDER BY created_at, id"
_CREDENTIALS = "SELECT credential FROM dobon.passkeys WHERE player_id = %s ORDER BY created_at, id"
_COUNT = "SELECT count(*) FROM dobon.passkeys WHERE player_id = %s"
_ADD = """
INSERT INTO dobon.passkeys (id, player_id, credential, public_key, sign_count, name, created_at)
VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (credential) DO NOTHING"""
_NAME = "UPDATE dobon.passkeys SET name = %s WHERE player_id = %s AND id = %s"
_REMOVE = "DELETE FROM dobon.passkeys WHERE player_id = %s AND id = %s"
_FIND = "SELECT id, player_id FROM dobon.passkeys WHERE credential = %s"

# Read after the player's row is locked, so two sign-ins with one state of the counter come one after the other.
_KEY = "SELECT public_key, sign_count FROM dobon.passkeys WHERE id = %s"
_USE = "UPDATE dobon.passkeys SET sign_count = %s, used_at = %s WHERE id = %s"


def list_passkeys(pool: Pool, player: str) -> list[Passkey]:
    """Return the passkeys of a player, oldest first."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_LIST, [player]).fetchall())
    return [Passkey(*row) for row in rows]


def credential_ids(pool: Pool, player: str) -> list[bytes]:
    """Return the ids that authenticators have chosen for the player's passkeys, oldest first."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_CREDENTIALS, [player]).fetchall())
    return [bytes(row[0]) for row in rows]


def add(pool: Pool, player: str, challenge: bytes, credential: Credential, name: str, at: Moment) -> Passkey:
    """Add a passkey, and use the challenge with this hash.

    Raises `Refused` with `bad-passkey` or `too-many-passkeys`, and as `sessions.lock_player`.
    """
    passkey = Passkey(str(uuid.uuid4()), name, at, None)

    def work(conn: Connection) -> None:
        with conn.transaction():
            sessions.lock_player(conn, player)
            if not passkey_challenges.use(conn, challenge, player, at):
                raise used_challenge()
            row = conn.execute(_COUNT, [player]).fetchone()
            if row is not None and row[0] >= MAX_PASSKEYS:
                raise Refused(
                    "too-many-passkeys",
                    Sentence("An account has at most {most} passkeys: remove one first.", most=MAX_PASSKEYS),
                )
            if not conn.execute(_ADD, [passkey.id, player, *credential, name, at]).rowcount:
                raise Refused("bad-passkey", "This passkey is registered already.")

    write_once(pool, work)
    return passkey


def rename(pool: Pool, player: str, passkey: str, name: str) -> None:
    """Change the name of a passkey of the player. Raises `Refused("no-such-passkey")`."""
    if not is_uuid(passkey) or not write_once(pool, lambda conn: conn.execute(_NAME, [name, player, passkey]).rowcount):
        raise no_such_passkey()


def remove(pool: Pool, player: str, passkey: str, *, confirmed: bool) -> None:
    """Remove a passkey of the player; the last way in only if that is `confirmed`.

    Raises `Refused` with `no-such-passkey` or `last-way-in`, and as `sessions.lock_player`.
    """

    def work(conn: Connection) -> None:
        with conn.transaction():
            sessions.lock_player(conn, player)
            if not is_uuid(passkey) or not conn.execute(_REMOVE, [player, passkey]).rowcount:
                raise no_such_passkey()
            others, codes, _ = count_ways_in(conn, player)
            if not others and not codes and not confirmed:
                raise last_way_in()

    write_once(pool, work)


def sign_in(
    pool: Pool,
    credential: bytes,
    challenge: bytes,
    verify: Callable[[bytes, int], int],
    opening: Opening,
    keyed: KeyedRequest | None = None,
) -> Opened:
    """Open a session by the passkey with this credential, and use the challenge with this hash.

    `verify` gets the public key and the counter, and returns the new counter; it raises `Refused("bad-passkey")`. With
    a key, repetitions return the same. Raises `Refused` with `bad-passkey`, `suspended` and `key-reused`.
    """

    def work(conn: Connection) -> Result:
        with conn.transaction():
            if not passkey_challenges.use(conn, challenge, None, opening.at):
                raise used_challenge()
            row = conn.execute(_FIND, [credential]).fetchone()
            if row is None:
                raise unknown_passkey()
            passkey, player = str(row[0]), str(row[1])
            sessions.lock_player(conn, player)
            key = conn.execute(_KEY, [passkey]).fetchone()
            if key is None:
                raise unknown_passkey()
            conn.execute(_USE, [verify(bytes(key[0]), key[1]), opening.at, passkey])
            sessions.open_session(conn, player, opening)
            return {"player": player, "session": opening.session}

    return Opened(**do_once(pool, keyed, work))


def used_challenge() -> Refused:
    """Return the refusal of an answer to an invalid challenge."""
    return Refused(
        "bad-passkey",
        Sentence(
            "The challenge is unknown, was used already, or is older than {seconds} s: request new options.",
            seconds=passkey_challenges.CHALLENGE_SECONDS,
        ),
    )


def unknown_passkey() -> Refused:
    """Return the refusal of a passkey that belongs to no account."""
    return Refused("bad-passkey", "This passkey belongs to no account: it was removed, or the account was erased.")


def no_such_passkey() -> Refused:
    """Return the refusal of an unknown id."""
    return Refused("no-such-passkey", "You have no passkey with this id: GET /v1/players/me/passkeys lists them.")
