"""What is new of the games that somebody follows. Each question is one statement for all of them, whatever their number."""

from collections.abc import Iterable, Mapping

from domain.events import SPECTATOR, Event, Viewer
from domain.game import Game
from infra.commands.service import GameService
from infra.event_store import store
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry
from infra.queries import history
from infra.repositories import accounts, stamps

BATCH = 256
"""Events of one game that are read with one question; the rest comes with the next."""


class GameUpdates:
    """The database, as those who follow games ask it. Everything raises `Unavailable`."""

    def __init__(self, pool: Pool, games: GameService) -> None:
        self._pool = pool
        self._games = games

    def newest_versions(self, known: Mapping[str, int]) -> dict[str, int]:
        """The newest version of each of these games that is past the version known."""
        statement = (
            "SELECT game.id, game.version FROM unnest(%s::uuid[], %s::int4[]) AS known (id, version)"
            " JOIN dobon.games AS game ON game.id = known.id AND game.version > known.version ORDER BY game.id"
        )
        values = [list(known), list(known.values())]
        return dict(read_with_retry(self._pool, lambda conn: conn.execute(statement, values).fetchall()))

    def events_after(self, known: Mapping[str, int]) -> dict[str, list[Event]]:
        """The events of each of these games that follow the version known, with all their parts and without a gap."""
        return read_with_retry(self._pool, lambda conn: store.read_after(conn, known, BATCH))

    def valid_tokens(self, tokens: Iterable[str]) -> set[str]:
        """Those of the tokens that open anything, still."""
        return accounts.valid_tokens(self._pool, tokens)

    def initial_state(self, game_id: str) -> tuple[Game, list[int]]:
        """The public part of a game as it is now, and the versions at which rounds of it were laid open."""
        return self._games.view(game_id, SPECTATOR), history.reveal_versions(self._pool, game_id)

    def stamps_after(self, known: Mapping[str, int]) -> dict[str, list[stamps.Stamp]]:
        """Of each of these games the stamps that follow the number known, for those that have any."""
        return stamps.after(self._pool, known)

    def visible_events(self, game_id: str, viewer: Viewer, after: int, limit: int, upto: int) -> list[Event]:
        """What the listing gives the viewer after a version, up to another."""
        return history.visible_events(self._pool, game_id, viewer, after, limit, upto)
