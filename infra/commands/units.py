"""Begins units of work on the games that this process knows, and publishes them once they are committed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import psycopg

from domain.log.chance import HashChain
from domain.log.events import SERVER
from domain.log.moments import Moment
from infra import clock
from infra.commands.game_cache import CachedGame
from infra.commands.repository import GameRepository
from infra.commands.slow_bots import SlowBots
from infra.commands.unit_of_work import UnitOfWork, is_ahead
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.event_store.damaged_games import reading
from infra.observability import metrics
from infra.postgres.retry import read_with_retry

Connection = psycopg.Connection[Any]

CommitListener = Callable[[str, int, Moment | None], None]


@dataclass(frozen=True, slots=True)
class LockedGame:
    """The row of a due game that a transaction has locked."""

    id: str
    version: int
    creator: str
    attended: bool
    missed_turns: int
    clock_offset_ms: int


class Units:
    """The units of work of a process."""

    def __init__(
        self,
        pool: AccountsPool,
        repository: GameRepository,
        now: Callable[[], Moment],
        unattended_seconds: int,
        slow_bots: SlowBots | None = None,
        corrected: Callable[[], Moment] = clock.CLOCK.corrected,
    ) -> None:
        self.slow_bots = slow_bots
        self.commit_listeners: list[CommitListener] = []
        self._pool = pool
        self._repository = repository
        self._now = now
        self._corrected = corrected
        self._unattended_seconds = unattended_seconds

    def begin(self, game_id: str, cached: CachedGame) -> UnitOfWork:
        """Return a unit of work on the newest cached game."""
        return self._begin(game_id, cached, lambda work: read_with_retry(self._pool.games.of(game_id), work), None)

    def begin_locked(self, conn: Connection, row: LockedGame) -> UnitOfWork:
        """Return a unit of work on a game whose row is locked by the connection."""
        cached = self._repository.cached(row.id)
        if cached.server is not None and cached.server.version > row.version:
            cached.clear()  # a failover has lost events that were read before
        if cached.server is None or cached.server.version < row.version:
            self._repository.refresh(conn, row.id, cached)
        cached.clock_offset_ms = row.clock_offset_ms
        return self._begin(row.id, cached, lambda work: work(conn), row)

    def _begin(
        self,
        game_id: str,
        cached: CachedGame,
        read: Callable[[Callable[[Connection], Any]], Any],
        row: LockedGame | None,
    ) -> UnitOfWork:
        base = cached.server
        assert base is not None
        chain = cached.chain
        if chain is None:
            with reading(game_id):
                last_link = read(lambda conn: store.last_link(conn, game_id))
            chain = cached.chain = HashChain(last_link, base.options["rounds"])
        now = self._now()
        if row is None and is_ahead(base.at, now, cached.clock_offset_ms):
            # Another process may have set the offset since this one has read the game.
            cached.clock_offset_ms = read(lambda conn: store.clock_offset(conn, game_id))

        missed = 0 if row is None else row.missed_turns
        return UnitOfWork(
            base, now, chain, cached.clock_offset_ms, missed, self._unattended_seconds, self.slow_bots,
            self._corrected(),
        )  # fmt: skip

    def reread(self, game_id: str) -> None:
        """Read a whole game that was set aside. Raises `DamagedGame` and `Unavailable`."""
        self._repository.forget(game_id)
        self._repository.view(game_id, SERVER)

    def publish(self, unit: UnitOfWork) -> None:
        """Replace the cached game by the committed one, and call the listeners."""
        game = unit.server
        cached = self._repository.cached(game.id)
        metrics.EVENTS.inc(len(unit.events))
        cached.chain = unit.chain
        cached.clock_offset_ms = unit.clock_offset_ms
        cached.publish(game, unit.events)
        self.notify(game.id, game.version, unit.due_at)
        unit.asked.request()

    def notify(self, game_id: str, version: int, due_at: Moment | None) -> None:
        """Call the listeners."""
        for listener in self.commit_listeners:
            listener(game_id, version, due_at)
