"""Makes the notifications of games: it follows the log, and stores them with its checkpoint.

So none is lost or repeated, whichever process is stopped when. It works outside the command path, so it delays no
command; a game is read as soon as its events are committed.
"""

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
import psycopg

from domain import notifications as domain_notifications
from domain.events import SPECTATOR, Event, seen_by
from domain.fold import fold
from domain.game import Game
from domain.moments import Moment
from domain.notifications import Notification
from domain.spectators import is_over
from infra.commands.repository import stored_snapshot
from infra.event_store import many_games, store
from infra.postgres.advisory_lock import try_advisory_lock
from infra.postgres.damage import is_damage
from infra.postgres.pool import Pool
from infra.projections import checkpoints
from infra.projections.follower import Follower
from infra.repositories import notifications

NAME = "notifications"
"""The name of the projection in its checkpoints."""

NOTIFICATION_LOCK = 0x6E6F7469
"""Key of the advisory lock under which notifications are made."""

CACHED_GAMES = 1_024
"""Spectators' games that a process keeps, so that it need not fold them from the start."""

Connection = psycopg.Connection[Any]

_logger = logging.getLogger(__name__)

_UNREAD = """
SELECT game.id, coalesce(progress.version, 0), game.version, game.players FROM dobon.games AS game
LEFT JOIN dobon.progress ON progress.game_id = game.id AND progress.name = %s
WHERE game.id = ANY(%s::uuid[]) AND game.version > coalesce(progress.version, 0) ORDER BY game.id"""


class NotificationProjector:
    """Follows the change feed and makes notifications. Only one process at a time works; the others stand by."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._follower = Follower(NAME, at_once=True)
        self._games: OrderedDict[str, Game] = OrderedDict()
        "Spectators' games of earlier runs, the least recently used first."

    def run(self, now: Moment) -> int:
        """Make the notifications of all new events, and return their number; 0 also if another process is working."""
        # The lock keeps two processes from folding the same games, and a game's notifications in order.
        with self._pool.connection() as conn, try_advisory_lock(conn, NOTIFICATION_LOCK) as taken:
            if not taken:
                return 0
            return sum(self._tell(conn, page, now) for page in self._follower.changed_games(conn))

    def _tell(self, conn: Connection, page: Sequence[str], now: Moment) -> int:
        """Make the notifications of some games in one transaction; if that fails, game by game."""
        try:
            return self._tell_together(conn, page, now)
        except Exception as failure:
            for game_id in page:
                self._games.pop(game_id, None)
            if isinstance(failure, psycopg.Error) and not is_damage(failure):
                raise
            if len(page) > 1:
                return sum(self._tell(conn, [game_id], now) for game_id in page)
            _logger.exception("game %s has no notifications", page[0])
            return 0

    def _tell_together(self, conn: Connection, page: Sequence[str], now: Moment) -> int:
        unread = {game: (last, upto, players) for game, last, upto, players in conn.execute(_UNREAD, (NAME, [*page]))}
        if not unread:
            return 0
        last = {game: found[0] for game, found in unread.items()}
        upto = {game: found[1] for game, found in unread.items()}
        told = self._new_notifications(conn, [game for game in unread if _has_people(unread[game][2])], last, upto)
        with conn.transaction():
            notifications.add(conn, told, now)
            checkpoints.advance(conn, NAME, upto)
        return len(told)

    def _new_notifications(
        self, conn: Connection, games: Sequence[str], last: Mapping[str, int], upto: Mapping[str, int]
    ) -> list[Notification]:
        """Return the notifications of these games after their checkpoint `last`, up to these versions."""
        known = {game: self._known(conn, game, last[game]) for game in games}
        rows = many_games.rows_between(
            conn, {game: (found.version if found else 0, upto[game]) for game, found in known.items()}
        )
        told: list[Notification] = []
        for game, found in known.items():
            events = [store.event(*row) for row in rows[game]]
            if events:
                told += self._advance(game, found, events, last[game])
        return told

    def _known(self, conn: Connection, game_id: str, last: int) -> Game | None:
        """Return the spectators' game at its checkpoint or before it; None if it has to be folded from the start."""
        cached = self._games.get(game_id)
        if cached is not None and cached.version <= last:
            return cached
        return stored_snapshot(conn, game_id, SPECTATOR, last) if last else None

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
