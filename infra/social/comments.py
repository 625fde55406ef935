"""Players' comments on moments of finished rounds.

Every function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace

from domain.log.errors import Refused
from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment
from domain.log.sentences import Sentence
from domain.running.notifications import COMMENTED, Notification
from infra.accounts.admin_log import HIDE, insert_act
from infra.accounts.keyed_requests import Connection, KeyedRequest, Result, do_on_game
from infra.clock import now
from infra.databases.pool import AccountsPool
from infra.event_store.store import AdminAct
from infra.notifications import notifications
from infra.postgres.retry import read_with_retry, write_once

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
    hidden: bool = False
    "By an admin: its author alone can read it."


# The player's row is locked, so that an erasure, which locks it too, deletes the comment or prevents it.
_LOCK_AUTHOR = "SELECT FROM dobon.players WHERE id = %s AND erased_at IS NULL FOR SHARE"

_ADD = """
SELECT first_request, result FROM dobon.add_comment(%(game)s, %(key)s, %(request)s, %(result)s,
    %(id)s, %(round)s, %(version)s, %(player)s, %(text)s, %(at)s, %(most)s)"""

_BLOCKED = "SELECT other FROM dobon.blocks WHERE account = %s ORDER BY other"
_COLUMNS = "id, round, version, player_id, text, at, hidden"
_PAGE = f"SELECT {_COLUMNS} FROM dobon.read_comments(%s, %s, %s, %s, %s::uuid[], %s)"  # noqa: S608 - constants
_GET = f"SELECT {_COLUMNS} FROM dobon.read_comment(%s, %s)"  # noqa: S608 - constants
_HIDE = "SELECT WHERE dobon.hide_comment(%s, %s, %s)"

_BLOCKING = "SELECT account FROM dobon.blocks WHERE other = %s AND account = ANY(%s::uuid[])"


def add(
    pool: AccountsPool,
    game: str,
    number: int,
    version: int,
    player: str,
    text: str,
    keyed: KeyedRequest | None = None,
    others: Sequence[str] = (),
) -> Comment:
    """Add a comment on a moment of the round `number`, and tell the accounts `others` of it.

    Accounts that block the player are not told. With a key, repetitions return the same comment, without other
    notifications. If games are in another database, a comment may be there
    whose notifications were lost with this process. Raises `Refused` with `too-many-comments` and `key-reused`.
    """
    comment = Comment(str(uuid.uuid4()), number, version, player, text, now())
    values = {
        "game": game, "id": comment.id, "round": number, "version": version, "player": player, "text": text, "at": comment.at,
        "most": MAX_COMMENTS,
    }  # fmt: skip

    def work(conn: Connection) -> Result:
        with conn.transaction(), pool.games.of(game).connection_beside(pool, conn) as games:
            result = None
            if conn.execute(_LOCK_AUTHOR, (player,)).rowcount:
                result = do_on_game(games, keyed, _ADD, values, {"id": comment.id, "at": comment.at})
            if result is None:
                raise Refused(
                    "too-many-comments",
                    Sentence("A player may write at most {most} comments on a game.", most=MAX_COMMENTS),
                )
            if result["id"] != comment.id:  # a repetition
                return result
            facts = {"round": number, "comment": comment.id, "player": player}
            blocking = {str(row[0]) for row in conn.execute(_BLOCKING, (player, [*others]))}
            readers = [other for other in others if other not in blocking]
            told = [Notification(other, COMMENTED, comment.at, game, version, facts) for other in readers]
            notifications.add(conn, told, comment.at)
        return result

    return replace(comment, **write_once(pool, work))


def page(
    pool: AccountsPool, game: str, number: int, reader: str, after: tuple[Moment, str] | None = None, limit: int = 50
) -> list[Comment]:
    """Return comments on a round, oldest first, without those of players whom the reader blocks.

    `after` is `(at, id)` of the last one of the previous page.
    """
    place = after or ("", LOWEST_ID)

    blocked = [row[0] for row in read_with_retry(pool, lambda conn: conn.execute(_BLOCKED, (reader,)).fetchall())]
    values = (game, number, *place, blocked, limit)
    return [
        Comment(*row)
        for row in read_with_retry(pool.games.of(game), lambda conn: conn.execute(_PAGE, values).fetchall())
    ]


def find(pool: AccountsPool, game: str, comment: str) -> Comment | None:
    """Return a comment, hidden or not; None without one."""
    row = read_with_retry(pool.games.of(game), lambda conn: conn.execute(_GET, (game, comment)).fetchone())
    return None if row is None else Comment(*row)


def hide_in(conn: Connection, games: Connection, game: str, act: AdminAct) -> bool:
    """Hide the subject of the act from its readers in a transaction of the caller, and record the act.

    `games` is a connection for calls of the functions of games. Return False, without a
    record, if the comment is hidden already or does not exist.
    """
    if not games.execute(_HIDE, (game, act.subject, act.at)).rowcount:
        return False
    insert_act(conn, act)
    return True


def show_in(conn: Connection, games: Connection, game: str, act: AdminAct) -> bool:
    """Show a hidden comment again, as `hide_in` hides one."""
    if not games.execute(_HIDE, (game, act.subject, None)).rowcount:
        return False
    insert_act(conn, act)
    return True


def change_once(pool: AccountsPool, game: str, act: AdminAct) -> bool:
    """Hide or show a comment, as the act says, in a transaction of its own; tell whether that changed something."""
    change = hide_in if act.act == HIDE else show_in

    def work(conn: Connection) -> bool:
        with conn.transaction(), pool.games.of(game).connection_beside(pool, conn) as games:
            return change(conn, games, game, act)

    return write_once(pool, work)
