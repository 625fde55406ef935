"""Folded games that a process keeps, so that a command or a read queries only the new events.

A published game is never changed; a newer one replaces it. It may therefore be read without a lock. It may be out of
date, because other processes append too; the log is the authority.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from domain.game.fold import apply
from domain.game.game import Game
from domain.log.chance import HashChain
from domain.log.events import Event, Viewer
from infra.databases.pool import AccountsPool

RECENT = 256
"""The number of newest events kept for each game, for viewers that poll every few moves."""


class CachedGame:
    """One game as this process knows it."""

    __slots__ = (
        "_earlier",
        "_publishing",
        "_recent",
        "chain",
        "clock_offset_ms",
        "join_code",
        "lock",
        "primary",
        "server",
    )

    def __init__(self, primary: int) -> None:
        """`primary` counts the changes of primaries before the game is read."""
        # Serializes the commands of one process on one game, because a command that loses the guarded update wastes a
        # round trip. Correctness does not depend on it. It is held while a command waits for the database, and a thread
        # that has locked a row of `games` never requests it.
        self.lock = Lock()
        self.server: Game | None = None
        self.chain: HashChain | None = None
        # How far the game's time is ahead of the server's, as of `server`. A lower value than that of the row is found
        # out when the game seems to be ahead; a higher one is read again with the next events of another process.
        self.clock_offset_ms = 0
        self.join_code: str | None = None
        self.primary = primary
        self._recent: list[Event] = []
        self._earlier: dict[Viewer, Game] = {}
        # `server` and `_recent` must change together. Held for a few assignments, never during a query.
        self._publishing = Lock()

    def is_at(self, version: int) -> bool:
        """Tell whether the published game is the one at this version."""
        server = self.server
        return server is not None and server.version == version

    def clear(self) -> None:
        """Forget everything about the log of the game, which may have lost events that were read before."""
        with self._publishing:
            self.server = None
            self._recent = []
            self._earlier = {}

    def publish(self, server: Game, events: Sequence[Event]) -> None:
        """Replace the published game by `server`, the game after `events`; ignore it if the published one is as new."""
        with self._publishing:
            if self.server is not None and server.version <= self.server.version:
                return
            follows = self.server is not None and events and events[0].version == self.server.version + 1
            recent = [*self._recent, *events] if follows else list(events)
            self._recent = recent[-RECENT:]
            self.server = server

    def game_at(self, viewer: Viewer, upto: int) -> Game | None:
        """Return the server's game at `upto`, or None if the cache cannot build it. Callers must not change it.

        An earlier game than the published one is kept for the viewer, who may be some moves behind.
        """
        server = self.server
        if server is not None and server.version == upto:
            return server
        game = self._earlier.get(viewer)
        if game is None or game.version > upto:
            return None
        if game.version < upto:
            missing = self._events_between(game.version, upto)
            if missing is None:
                return None
            game = advance(game, missing)
            self.store_earlier(viewer, game)
        return game

    def _events_between(self, version: int, upto: int) -> list[Event] | None:
        """Return the events after `version` up to `upto`, or None if some are not cached."""
        recent = self._recent
        if not recent or recent[0].version > version + 1 or recent[-1].version < upto:
            return None
        first = recent[0].version
        return recent[version + 1 - first : upto + 1 - first]

    def store_earlier(self, viewer: Viewer, game: Game) -> None:
        """Keep an earlier game for the viewer unless a newer one is kept."""
        known = self._earlier.get(viewer)
        if known is None or known.version < game.version:
            self._earlier[viewer] = game


def advance(game: Game, events: Sequence[Event]) -> Game:
    """Return a copy of the game, advanced by events."""
    advanced = game.copy()
    for event in events:
        apply(advanced, event)
    return advanced


class GameCache:
    """The most recently used games, up to `size`, read from the databases of a pool."""

    def __init__(self, size: int, pool: AccountsPool) -> None:
        self._size = size
        self._pool = pool
        self._games: OrderedDict[str, CachedGame] = OrderedDict()
        # Two threads must not reorder an OrderedDict at once.
        self._lock = Lock()

    def get(self, game_id: str) -> CachedGame:
        """Return the cache entry of the game; a new entry is empty."""
        with self._lock:
            cached = self._games.get(game_id)
            if cached is None:
                cached = self._games[game_id] = CachedGame(self._pool.games.primary_changes)
                if len(self._games) > self._size:
                    # A command may still use the evicted entry. That is harmless, because it is only a cache.
                    self._games.popitem(last=False)
            else:
                self._games.move_to_end(game_id)
            return cached

    def forget(self, game_id: str) -> None:
        """Remove the entry of a game."""
        with self._lock:
            self._games.pop(game_id, None)
