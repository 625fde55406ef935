"""Links to the replay of a finished game. Only the SHA-256 of a link's token is stored.

A copy of the database therefore gives no access. Every function raises `Unavailable` (`infra.postgres.retry`) if the
database does not answer.
"""

import uuid
from dataclasses import dataclass

from domain.moments import Moment
from infra.clock import now
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once
from infra.repositories.tokens import new_token, token_hash

PREFIX = "dbnshr_"


@dataclass(frozen=True, slots=True)
class Share:
    """A link of a player, without its token."""

    id: str
    created_at: Moment
    revoked_at: Moment | None


def create(pool: Pool, game: str, player: str) -> tuple[Share, str]:
    """Create a link; return it with its token, which cannot be read again."""
    share, token = Share(str(uuid.uuid4()), now(), None), new_token(PREFIX)
    statement = "INSERT INTO dobon.shares (game_id, id, hash, player_id, created_at) VALUES (%s, %s, %s, %s, %s)"
    write_once(
        pool, lambda conn: conn.execute(statement, (game, share.id, token_hash(token), player, share.created_at))
    )
    return share, token


def list_shares(pool: Pool, game: str, player: str) -> list[Share]:
    """Return a player's links to a game, oldest first."""
    statement = "SELECT id, created_at, revoked_at FROM dobon.shares WHERE game_id = %s AND player_id = %s ORDER BY created_at, id"
    return [
        Share(*row) for row in read_with_retry(pool, lambda conn: conn.execute(statement, (game, player)).fetchall())
    ]


def revoke(pool: Pool, game: str, player: str, share: str) -> bool:
    """Revoke a player's link, and tell whether it exists. Repetitions change nothing."""
    statement = "UPDATE dobon.shares SET revoked_at = coalesce(revoked_at, %s) WHERE game_id = %s AND player_id = %s AND id = %s"
    return write_once(pool, lambda conn: conn.execute(statement, (now(), game, player, share)).rowcount == 1)


def game_of(pool: Pool, token: str) -> str | None:
    """Return the game of a link's token, or None if the token is unknown or revoked."""
    if not token.startswith(PREFIX):
        return None
    statement = "SELECT game_id FROM dobon.shares WHERE hash = %s AND revoked_at IS NULL"
    row = read_with_retry(pool, lambda conn: conn.execute(statement, (token_hash(token),)).fetchone())
    return None if row is None else row[0]
