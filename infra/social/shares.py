"""Links to the replay of a finished game. Only the SHA-256 of a link's token is stored.

A copy of the database therefore gives no access. Every function raises `Unavailable` (`infra.postgres.retry`) if the
database does not answer.
"""

import uuid
from dataclasses import asdict, dataclass

from domain.log.errors import Refused
from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from infra.accounts.keyed_requests import Connection, KeyedRequest, Result, do_on_game
from infra.accounts.tokens import token_hash
from infra.clock import now
from infra.databases.pool import AccountsPool
from infra.postgres.retry import read_with_retry, write_once

PREFIX = "dbnshr_"

MAX_SHARES = 100
"""The maximum number of links of one player to one game. Revoked links count, because their rows stay."""

_CREATE = """
SELECT first_request, result
FROM dobon.add_share(%(game)s, %(key)s, %(request)s, %(result)s, %(id)s, %(hash)s, %(player)s, %(at)s, %(most)s)"""
_PAGE = "SELECT id, created_at, revoked_at FROM dobon.read_shares(%s, %s, %s, %s, %s)"
_REVOKE = "SELECT WHERE dobon.revoke_share(%s, %s, %s, %s)"


@dataclass(frozen=True, slots=True)
class Share:
    """A link of a player, without its token."""

    id: str
    created_at: Moment
    revoked_at: Moment | None


def create(pool: AccountsPool, game: str, player: str, token: str, keyed: KeyedRequest | None = None) -> Share:
    """Create the link with this token, which cannot be read again. With a key, repetitions return the same link.

    Raises `Refused` with `too-many-shares` and `key-reused`.
    """
    share = Share(str(uuid.uuid4()), now(), None)
    values = {
        "game": game, "id": share.id, "hash": token_hash(token), "player": player, "at": share.created_at, "most": MAX_SHARES,
    }  # fmt: skip

    def work(games: Connection) -> Result | None:
        return do_on_game(games, keyed, _CREATE, values, asdict(share))

    created = write_once(pool.games.of(game), work)
    if created is None:
        raise Refused(
            "too-many-shares", Sentence("A player may create at most {most} links to a game.", most=MAX_SHARES)
        )
    return Share(**created)


def page(
    pool: AccountsPool, game: str, player: str, after: tuple[Moment, str] | None = None, limit: int = 50
) -> list[Share]:
    """Return a player's links to a game, oldest first; `after` is `(created_at, id)` of the page before."""
    place = after or ("", LOWEST_ID)
    rows = read_with_retry(
        pool.games.of(game), lambda conn: conn.execute(_PAGE, (game, player, *place, limit)).fetchall()
    )
    return [Share(*row) for row in rows]


def revoke(pool: AccountsPool, game: str, player: str, share: str) -> bool:
    """Revoke a player's link, and tell whether it exists. Repetitions change nothing."""
    return write_once(
        pool.games.of(game), lambda conn: conn.execute(_REVOKE, (game, player, share, now())).rowcount == 1
    )


def game_of(pool: AccountsPool, token: str) -> str | None:
    """Return the game of a link's token, or None if the token is unknown or revoked."""
    if not token.startswith(PREFIX):
        return None
    statement = "SELECT game_id FROM dobon.shares WHERE hash = %s AND revoked_at IS NULL"
    row = pool.games.find(lambda conn: conn.execute(statement, (token_hash(token),)).fetchone())
    return None if row is None else str(row[0])
