"""Follows and blocks of accounts.

Nobody learns who blocks them. Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not
answer.
"""

from domain.log.errors import Refused
from infra.accounts import sessions
from infra.accounts.keyed_requests import Connection
from infra.clock import now
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

MOST = 500
"""The largest number of players that an account follows, and that it blocks."""

_FOLLOW = """
INSERT INTO dobon.follows (account, other, at)
SELECT %(account)s, %(other)s, %(at)s
WHERE (SELECT count(*) FROM dobon.follows WHERE account = %(account)s AND other <> %(other)s) < %(most)s
ON CONFLICT (account, other) DO UPDATE SET at = follows.at RETURNING true"""
_BLOCK = """
WITH unfollowed AS (
    DELETE FROM dobon.follows WHERE (account, other) IN ((%(account)s, %(other)s), (%(other)s, %(account)s))
)
INSERT INTO dobon.blocks (account, other, at)
SELECT %(account)s, %(other)s, %(at)s
WHERE (SELECT count(*) FROM dobon.blocks WHERE account = %(account)s AND other <> %(other)s) < %(most)s
ON CONFLICT (account, other) DO UPDATE SET at = blocks.at RETURNING true"""
_FOLLOWED = "SELECT other FROM dobon.follows WHERE account = %s ORDER BY at, other"
_BLOCKED = "SELECT other FROM dobon.blocks WHERE account = %s ORDER BY at, other"
_APART = """
SELECT DISTINCT CASE account WHEN %(account)s THEN other ELSE account END FROM dobon.blocks
WHERE account = %(account)s AND other = ANY(%(others)s::uuid[]) OR other = %(account)s AND account = ANY(%(others)s::uuid[])"""


def follow(pool: Pool, account: str, other: str) -> bool:
    """Follow a player; return False if the account follows too many already.

    Raises `Refused("no-such-player")` if one of the two was erased.
    """
    return _add(pool, _FOLLOW, account, other)


def block(pool: Pool, account: str, other: str) -> bool:
    """Block a player, so that neither follows the other any more; return False if too many are blocked already.

    Raises `Refused("no-such-player")` if one of the two was erased.
    """
    return _add(pool, _BLOCK, account, other)


def _add(pool: Pool, statement: str, account: str, other: str) -> bool:
    values = {"account": account, "other": other, "at": now(), "most": MOST}

    def work(conn: Connection) -> bool:
        with conn.transaction():
            if not sessions.hold_players(conn, account, other):  # an erasure deletes the row or prevents it
                raise no_such_player()
            return conn.execute(statement, values).fetchone() is not None

    return write_once(pool, work)


def no_such_player() -> Refused:
    """Return the refusal of an absent player."""
    return Refused("no-such-player", "No other player has this id: the view of a game lists the ids of its players.")


def unfollow(pool: Pool, account: str, other: str) -> None:
    """Follow a player no more."""
    write_once(
        pool, lambda conn: conn.execute("DELETE FROM dobon.follows WHERE account = %s AND other = %s", (account, other))
    )


def unblock(pool: Pool, account: str, other: str) -> None:
    """Block a player no more."""
    write_once(
        pool, lambda conn: conn.execute("DELETE FROM dobon.blocks WHERE account = %s AND other = %s", (account, other))
    )


def followed(pool: Pool, account: str) -> list[str]:
    """Return the players that the account follows, in the order in which it began."""
    return [
        str(other) for (other,) in read_with_retry(pool, lambda conn: conn.execute(_FOLLOWED, (account,)).fetchall())
    ]


def blocked(pool: Pool, account: str) -> list[str]:
    """Return the players that the account blocks, in the order in which it began."""
    return [
        str(other) for (other,) in read_with_retry(pool, lambda conn: conn.execute(_BLOCKED, (account,)).fetchall())
    ]


def apart(pool: Pool, account: str, others: list[str]) -> set[str]:
    """Return those of the others that block the account, or that it blocks."""
    values = {"account": account, "others": others}
    return {str(other) for (other,) in read_with_retry(pool, lambda conn: conn.execute(_APART, values).fetchall())}
