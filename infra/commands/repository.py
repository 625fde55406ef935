"""Reads games: the fold of the log as each viewer knows it, now or as of a version."""

import logging
from contextlib import nullcontext
from typing import Any

import orjson
import psycopg
from psycopg.pq import TransactionStatus

from domain.game.fold import fold
from domain.game.game import Game
from domain.game.reading import read_log
from domain.log.errors import Refused, no_such_game
from domain.log.events import Viewer
from domain.log.identifiers import is_uuid
from domain.log.sentences import Sentence
from infra.commands.game_cache import CachedGame, GameCache, advance
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.event_store.damaged_games import reading, recording
from infra.postgres.damage import is_damage
from infra.postgres.retry import read_with_retry

Connection = psycopg.Connection[Any]

_logger = logging.getLogger(__name__)


class GameRepository:
    """The games of the database, with a cache."""

    def __init__(self, pool: AccountsPool, cache: GameCache) -> None:
        self._pool = pool
        self._cache = cache

    def cached(self, game_id: str) -> CachedGame:
        """Return the cache entry of the game. Raises `Refused("no-such-game")` for an invalid id."""
        if not is_uuid(game_id):
            raise no_such_game()
        return self._cache.get(game_id)

    def forget(self, game_id: str) -> None:
        """Read the game from the log the next time."""
        self._cache.forget(game_id)

    def refresh(self, conn: Connection, game_id: str, cached: CachedGame) -> bool:
        """Read the new events of the game, and tell whether there were any.

        The whole game is read again from another primary, which may lack events that were read before. Behind a router
        the primary may have changed unnoticed, so the last known event is compared too.
        Raises `Refused("no-such-game")` and `DamagedGame`.
        """
        with reading(game_id):
            return self._refresh(conn, game_id, cached)

    def _refresh(self, conn: Connection, game_id: str, cached: CachedGame) -> bool:
        changes = self._pool.games.primary_changes
        is_other = cached.primary != changes
        if is_other:
            cached.primary = changes
            cached.clear()
        known = cached.server
        logged = [] if known is None else store.read(conn, game_id, after=known.version - 1)
        if known is not None and (not logged or logged[0].digest != known.head):
            is_other, known = True, None  # events were lost
            cached.clear()
        logged = logged[1:]
        if known is None:
            known = stored_snapshot(conn, game_id, store.NEWEST)
            if known is not None:
                cached.publish(known, [])
            logged = store.read(conn, game_id, after=0 if known is None else known.version)
        events = [*read_log(logged, known)]
        if events:
            if cached.clock_offset_ms:  # the process that has appended these events may have changed it
                cached.clock_offset_ms = store.clock_offset(conn, game_id)
            cached.publish(fold(game_id, events) if known is None else advance(known, events), events)
        elif known is None:
            self._cache.forget(game_id)
            raise no_such_game()
        return bool(events) or is_other

    def game_at(self, conn: Connection, game_id: str, cached: CachedGame, viewer: Viewer, version: int) -> Game:
        """Return the viewer's game at a version of the log; callers must not change it. Raises `DamagedGame`."""
        with reading(game_id):
            game = cached.game_at(viewer, version)
            if game is None:
                base = stored_snapshot(conn, game_id, version)
                logged = store.read(conn, game_id, after=0 if base is None else base.version, upto=version)
                events = [*read_log(logged, base)]
                game = fold(game_id, events) if base is None else advance(base, events)
                cached.store_earlier(viewer, game)
        return game.seen_by(viewer)

    def view(self, game_id: str, viewer: Viewer, at: int | None = None) -> Game:
        """Return the viewer's game now, or at version `at`; callers must not change it.

        Raises `Refused` with `no-such-game`, `no-such-version` or `damaged-game`, and `Unavailable`.
        """
        cached = self.cached(game_id)

        def work(conn: Connection) -> Game:
            self.refresh(conn, game_id, cached)
            newest = cached.server
            assert newest is not None
            if at is not None and not 1 <= at <= newest.version:
                raise Refused(
                    "no-such-version", Sentence("Versions of this game go from 1 to {newest}.", newest=newest.version)
                )
            return self.game_at(conn, game_id, cached, viewer, newest.version if at is None else at)

        with recording(self._pool):
            return read_with_retry(self._pool.games.of(game_id), work)

    def join_code(self, game_id: str) -> str:
        """Return the join code of a game. Raises `Refused("no-such-game")` and `Unavailable`."""
        cached = self.cached(game_id)
        if cached.join_code is None:
            statement = "SELECT join_code FROM dobon.read_game(%s)"
            row = read_with_retry(
                self._pool.games.of(game_id), lambda conn: conn.execute(statement, (game_id,)).fetchone()
            )
            if row is None:
                raise no_such_game()
            cached.join_code = str(row[0])
        return cached.join_code


def stored_snapshot(conn: Connection, game_id: str, version: int) -> Game | None:
    """Return the newest stored fold up to a version, or None. A damaged one counts as missing."""
    # A failed read must not abort the transaction of the scheduler. Other reads have no transaction.
    outside = conn.info.transaction_status == TransactionStatus.IDLE
    try:
        with nullcontext() if outside else conn.transaction():
            row = conn.execute("SELECT dobon.read_fold(%s, %s)", (game_id, version)).fetchone()
        return None if row is None or row[0] is None else Game.from_stored(orjson.loads(row[0]))
    except psycopg.Error as failure:
        if not is_damage(failure):
            raise
    except (ValueError, KeyError, TypeError) as failure:
        _logger.warning("a snapshot of game %s cannot be used: %s", game_id, type(failure).__name__)
    return None
