"""Sessions: each is a token of a player without scopes, with a label of its device and the time of its last use.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from domain.log.errors import Refused
from domain.log.identifiers import is_uuid
from domain.log.moments import Moment, later
from infra.accounts.keyed_requests import Connection
from infra.accounts.suspensions import SUSPENDED
from infra.accounts.ways_in import count_ways_in, last_way_in
from infra.clock import now
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

MAX_SESSIONS = 50
"""The maximum of sessions of one player. A new session over the limit ends the one with the oldest use."""

MAX_LABEL = 64
"""The maximum number of characters of a label."""

NOTED_SECONDS = 3600
"""The time between two notes of the use of one session."""


@dataclass(frozen=True, slots=True)
class Session:
    """A session of a player."""

    id: str
    label: str
    created_at: Moment
    used_at: Moment
    "The last use, to the hour; the creation of a session counts as its first use."
    hash: bytes
    "The SHA-256 of its token."


@dataclass(frozen=True, slots=True)
class Opening:
    """A session to open."""

    token: bytes
    "The SHA-256 of its token."
    label: str
    at: Moment
    session: str = field(default_factory=lambda: str(uuid.uuid4()))
    "Its id."


class Opened(NamedTuple):
    """A session that was opened, and its player."""

    player: str
    session: str


_LIST = """
SELECT id, label, created_at, coalesce(used_at, created_at) AS used, hash FROM dobon.tokens
WHERE player_id = %s AND scopes IS NULL AND revoked_at IS NULL ORDER BY used DESC, id"""

# With the lock, an erasure or a suspension comes either before a new session or after it.
_PLAYER = f"""
SELECT {SUSPENDED}, erased_at IS NOT NULL FROM dobon.players AS player WHERE id = %(player)s FOR UPDATE"""  # noqa: S608 - a constant
_HOLD = "SELECT erased_at IS NOT NULL FROM dobon.players WHERE id = ANY(%s::uuid[]) ORDER BY id FOR SHARE"

_OPEN = """
INSERT INTO dobon.tokens (hash, player_id, kind, created_at, id, label) VALUES (%s, %s, 'player', %s, %s, %s)"""

_END_SURPLUS = """
UPDATE dobon.tokens SET revoked_at = %(at)s WHERE hash IN (
    SELECT hash FROM dobon.tokens
    WHERE player_id = %(player)s AND scopes IS NULL AND revoked_at IS NULL AND id <> %(session)s
    ORDER BY coalesce(used_at, created_at) DESC, created_at DESC, id OFFSET %(others)s
)"""

_END = """
UPDATE dobon.tokens SET revoked_at = %s WHERE player_id = %s AND scopes IS NULL AND id = %s AND revoked_at IS NULL"""

_END_OTHERS = """
UPDATE dobon.tokens SET revoked_at = %s WHERE player_id = %s AND scopes IS NULL AND hash <> %s AND revoked_at IS NULL"""

# A browser that gets web pushes ends with its token, so it follows the token that replaces it.
_ROTATE = """
WITH rotated AS (
    UPDATE dobon.tokens SET hash = %(new)s WHERE hash = %(old)s AND revoked_at IS NULL RETURNING player_id
), browsers AS (
    UPDATE dobon.push_subscriptions SET token = %(new)s FROM rotated
    WHERE push_subscriptions.player_id = rotated.player_id AND push_subscriptions.token = %(old)s
)
SELECT count(*) FROM rotated"""

_LABEL = """
UPDATE dobon.tokens SET label = %s WHERE player_id = %s AND scopes IS NULL AND id = %s AND revoked_at IS NULL"""

_NOTE = """
UPDATE dobon.tokens SET used_at = %(at)s
WHERE hash = ANY(%(hashes)s) AND coalesce(used_at, created_at) < %(before)s"""


def list_sessions(pool: Pool, player: str) -> list[Session]:
    """Return the sessions of a player that have not ended, the last used one first."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_LIST, [player]).fetchall())
    return [Session(session, label, at, used, bytes(digest)) for session, label, at, used, digest in rows]


def lock_player(conn: Connection, player: str) -> None:
    """Lock the row of a player in the caller's transaction, before any other row of that player.

    Raises `Refused` with `suspended` or `no-such-player`.
    """
    row = conn.execute(_PLAYER, {"player": player, "now": now()}).fetchone()
    if row is None or row[1]:
        raise Refused("no-such-player", "The account was erased.")
    if row[0]:
        raise Refused(
            "suspended",
            "An admin has suspended this account. Its tokens are refused until the suspension ends or is lifted.",
        )


def hold_players(conn: Connection, *players: str) -> bool:
    """Let erasures of these players wait for the end of the caller's transaction.

    Return False if one of them was erased before.
    """
    return not any(erased for (erased,) in conn.execute(_HOLD, [[*players]]).fetchall())


def open_session(conn: Connection, player: str, opening: Opening) -> None:
    """Open a session of a player whose row is locked, in the caller's transaction."""
    conn.execute(_OPEN, [opening.token, player, opening.at, opening.session, opening.label])
    others = {"at": opening.at, "player": player, "session": opening.session, "others": MAX_SESSIONS - 1}
    conn.execute(_END_SURPLUS, others)


def end_session(pool: Pool, player: str, session: str, at: Moment, *, confirmed: bool) -> None:
    """End a session of the player: its token is refused from now on. The last way in ends only if `confirmed`.

    Raises `Refused` with `no-such-session` or `last-way-in`, and as `lock_player`.
    """

    def work(conn: Connection) -> None:
        with conn.transaction():
            lock_player(conn, player)
            if not is_uuid(session) or not conn.execute(_END, [at, player, session]).rowcount:
                raise _no_such_session()
            if not confirmed and not any(count_ways_in(conn, player)):
                raise last_way_in()

    write_once(pool, work)


def set_label(pool: Pool, player: str, session: str, label: str) -> None:
    """Set the label of a session of the player. Raises `Refused("no-such-session")`."""
    values = [label, player, session]
    if not is_uuid(session) or not write_once(pool, lambda conn: conn.execute(_LABEL, values).rowcount):
        raise _no_such_session()


def end_others(pool: Pool, player: str, kept: bytes, at: Moment) -> int:
    """End all sessions of the player except the one whose token has this hash; return how many there were."""
    ended: int = write_once(pool, lambda conn: conn.execute(_END_OTHERS, [at, player, kept]).rowcount)
    return ended


def rotate(pool: Pool, old: bytes, new: bytes) -> bool:
    """Replace the token of a session; the hashes are SHA-256. Return False if the old token was invalid."""
    row = write_once(pool, lambda conn: conn.execute(_ROTATE, {"new": new, "old": old}).fetchone())
    return row is not None and row[0] == 1


def note_uses(pool: Pool, hashes: Collection[bytes], at: Moment) -> None:
    """Note that these tokens were used, unless that was noted within the last `NOTED_SECONDS`."""
    values = {"hashes": sorted(hashes), "at": at, "before": later(at, seconds=-NOTED_SECONDS)}
    write_once(pool, lambda conn: conn.execute(_NOTE, values).rowcount)


def _no_such_session() -> Refused:
    return Refused("no-such-session", "You have no session with this id: GET /v1/players/me/sessions lists them.")
