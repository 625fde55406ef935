"""What players say about moments of rounds that are over. Everything here raises `Unavailable` when the database does not answer."""

import uuid
from dataclasses import dataclass

from domain.errors import Refused
from domain.identifiers import LOWEST_ID
from domain.moments import Moment
from infra.clock import now
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

MOST = 500
"""Comments of one player on one game."""


@dataclass(frozen=True, slots=True)
class Comment:
    """Something somebody said."""

    id: str
    round: int
    version: int
    "The moment it is about."
    player: str
    text: str
    at: Moment


# Counted in the statement that adds: a player who sends many at once may get a few more in, which does no harm.
_ADD = """
INSERT INTO dobon.comments (game_id, id, round, version, player_id, text, at)
SELECT %(game)s::uuid, %(id)s::uuid, %(round)s, %(version)s, %(player)s::uuid, %(text)s, %(at)s
WHERE (SELECT count(*) FROM dobon.comments WHERE game_id = %(game)s AND player_id = %(player)s) < %(most)s
ON CONFLICT (game_id, id) DO NOTHING"""

_ONE = "SELECT id, round, version, player_id, text, at FROM dobon.comments WHERE game_id = %s AND id = %s"

_PAGE = """
SELECT id, round, version, player_id, text, at FROM dobon.comments
WHERE game_id = %s AND round = %s AND (at, id) > (%s, %s::uuid) ORDER BY at, id LIMIT %s"""


def add(pool: Pool, game: str, number: int, version: int, player: str, text: str, key: str | None = None) -> Comment:
    """Say something about a moment of the round `number`; with a key once, however often it is repeated.

    Raises `Refused` with `too-many-comments`, and with `key-reused` where the key came with another comment.
    """
    chosen = uuid.uuid4() if key is None else uuid.uuid5(uuid.UUID(player), f"comment|{game}|{key}")
    comment = Comment(str(chosen), number, version, player, text, now())
    values = {
        "game": game, "id": comment.id, "round": number, "version": version, "player": player, "text": text, "at": comment.at,
        "most": MOST,
    }  # fmt: skip
    if write_once(pool, lambda conn: conn.execute(_ADD, values).rowcount):
        return comment
    row = read_with_retry(pool, lambda conn: conn.execute(_ONE, (game, comment.id)).fetchone())
    if row is None:
        raise Refused("too-many-comments", f"A player has {MOST} comments on a game.")
    old = Comment(*row)
    if (old.round, old.version, old.text) != (number, version, text):
        raise Refused("key-reused", "This idempotency key belongs to another request; use a new one.")
    return old


def page(pool: Pool, game: str, number: int, after: tuple[Moment, str] | None = None, limit: int = 50) -> list[Comment]:
    """Comments on a round, oldest first; `after` is `(at, id)` of the last one of the page before."""
    place = after or ("", LOWEST_ID)
    rows = read_with_retry(pool, lambda conn: conn.execute(_PAGE, (game, number, *place, limit)).fetchall())
    return [Comment(*row) for row in rows]
