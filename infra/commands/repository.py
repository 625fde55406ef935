"""Reading games: each viewer's fold of the log, now or as of a version."""

import re
from collections.abc import Sequence
from typing import Any

import orjson
import psycopg

from domain.errors import Refused
from domain.events import SERVER, Event, Viewer, seen_by
from domain.game import Game, fold
from infra.commands.game_cache import Cache, Held, continued
from infra.event_store import store
from infra.postgres.bootstrap import Pool
from infra.postgres.retry import reading

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Connection = psycopg.Connection[Any]


class Views:
    """The games that this process can show."""

    def __init__(self, pool: Pool, cache: Cache) -> None:
        self._pool = pool
        self._cache = cache

    def held(self, game_id: str) -> Held:
        """What is held of the game. Raises `Refused("no-such-game")` for what is no id of a game at all."""
        if not _ID.fullmatch(game_id):
            raise no_such_game()
        return self._cache.held(game_id)

    def refresh(self, conn: Connection, game_id: str, held: Held) -> bool:
        """Read what is new of the game; was there anything? Raises `Refused("no-such-game")`."""
        known = held.server
        if known is None:
            known = stored(conn, game_id, SERVER, store.NEWEST)
            if known is not None:
                held.publish(known, [])
        events = store.read(conn, game_id, after=0 if known is None else known.version)
        if events:
            held.publish(fold(game_id, events) if known is None else continued(known, events, SERVER), events)
        elif known is None:
            self._cache.forget(game_id)
            raise no_such_game()
        return bool(events)

    def folded(self, conn: Connection, game_id: str, held: Held, viewer: Viewer, version: int) -> Game:
        """The viewer's game as of a version that the log has. Not to be changed."""
        game = held.followed(viewer, version)
        if game is None:
            base = stored(conn, game_id, viewer, version)
            events = store.read(conn, game_id, after=0 if base is None else base.version, upto=version)
            game = opened(game_id, events, viewer) if base is None else continued(base, events, viewer)
            held.keep(viewer, game)
        return game

    def view(self, game_id: str, viewer: Viewer, at: int | None = None) -> Game:
        """The viewer's game now, or as it was at version `at`; not to be changed.

        Raises `Refused` with `no-such-game` or `no-such-version`, and `Unavailable`.
        """
        held = self.held(game_id)

        def work(conn: Connection) -> Game:
            self.refresh(conn, game_id, held)
            newest = held.server
            assert newest is not None
            if at is not None and not 1 <= at <= newest.version:
                raise Refused("no-such-version", f"Versions of this game go from 1 to {newest.version}.")
            return self.folded(conn, game_id, held, viewer, newest.version if at is None else at)

        return reading(self._pool, work)


def opened(game_id: str, events: Sequence[Event], viewer: Viewer) -> Game:
    """The viewer's game of a log from its first event on, given with all parts."""
    return fold(game_id, [seen_by(event, viewer) for event in events])


def stored(conn: Connection, game_id: str, viewer: Viewer, version: int) -> Game | None:
    """The newest stored fold of the viewer up to a version."""
    row = conn.execute(
        "SELECT state FROM dobon.folds WHERE game_id = %s AND viewer = %s AND version <= %s ORDER BY version DESC LIMIT 1",
        (game_id, viewer, version),
    ).fetchone()
    return None if row is None else Game.from_stored(orjson.loads(row[0]))


def no_such_game() -> Refused:
    """The refusal for a game that is not there, or not there for whoever asks."""
    return Refused("no-such-game", "There is no game with this id.")
