"""Players' comments on moments of finished rounds.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from dataclasses import dataclass, replace

from domain.errors import Refused
from domain.identifiers import LOWEST_ID
from domain.moments import Moment
from infra.clock import now
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.repositories.keyed_requests import Connection, KeyedRequest, Result, do_once

MAX_COMMENTS = 500
"""The maximum number of comments of one player on one game."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of a player."""

    id: str
    round: int
    version: int
    "The moment that the comment is about."
    player: str
    text: str
    at: Moment


# The count is part of the insert. Concurrent inserts of one player may exceed the limit slightly, which is harmless.
_ADD = """
INSERT INTO dobon.comments (game_id, id, round, version, player_id, text, at)
SELECT %(game)s::uuid, %(id)s::uuid, %(round)s, %(version)s, %(player)s::uuid, %(text)s, %(at)s
WHERE (SELECT count(*) FROM dobon.comments WHERE game_id = %(game)s AND player_id = %(player)s) < %(most)s"""

_PAGE = """
SELECT id, round, version, player_id, text, at FROM dobon.comments
WHERE game_id = %s AND round = %s AND (at, id) > (%s, %s::uuid) ORDER BY at, id LIMIT %s"""


def add(
    pool: Pool, game: str, number: int, version: int, player: str, text: str, keyed: KeyedRequest | None = None
) -> Comment:
    """Add a comment on a moment of the round `number`. With a key, repetitions return the same comment.

    Raises `Refused` with `too-many-comments` and `key-reused`.
    """
    comment = Comment(str(uuid.uuid4()), number, version, player, text, now())
    values = {
        "game": game, "id": comment.id, "round": number, "version": version, "player": player, "text": text, "at": comment.at,
        "most": MAX_COMMENTS,
    }  # fmt: skip

    def work(conn: Connection) -> Result:
        if not conn.execute(_ADD, values).rowcount:
            raise Refused("too-many-comments", f"A player may write at most {MAX_COMMENTS} comments on a game.")
        return {"id": comment.id, "at": comment.at}

    return replace(comment, **do_once(pool, keyed, work))


def page(pool: Pool, game: str, number: int, after: tuple[Moment, str] | None = None, limit: int = 50) -> list[Comment]:
    """Return comments on a round, oldest first; `after` is `(at, id)` of the last one of the previous page."""
    place = after or ("", LOWEST_ID)
    rows = read_with_retry(pool, lambda conn: conn.execute(_PAGE, (game, number, *place, limit)).fetchall())
    return [Comment(*row) for row in rows]
