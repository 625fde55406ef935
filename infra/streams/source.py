"""Reads updates of subscribed games. Each query is one statement for all games, in each database."""

from collections.abc import Collection, Iterable, Mapping
from time import monotonic
from typing import Any

import psycopg

from domain.game.game import Game
from domain.log.events import SPECTATOR, LoggedEvent, Viewer
from infra.accounts import accounts
from infra.commands.service import GameService
from infra.databases.concurrent_reads import ConcurrentReader
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.event_store.damaged_games import DamagedGame, reading, recording
from infra.postgres.around_damage import read_games, read_rows
from infra.postgres.damage import UNDECODABLE, is_damage
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable, read_with_retry
from infra.queries import history
from infra.social import stamps

BATCH = 256
"""The maximum number of events of one game in one query; the next query reads the rest."""


UNREADABLE_SECONDS = 10.0
"""The pause before a game that cannot be read is tried again."""


class GameUpdates:
    """Implements the database access of `api.streaming`. Every method raises `Unavailable`."""

    def __init__(self, pool: AccountsPool, games: GameService) -> None:
        self._pool = pool
        self._games = games
        self._databases = ConcurrentReader(pool.games.each())
        self._unreadable: dict[str, float] = {}
        "Damaged games, and the times of `monotonic` until which they are not read again."

    def newest_versions(self, known: Mapping[str, int]) -> dict[str, int]:
        """Return the newest version of each game that has changed since the known one.

        Games in a database that does not answer are left out, here and in the other results. Raises `Unavailable` if
        none answers.
        """
        known = self._readable(known)
        parts = self._databases.read(lambda database: read_with_retry(database, lambda conn: _versions_in(conn, known)))
        found = {game: version for versions, _ in parts for game, version in versions.items()}
        if any(is_damaged for _, is_damaged in parts):
            self._pause(known.keys() - found.keys())
        return {game: version for game, version in found.items() if version > known[game]}

    def _readable(self, known: Mapping[str, int]) -> dict[str, int]:
        """Return the games without those that could not be read a moment ago."""
        return {game: version for game, version in known.items() if self._unreadable.get(game, 0.0) < monotonic()}

    def _pause(self, games: Iterable[str]) -> None:
        """Leave out games that cannot be read for some time."""
        self._unreadable |= dict.fromkeys(games, monotonic() + UNREADABLE_SECONDS)

    def events_after(self, known: Mapping[str, int]) -> dict[str, list[LoggedEvent]]:
        """Return the complete events after the known version of each game, without a gap."""
        known = self._readable(known)
        parts = self._databases.read(lambda database: _events_in(database, known))
        found = {game: events for part in parts if part is not None for game, events in part.items()}
        if None in parts:
            one_by_one = [(game, version) for game, version in known.items() if game not in found]
            found |= {game: events for game, version in one_by_one if (events := self._events_of(game, version))}
        return found

    def _events_of(self, game_id: str, after: int) -> list[LoggedEvent]:
        """Return new events of one game; none if it cannot be read, which other games must not notice."""
        try:
            with recording(self._pool), reading(game_id):
                return read_with_retry(
                    self._pool.games.of(game_id),
                    lambda conn: store.read(conn, game_id, after, after + BATCH, limit=BATCH),
                )
        except DamagedGame:
            self._pause([game_id])
            return []
        except Unavailable:  # its database may be dead
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
        parts = self._databases.read(lambda database: stamps.after(database, known))
        return {game: found for part in parts for game, found in part.items()}

    def stamps_of(self, game_id: str) -> list[stamps.Stamp]:
        """Return the stamps of one game that are kept, in order."""
        return stamps.newest(self._pool, game_id, store.NEWEST, stamps.BATCH)

    def visible_events(self, game_id: str, viewer: Viewer, after: int, limit: int, upto: int) -> list[LoggedEvent]:
        """Return events as the event listing shows them to the viewer, after a version and up to another."""
        return history.visible_events(self._pool, game_id, viewer, after, limit, upto)


_NEWER = """
SELECT game.id, game.version FROM unnest(%(games)s::uuid[], %(versions)s::int4[]) AS known (id, version)
JOIN dobon.games AS game ON game.id = known.id AND game.version > known.version ORDER BY game.id"""

_VERSIONS = "SELECT id, version FROM dobon.games WHERE id = ANY(%(games)s::uuid[]) ORDER BY id"


def _versions_in(conn: psycopg.Connection[Any], known: Mapping[str, int]) -> tuple[dict[str, int], bool]:
    """Return the newest versions of the games that have changed, and whether data are damaged.

    If they are, all games are returned that the database has and can read.
    """
    rows = read_rows(conn, _NEWER, {"games": [*known], "versions": [*known.values()]})
    return (dict(read_games(conn, _VERSIONS, [*known])), True) if rows is None else (dict(rows), False)


def _events_in(database: Pool, known: Mapping[str, int]) -> dict[str, list[LoggedEvent]] | None:
    """Return new events of the games of a database; None if those of a game cannot be read."""
    try:
        return read_with_retry(database, lambda conn: store.read_after(conn, known, BATCH))
    except Exception as failure:
        if not (is_damage(failure) or isinstance(failure, UNDECODABLE)):
            raise
    return None
