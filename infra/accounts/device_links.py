"""Codes that sign in the next device of a player: each is valid once, for a few minutes. A player has one at a time.

A code has 60 random bits. Only its SHA-256 is stored, and it has expired long before it could be found from that.
Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from typing import NamedTuple

from domain.log.errors import Refused
from domain.log.identifiers import is_uuid
from domain.log.moments import Moment, later
from infra.accounts import sessions
from infra.accounts.keyed_requests import Connection, KeyedRequest
from infra.accounts.recovery_codes import sign_in_by
from infra.accounts.sessions import Opened, Opening
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

LINK_SECONDS = 600
"""Time for which a code is valid."""

KEPT_SECONDS = 3600
"""Time after its expiry for which the first device can read what became of a code."""

SWEPT = 100
"""Old codes that a new one deletes."""


class DeviceLink(NamedTuple):
    """What the first device may know of a code."""

    id: str
    expires_at: Moment
    session: str | None
    "The session that the code has opened."


_SWEEP = """
DELETE FROM dobon.device_links WHERE hash IN (
    SELECT hash FROM dobon.device_links WHERE expires_at <= %s ORDER BY expires_at LIMIT %s FOR UPDATE SKIP LOCKED
)"""
_DELETE = "DELETE FROM dobon.device_links WHERE player_id = %s"
_ADD = "INSERT INTO dobon.device_links (hash, id, player_id, expires_at) VALUES (%s, %s, %s, %s)"
_GET = "SELECT id, expires_at, session FROM dobon.device_links WHERE player_id = %s AND id = %s"
_FIND = "SELECT player_id FROM dobon.device_links WHERE hash = %(code)s AND session IS NULL AND expires_at > %(at)s"

# The update is what makes a code valid once: of two statements, the second waits for the row and then finds it used.
_USE = "UPDATE dobon.device_links SET session = %(session)s WHERE hash = %(code)s AND session IS NULL"


def add(pool: Pool, player: str, code: bytes, at: Moment) -> DeviceLink:
    """Make the code with this hash the player's only one. Raises as `sessions.lock_player`."""
    link = DeviceLink(str(uuid.uuid4()), later(at, seconds=LINK_SECONDS), None)

    def work(conn: Connection) -> None:
        with conn.transaction():
            sessions.lock_player(conn, player)
            conn.execute(_DELETE, [player])
            conn.execute(_ADD, [code, link.id, player, link.expires_at])
            conn.execute(_SWEEP, [later(at, seconds=-KEPT_SECONDS), SWEPT])

    write_once(pool, work)
    return link


def get(pool: Pool, player: str, link: str) -> DeviceLink:
    """Return a code of the player. Raises `Refused("no-such-device-link")`."""
    row = read_with_retry(pool, lambda conn: conn.execute(_GET, [player, link]).fetchone()) if is_uuid(link) else None
    if row is None:
        raise Refused("no-such-device-link", "You have no code with this id, or a newer one has replaced it.")
    return DeviceLink(*row)


def sign_in(pool: Pool, code: bytes, opening: Opening, keyed: KeyedRequest | None = None) -> Opened:
    """Open a session by the code with this hash, which is used from now on. With a key, repetitions return the same.

    Raises `Refused` with `bad-code`, the same for an unknown, used and expired code, `suspended` and `key-reused`.
    """
    return sign_in_by(pool, _FIND, _USE, code, opening, keyed)
