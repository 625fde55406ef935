"""Erasure of an account: everything about the player goes except the id, which is in the logs of the games."""

from domain.log.errors import Refused
from domain.log.moments import Moment
from infra.accounts import admin_log
from infra.accounts.keyed_requests import Connection
from infra.commands.matchmaking import seek_table
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool
from infra.event_store.store import AdminAct
from infra.notifications import notifications
from infra.postgres.pool import Pool
from infra.postgres.retry import write_once
from infra.social import quick_play

ERASED = "-"
"""The name of all erased players."""

_UNFINISHED = """
SELECT game_id FROM dobon.game_seats
WHERE player_id = %s AND status IN ('waiting', 'playing', 'between-rounds') ORDER BY created_at, game_id"""

# The player's row comes first, because sign-ins, passkeys, codes, names, comments, browsers and
# webhooks lock it before they are added.
_ERASE = (
    "UPDATE dobon.players SET name = %(erased)s, erased_at = %(at)s WHERE id = %(player)s",
    "UPDATE dobon.tokens SET revoked_at = %(at)s WHERE player_id = %(player)s AND revoked_at IS NULL",
    "UPDATE dobon.tokens SET label = '', used_at = NULL, client = NULL WHERE player_id = %(player)s",
    "DELETE FROM dobon.passkeys WHERE player_id = %(player)s",
    "DELETE FROM dobon.recovery_codes WHERE player_id = %(player)s",
    "DELETE FROM dobon.device_links WHERE player_id = %(player)s",
    "DELETE FROM dobon.authorization_codes WHERE player_id = %(player)s",
    "DELETE FROM dobon.passkey_challenges WHERE player_id = %(player)s",
    "DELETE FROM dobon.reserved_names WHERE player_id = %(player)s",
    "DELETE FROM dobon.known_names WHERE player_id = %(player)s",
    "DELETE FROM dobon.barred_names WHERE player_id = %(player)s",
    # reports that other players wrote about the player stay, without anything that could name either
    "UPDATE dobon.reports SET text = '', name = NULL WHERE reported = %(player)s",
    "UPDATE dobon.reports SET text = '', reporter = NULL WHERE reporter = %(player)s",
    "UPDATE dobon.verdicts SET note = '' WHERE reported = %(player)s",
    "DELETE FROM dobon.signals WHERE %(player)s IN (first_id, second_id)",
    "DELETE FROM dobon.player_rounds WHERE player_id = %(player)s",
    "DELETE FROM dobon.player_rates WHERE player_id = %(player)s",
    "DELETE FROM dobon.player_drills WHERE player_id = %(player)s",
    "DELETE FROM dobon.daily_answers WHERE player_id = %(player)s",
    "DELETE FROM dobon.challenges WHERE %(player)s IN (challenger, player)",
    "DELETE FROM dobon.queue WHERE account = %(player)s",
    "DELETE FROM dobon.follows WHERE %(player)s IN (account, other)",
    "DELETE FROM dobon.blocks WHERE %(player)s IN (account, other)",
)

_FORGET = "SELECT dobon.forget_player(%s, %s)"

WAITED_FOR = frozenset({"busy"})
"""Codes of a game that cannot be left now, but soon."""


def erase(pool: AccountsPool, games: GameService, player: str, at: Moment, act: AdminAct | None = None) -> None:
    """Erase an account, and leave its unfinished games. It may be repeated.

    If an admin does it, the act is recorded in the same transaction. Raises `Refused("busy")` and `Unavailable`; then
    some games may have been left.
    """
    leave_queue(pool, games, player, at)
    leave_games(pool, games, player)
    databases = pool.games.each()

    def work(conn: Connection) -> None:
        with conn.transaction():
            for statement in _ERASE:
                conn.execute(statement, {"player": player, "at": at, "erased": ERASED})
            notifications.erase(conn, player)
            if act is not None:
                admin_log.insert_act(conn, act)
            # Last, because games in other databases do not belong to this transaction. It holds the player's row, so
            # no comment comes later.
            # Asked again, a database also has the rows of a partition that has come from a later one meanwhile.
            for database in (*databases, *databases[:-1]):
                with database.connection_beside(pool, conn) as beside:
                    beside.execute(_FORGET, (player, at))

    write_once(pool, work)
    leave_games(pool, games, player)  # a game that was joined before the tokens were refused


def leave_queue(pool: Pool, games: GameService, player: str, at: Moment) -> None:
    """Give up the place in the queue. If a match has taken it, the game is opened, so that its seat can be left."""
    if not quick_play.leave(pool, player):
        place = quick_play.ask(pool, player, at)
        if place is not None:
            seek_table(games, place, at)


def _unfinished(conn: Connection, player: str) -> list[tuple[str]]:
    """Return the unfinished games of a database in which the player has a seat."""
    return conn.execute(_UNFINISHED, [player]).fetchall()


def leave_games(pool: AccountsPool, games: GameService, player: str) -> None:
    """Leave the seats of all unfinished games. A game that cannot be left, such as a damaged one, is left out."""
    for (game,) in [row for rows in pool.games.read(lambda conn: _unfinished(conn, player)) for row in rows]:
        try:
            games.leave(str(game), player)
        except Refused as refusal:
            if refusal.code in WAITED_FOR:
                raise
