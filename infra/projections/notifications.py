"""Makes the notifications of games: it follows the log, and stores them with its checkpoint.

The notifications and the checkpoints are in the database of the accounts. So none is lost or repeated, whichever
process is stopped when. It works outside the command path, so it delays no
command; a game is read as soon as its events are committed.
"""

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
import psycopg

from domain.game.fold import fold
from domain.game.game import Game
from domain.game.reading import read_log
from domain.game.spectators import is_over
from domain.log.events import SPECTATOR, Event, seen_by
from domain.log.moments import Moment
from domain.running import notifications as domain_notifications
from domain.running.notifications import Notification
from infra.commands.repository import stored_snapshot
from infra.databases.pool import AccountsPool
from infra.event_store import many_games, store
from infra.notifications import notifications
from infra.postgres.around_damage import read_games
from infra.postgres.damage import is_damage
from infra.postgres.partitions import is_not_owned
from infra.postgres.pool import Pool
from infra.projections import checkpoints
from infra.projections.follower import Follower, alone_in, followers

NAME = "notifications"
"""The name of the projection in its checkpoints."""

NOTIFICATION_LOCK = 0x6E6F7469
"""Key of the advisory lock, in a database of games, under which notifications of them are made."""

CACHED_GAMES = 1_024
"""Spectators' games that a process keeps, so that it need not fold them from the start."""

Connection = psycopg.Connection[Any]

_logger = logging.getLogger(__name__)

_GAMES = "SELECT id, version, players FROM dobon.games WHERE id = ANY(%(games)s::uuid[]) ORDER BY id"


class NotificationProjector:
    """Follows the change feed of each database of games and makes notifications.

    In each of them only one process at a time works; the others stand by.
    """

    def __init__(self, pool: AccountsPool, only: Pool | None = None) -> None:
        """`only` is the database that is followed; by default all are."""
        self._pool = pool
        self._followers = followers(pool.games.each(only), NAME, at_once=True)
        self._games: OrderedDict[str, Game] = OrderedDict()
        "Spectators' games of earlier runs, the least recently used first."

    def run(self, now: Moment) -> int:
        """Make the notifications of all new events, and return their number; 0 also if another process is working."""
        return sum(self._follow(database, follower, now) for database, follower in self._followers.items())

    def _follow(self, database: Pool, follower: Follower, now: Moment) -> int:
        with alone_in(self._pool, database, NOTIFICATION_LOCK) as found:
            if found is None:
                return 0
            log, conn = found
            return sum(self._tell(conn, log, page, now) for page in follower.changed_games(log, conn))

    def _tell(self, conn: Connection, log: Connection, page: Sequence[str], now: Moment) -> int:
        """Make the notifications of some games in one transaction; if that fails, game by game."""
        try:
            return self._tell_together(conn, log, page, now)
        except Exception as failure:
            for game_id in page:
                self._games.pop(game_id, None)
            moved = is_not_owned(failure)
            if isinstance(failure, psycopg.Error) and not is_damage(failure) and not moved:
                raise
            if len(page) > 1:
                return sum(self._tell(conn, log, [game_id], now) for game_id in page)
            if not moved:
                _logger.exception("game %s has no notifications", page[0])
            return 0

    def _tell_together(self, conn: Connection, log: Connection, page: Sequence[str], now: Moment) -> int:
        rows = read_games(log, _GAMES, page)
        known = checkpoints.versions(conn, NAME, [row[0] for row in rows])
        last = {game: known.get(game, 0) for game, *_ in rows}
        unread = {game: (upto, players) for game, upto, players in rows if upto > last[game]}
        if not unread:
            return 0
        upto = {game: found[0] for game, found in unread.items()}
        told = self._new_notifications(log, [game for game in unread if _has_people(unread[game][1])], last, upto)
        upto = {game: version for game, version in upto.items() if game in told or not _has_people(unread[game][1])}
        with conn.transaction():
            moved = checkpoints.move(conn, NAME, last, upto)
            new = [one for game, found in told.items() if game in moved for one in found]
            notifications.add(conn, new, now)
        return len(new)

    def _new_notifications(
        self, log: Connection, games: Sequence[str], last: Mapping[str, int], upto: Mapping[str, int]
    ) -> dict[str, list[Notification]]:
        """Return the notifications of these games after their checkpoint `last`, up to these versions.

        A game whose events are missing, because it has just moved to another database, is left out.
        """
        known = {game: self._known(log, game, last[game]) for game in games}
        rows = many_games.rows_between(
            log, {game: (found.version if found else 0, upto[game]) for game, found in known.items()}
        )
        told: dict[str, list[Notification]] = {}
        for game, found in known.items():
            logged = [store.event(*row) for row in rows[game]]
            if logged and logged[-1].version == upto[game]:
                events = [*read_log(logged, found)]
                told[game] = self._advance(game, found, events, last[game])
        return told

    def _known(self, log: Connection, game_id: str, last: int) -> Game | None:
        """Return the spectators' game at its checkpoint or before it; None if it has to be folded from the start."""
        cached = self._games.get(game_id)
        if cached is not None and cached.version <= last:
            return cached
        game = stored_snapshot(log, game_id, last) if last else None
        return None if game is None else game.seen_by(SPECTATOR)

    def _advance(self, game_id: str, game: Game | None, events: Sequence[Event], last: int) -> list[Notification]:
        if game is None:
            game, events = fold(game_id, [seen_by(events[0], SPECTATOR)]), events[1:]
        told = domain_notifications.advance(game, events, last)
        self._games[game_id] = game
        self._games.move_to_end(game_id)
        if is_over(game):
            del self._games[game_id]
        elif len(self._games) > CACHED_GAMES:
            self._games.popitem(last=False)
        return told


def _has_people(players: str) -> bool:
    return any(player["kind"] == "human" for player in orjson.loads(players))
