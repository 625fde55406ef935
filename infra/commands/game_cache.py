"""Folded games that a process keeps, so that a command or a read asks the database only for what is new.

What stands here is published: it is never changed again, only replaced by something newer, so it may be read without a lock. It may be old,
since other processes append too; whoever needs to know asks the log.
"""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from domain.events import SERVER, Event, Viewer, seen_by
from domain.fold import apply
from domain.game import Game

RECENT = 256
"""Newest events kept of a game, for viewers who come every few moves."""


class CachedGame:
    """One game as this process knows it."""

    __slots__ = ("_publishing", "_recent", "_views", "join_code", "lock", "secrets", "server")

    def __init__(self) -> None:
        # Commands of one process on one game go one after another: racing each other to the guarded update would cost a
        # round trip for each that loses. Right and wrong do not rest on it. It is cached while waiting for the database only,
        # and never asked for by somebody who holds a row of `games`.
        self.lock = Lock()
        self.server: Game | None = None
        self.secrets: dict[int, bytes] = {}
        self.join_code: str | None = None
        self._recent: list[Event] = []
        self._views: dict[Viewer, Game] = {}
        # `server` and `_recent` have to move on together. Held for a few assignments, never while waiting.
        self._publishing = Lock()

    def publish(self, server: Game, events: Sequence[Event]) -> None:
        """Move on to `server`, which is the game after `events`; does nothing where somebody else got at least as far."""
        with self._publishing:
            if self.server is not None and server.version <= self.server.version:
                return
            follows = self.server is not None and events and events[0].version == self.server.version + 1
            recent = [*self._recent, *events] if follows else list(events)
            self._recent = recent[-RECENT:]
            self.server = server

    def followed(self, viewer: Viewer, upto: int) -> Game | None:
        """The viewer's game at version `upto`, or None where what is kept here does not lead there. Not to be changed."""
        if viewer == SERVER:
            server = self.server
            return server if server is not None and server.version == upto else None
        game = self._views.get(viewer)
        if game is None or game.version > upto:
            return None
        if game.version < upto:
            missing = self._since(game.version, upto)
            if missing is None:
                return None
            game = advance(game, missing, viewer)
            self.keep(viewer, game)
        return game

    def copied(self, viewer: Viewer, upto: int, more: Sequence[Event]) -> Game | None:
        """Like `followed`, but moved on by `more` events that are not published, as a game of one's own."""
        game = self._views.get(viewer)
        if game is None or game.version > upto:
            return None
        missing = self._since(game.version, upto) if game.version < upto else []
        return None if missing is None else advance(game, [*missing, *more], viewer)

    def _since(self, version: int, upto: int) -> list[Event] | None:
        """The events after `version` up to `upto`, or None where they are not all kept here."""
        recent = self._recent
        if not recent or recent[0].version > version + 1 or recent[-1].version < upto:
            return None
        first = recent[0].version
        return recent[version + 1 - first : upto + 1 - first]

    def keep(self, viewer: Viewer, game: Game) -> None:
        """Publish a viewer's game, unless a newer one is there."""
        known = self._views.get(viewer)
        if known is None or known.version < game.version:
            self._views[viewer] = game


def advance(game: Game, events: Sequence[Event], viewer: Viewer) -> Game:
    """A copy of the viewer's game, moved on by events that are given with all their parts."""
    moved = game.copy()
    for event in events:
        apply(moved, seen_by(event, viewer))
    return moved


class GameCache:
    """The games used last, up to a number of them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._games: OrderedDict[str, CachedGame] = OrderedDict()
        # An OrderedDict may not be reordered by two threads at once. Held for that alone.
        self._lock = Lock()

    def get(self, game_id: str) -> CachedGame:
        """What is cached of the game, with nothing in it if it is new here."""
        with self._lock:
            cached = self._games.get(game_id)
            if cached is None:
                cached = self._games[game_id] = CachedGame()
                if len(self._games) > self._size:
                    # Somebody may be at work on it still: that does no harm, it only will not be found again.
                    self._games.popitem(last=False)
            else:
                self._games.move_to_end(game_id)
            return cached

    def forget(self, game_id: str) -> None:
        """Drop what is cached of a game."""
        with self._lock:
            self._games.pop(game_id, None)
