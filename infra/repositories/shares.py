"""Links that open the replay of a finished game to whoever has one. Only the SHA-256 of a link is kept, so a copy of the database opens none.

Everything here raises `Unavailable` (`infra.postgres.retry`) when the database does not answer.
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
    """A link that somebody made; what it looks like is known to nobody but those who have it."""

    id: str
    created_at: Moment
    revoked_at: Moment | None


def create(pool: Pool, game: str, player: str) -> tuple[Share, str]:
    """A new link, and its token, which cannot be had again."""
    share, token = Share(str(uuid.uuid4()), now(), None), new_token(PREFIX)
    statement = "INSERT INTO dobon.shares (game_id, id, hash, player_id, created_at) VALUES (%s, %s, %s, %s, %s)"
    write_once(
        pool, lambda conn: conn.execute(statement, (game, share.id, token_hash(token), player, share.created_at))
    )
    return share, token


def list_shares(pool: Pool, game: str, player: str) -> list[Share]:
    """The links that a player has made for a game, oldest first."""
    statement = "SELECT id, created_at, revoked_at FROM dobon.shares WHERE game_id = %s AND player_id = %s ORDER BY created_at, id"
    return [
        Share(*row) for row in read_with_retry(pool, lambda conn: conn.execute(statement, (game, player)).fetchall())
    ]


def revoke(pool: Pool, game: str, player: str, share: str) -> bool:
    """End a link of the player's; whether there is one. Done again it changes nothing."""
    statement = "UPDATE dobon.shares SET revoked_at = coalesce(revoked_at, %s) WHERE game_id = %s AND player_id = %s AND id = %s"
    return write_once(pool, lambda conn: conn.execute(statement, (now(), game, player, share)).rowcount == 1)


def game_of(pool: Pool, token: str) -> str | None:
    """The game that a link opens; None for one that is unknown or revoked."""
    if not token.startswith(PREFIX):
        return None
    statement = "SELECT game_id FROM dobon.shares WHERE hash = %s AND revoked_at IS NULL"
    row = read_with_retry(pool, lambda conn: conn.execute(statement, (token_hash(token),)).fetchone())
    return None if row is None else row[0]
