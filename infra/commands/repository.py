"""Reading games: each viewer's fold of the log, now or as of a version."""

from typing import Any

import orjson
import psycopg

from domain.errors import Refused, no_such_game
from domain.events import SERVER, Viewer
from domain.fold import fold, fold_for
from domain.game import Game
from domain.identifiers import is_uuid
from infra.commands.game_cache import CachedGame, GameCache, advance
from infra.event_store import store
from infra.postgres.pool import Pool
from infra.postgres.retry import with_read_retry

Connection = psycopg.Connection[Any]


class GameRepository:
    """The games that this process can show."""

    def __init__(self, pool: Pool, cache: GameCache) -> None:
        self._pool = pool
        self._cache = cache

    def cached(self, game_id: str) -> CachedGame:
        """What is cached of the game. Raises `Refused("no-such-game")` for what is no id of a game at all."""
        if not is_uuid(game_id):
            raise no_such_game()
        return self._cache.get(game_id)

    def refresh(self, conn: Connection, game_id: str, cached: CachedGame) -> bool:
        """Read what is new of the game; was there anything? Raises `Refused("no-such-game")`."""
        known = cached.server
        if known is None:
            known = stored_snapshot(conn, game_id, SERVER, store.NEWEST)
            if known is not None:
                cached.publish(known, [])
        events = store.read(conn, game_id, after=0 if known is None else known.version)
        if events:
            cached.publish(fold(game_id, events) if known is None else advance(known, events, SERVER), events)
        elif known is None:
            self._cache.forget(game_id)
            raise no_such_game()
        return bool(events)

    def folded(self, conn: Connection, game_id: str, cached: CachedGame, viewer: Viewer, version: int) -> Game:
        """The viewer's game as of a version that the log has. Not to be changed."""
        game = cached.followed(viewer, version)
        if game is None:
            base = stored_snapshot(conn, game_id, viewer, version)
            events = store.read(conn, game_id, after=0 if base is None else base.version, upto=version)
            game = fold_for(game_id, events, viewer) if base is None else advance(base, events, viewer)
            cached.keep(viewer, game)
        return game

    def view(self, game_id: str, viewer: Viewer, at: int | None = None) -> Game:
        """The viewer's game now, or as it was at version `at`; not to be changed.

        Raises `Refused` with `no-such-game` or `no-such-version`, and `Unavailable`.
        """
        cached = self.cached(game_id)

        def work(conn: Connection) -> Game:
            self.refresh(conn, game_id, cached)
            newest = cached.server
            assert newest is not None
            if at is not None and not 1 <= at <= newest.version:
                raise Refused("no-such-version", f"Versions of this game go from 1 to {newest.version}.")
            return self.folded(conn, game_id, cached, viewer, newest.version if at is None else at)

        return with_read_retry(self._pool, work)


def stored_snapshot(conn: Connection, game_id: str, viewer: Viewer, version: int) -> Game | None:
    """The newest stored fold of the viewer up to a version."""
    row = conn.execute(
        "SELECT state FROM dobon.folds WHERE game_id = %s AND viewer = %s AND version <= %s ORDER BY version DESC LIMIT 1",
        (game_id, viewer, version),
    ).fetchone()
    return None if row is None else Game.from_stored(orjson.loads(row[0]))
