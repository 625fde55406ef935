"""Recovery codes: each opens one session of its player. Only the SHA-256 of a code is stored.

A code has 100 random bits, so a fast hash cannot be reversed by guessing: among the codes of a million players, a
trillion guesses a second find one in four thousand years. Every function raises `Unavailable` (`infra.postgres.retry`)
if the database does not answer.
"""

from collections.abc import Sequence
from typing import LiteralString, NamedTuple

from domain.log.errors import Refused
from domain.log.moments import Moment
from infra.accounts import sessions
from infra.accounts.keyed_requests import Connection, KeyedRequest, Result, do_once
from infra.accounts.sessions import Opened, Opening
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

NUMBER = 10
"""The number of codes in a set."""


class CodesLeft(NamedTuple):
    """The state of a player's codes."""

    left: int
    "Codes that were not used."
    created_at: Moment | None
    "None if there is no set."


_DELETE = "DELETE FROM dobon.recovery_codes WHERE player_id = %s"
_ADD = "INSERT INTO dobon.recovery_codes (hash, player_id, created_at) SELECT unnest(%s::bytea[]), %s, %s"
_LEFT = """
SELECT count(*) FILTER (WHERE used_at IS NULL), max(created_at) FROM dobon.recovery_codes WHERE player_id = %s"""

_FIND = "SELECT player_id FROM dobon.recovery_codes WHERE hash = %(code)s AND used_at IS NULL"

# The update is what makes a code valid once: of two statements, the second waits for the row and then finds it used.
_USE = "UPDATE dobon.recovery_codes SET used_at = %(at)s WHERE hash = %(code)s AND used_at IS NULL"


def replace_codes(pool: Pool, player: str, hashes: Sequence[bytes], at: Moment) -> None:
    """Make codes with these hashes the only ones of the player. Raises as `sessions.lock_player`."""

    def work(conn: Connection) -> None:
        with conn.transaction():
            sessions.lock_player(conn, player)  # so that of two new sets one stays whole
            conn.execute(_DELETE, [player])
            conn.execute(_ADD, [list(hashes), player, at])

    write_once(pool, work)


def codes_left(pool: Pool, player: str) -> CodesLeft:
    """Return how many codes of the player's set are unused."""
    row = read_with_retry(pool, lambda conn: conn.execute(_LEFT, [player]).fetchone())
    assert row is not None
    return CodesLeft(row[0], row[1])


def sign_in(pool: Pool, code: bytes, opening: Opening, keyed: KeyedRequest | None = None) -> Opened:
    """Open a session by the code with this hash, which is used from now on. With a key, repetitions return the same.

    Raises `Refused` with `bad-code`, the same for an unknown and a used code, `suspended` and `key-reused`.
    """
    return sign_in_by(pool, _FIND, _USE, code, opening, keyed)


def sign_in_by(
    pool: Pool, find: LiteralString, use: LiteralString, code: bytes, opening: Opening, keyed: KeyedRequest | None
) -> Opened:
    """Open a session by a code. The statements find its player and use it; both know `code`, `at` and `session`.

    Raises `Refused` as `sign_in`.
    """
    values = {"code": code, "at": opening.at, "session": opening.session}

    def work(conn: Connection) -> Result:
        with conn.transaction():
            row = conn.execute(find, values).fetchone()
            if row is None:
                raise bad_code()
            player = str(row[0])
            sessions.lock_player(conn, player)
            if not conn.execute(use, values).rowcount:
                raise bad_code()
            sessions.open_session(conn, player, opening)
            return {"player": player, "session": opening.session}

    return Opened(**do_once(pool, keyed, work))


def bad_code() -> Refused:
    """Return the refusal of a code, the same for every reason."""
    return Refused("bad-code", "The code is unknown, was used already, or has expired.")
