"""Reads updates of subscribed games. Each query is one statement for all games, in each shard."""

from collections.abc import Collection, Mapping
from time import monotonic

from domain.events import SPECTATOR, Event, Viewer
from domain.game import Game
from infra.commands.service import GameService
from infra.event_store import store
from infra.postgres.damage import is_damage
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable, read_with_retry
from infra.queries import history
from infra.repositories import accounts, stamps
from infra.repositories.damaged_games import DamagedGame, reading, recording
from infra.subscriptions.shard_reader import ShardReader

BATCH = 256
"""The maximum number of events of one game in one query; the next query reads the rest."""


UNREADABLE_SECONDS = 10.0
"""The pause before a game that cannot be read is tried again."""

UNDECODABLE = (ValueError, KeyError, TypeError)
"""What decoding a damaged event raises."""


class GameUpdates:
    """Implements the database access of `api.streaming`. Every method raises `Unavailable`."""

    def __init__(self, pool: Pool, games: GameService) -> None:
        self._pool = pool
        self._games = games
        self._shards = ShardReader(pool)
        self._unreadable: dict[str, float] = {}
        "Damaged games, and the times of `monotonic` until which they are not read again."

    def newest_versions(self, known: Mapping[str, int]) -> dict[str, int]:
        """Return the newest version of each game that has changed since the known one.

        Games in a shard that does not answer are left out, here and in the other results. Raises `Unavailable` if no
        shard answers.
        """
        statement = (
            "SELECT game.id, game.version FROM unnest(%s::uuid[], %s::int4[]) AS known (id, version)"
            " JOIN dobon.games AS game ON game.id = known.id AND game.version > known.version ORDER BY game.id"
        )
        values = [list(known), list(known.values())]

        def work(shard: Pool) -> list[tuple[str, int]]:
            return read_with_retry(shard, lambda conn: conn.execute(statement, values).fetchall())

        return {game: version for found in self._shards.read(work) for game, version in found}

    def events_after(self, known: Mapping[str, int]) -> dict[str, list[Event]]:
        """Return the complete events after the known version of each game, without a gap."""
        known = {game: version for game, version in known.items() if self._unreadable.get(game, 0.0) < monotonic()}
        parts = self._shards.read(lambda shard: _events_in(shard, known))
        found = {game: events for part in parts if part is not None for game, events in part.items()}
        if None in parts:
            one_by_one = [(game, version) for game, version in known.items() if game not in found]
            found |= {game: events for game, version in one_by_one if (events := self._events_of(game, version))}
        return found

    def _events_of(self, game_id: str, after: int) -> list[Event]:
        """Return new events of one game; none if it cannot be read, which other games must not notice."""
        try:
            with recording(self._pool), reading(game_id):
                return read_with_retry(
                    self._pool.games, lambda conn: store.read(conn, game_id, after, after + BATCH, limit=BATCH)
                )
        except DamagedGame:
            self._unreadable[game_id] = monotonic() + UNREADABLE_SECONDS
            return []
        except Unavailable:  # its shard may be dead
            return []

    def rights_number(self) -> int:
        """Return the number that grows with every change of a token or an account."""
        return accounts.rights_number(self._pool)

    def active_tokens(self, hashes: Collection[bytes]) -> set[bytes]:
        """Return the hashes of those tokens that are valid and whose accounts are not suspended."""
        return accounts.active_tokens(self._pool, hashes)

    def initial_state(self, game_id: str) -> tuple[Game, list[int]]:
        """Return the public part of a game, and the versions at which rounds were revealed."""
        return self._games.view(game_id, SPECTATOR), history.reveal_versions(self._pool, game_id)

    def stamps_after(self, known: Mapping[str, int]) -> dict[str, list[stamps.Stamp]]:
        """Return stamps after the known number of each game, for games that have any."""
        parts = self._shards.read(lambda shard: stamps.after(shard, known))
        return {game: found for part in parts for game, found in part.items()}

    def stamps_of(self, game_id: str) -> list[stamps.Stamp]:
        """Return the stamps of one game that are kept, in order."""
        return stamps.newest(self._pool, game_id, store.NEWEST, stamps.BATCH)

    def visible_events(self, game_id: str, viewer: Viewer, after: int, limit: int, upto: int) -> list[Event]:
        """Return events as the event listing shows them to the viewer, after a version and up to another."""
        return history.visible_events(self._pool, game_id, viewer, after, limit, upto)


def _events_in(shard: Pool, known: Mapping[str, int]) -> dict[str, list[Event]] | None:
    """Return new events of the games of a shard; None if those of a game cannot be read."""
    try:
        return read_with_retry(shard, lambda conn: store.read_after(conn, known, BATCH))
    except Exception as failure:
        if not (is_damage(failure) or isinstance(failure, UNDECODABLE)):
            raise
    return None
