"""Bot accounts: accounts that a program plays. An account without games becomes one, permanently.

The log of a game says which seats are taken by bot accounts, so only new seats and shown names ask here. Every
function raises `Unavailable` (`infra.postgres.retry`) if the database does not answer.
"""

from collections.abc import Collection

from domain.log.errors import Refused
from infra.accounts import accounts, sessions
from infra.accounts.keyed_requests import Connection
from infra.accounts.player_names import HAD_SEAT
from infra.databases.pool import AccountsPool
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

_AMONG = "SELECT id FROM dobon.players WHERE id = ANY(%s::uuid[]) AND bot_account ORDER BY id"
_IS_BOT = "SELECT bot_account FROM dobon.players WHERE id = %s"
_BECOME = "UPDATE dobon.players SET bot_account = true WHERE id = %s"
_LEAVE_QUEUE = "DELETE FROM dobon.queue WHERE account = %s AND match IS NULL"
_IS_QUEUED = "SELECT FROM dobon.queue WHERE account = %s"


def among(pool: Pool, players: Collection[str]) -> set[str]:
    """Return the bot accounts among these players."""
    rows = read_with_retry(pool, lambda conn: conn.execute(_AMONG, ([*players],)).fetchall())
    return {str(player) for (player,) in rows}


def become(pool: AccountsPool, player: str) -> None:
    """Make an account a bot account; nothing happens if it is one. Its place in the queue of people is given up.

    Raises `Refused("has-played")` if it has ever had a seat, `Refused("is-admin")`, and as `sessions.lock_player`.
    """
    if accounts.is_admin(pool, player):
        raise Refused("is-admin", "An account of an admin cannot become a bot account.")
    had_seat = pool.games.find(lambda conn: conn.execute(HAD_SEAT, [player]).fetchone()) is not None

    def work(conn: Connection) -> None:
        with conn.transaction():
            sessions.lock_player(conn, player)
            if conn.execute(_IS_BOT, [player]).fetchone() == (True,):
                return
            conn.execute(_LEAVE_QUEUE, [player])
            if had_seat or conn.execute(_IS_QUEUED, [player]).rowcount:
                raise Refused("has-played", "This account has played as a person: create another one for the bot.")
            conn.execute(_BECOME, [player])

    write_once(pool, work)
