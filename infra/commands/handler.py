"""Judges and commits commands.

Two locks are always taken in the same order. A command takes the lock of its game within the process, then a
connection, and its one statement waits for the row of the game. The scheduler locks rows and never takes the lock
within the process. This lock order cannot deadlock.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.errors import UniqueViolation

from domain.game.game import Game
from domain.log.errors import Refused
from domain.log.events import SPECTATOR, Event, LoggedEvent, Viewer, seen_by
from domain.log.upcasting import logged
from infra.commands.game_cache import CachedGame
from infra.commands.repository import GameRepository
from infra.commands.unit_of_work import UnitOfWork
from infra.commands.units import Units
from infra.databases.pool import AccountsPool
from infra.event_store import store
from infra.event_store.damaged_games import reading, recording, write_elsewhere
from infra.observability import metrics
from infra.postgres.damage import describe_damage, is_damage
from infra.postgres.retry import Unavailable, read_with_retry, write_once

ATTEMPTS = 32
"""How often a command is judged again after losing a race, before it is refused as `busy`."""

QUEUE_SECONDS = 5.0
"""The timeout for other commands on the same game in this process."""

KEYS = ("commands_pkey", "games_pkey")
"""Constraints that a repeated idempotency key violates; the second one if the command opens a game.

A router passes on the message of the error alone.
"""

Decide = Callable[[UnitOfWork], list[Event]]
"""Returns the events of a command on the current game, or raises `Refused`."""

Connection = psycopg.Connection[Any]

Also = Callable[[Connection, Connection], object]
"""Work that belongs to a command, with connections to the accounts and to the games."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a command as its actor may see it.

    It depends only on the log, so a repeated command has the same outcome.
    """

    game: Game
    "The actor's game at `version`; callers must not change it."
    viewer: Viewer
    "The actor's seat, or `SPECTATOR` if the actor has no seat after the command."
    events: list[LoggedEvent]
    version: int
    head: str
    repeated: bool
    "True if the idempotency key was used before; this is then the outcome of the first command."


class CommandHandler:
    """Judges commands and commits their events."""

    def __init__(self, pool: AccountsPool, repository: GameRepository, units: Units) -> None:
        self._pool = pool
        self._repository = repository
        self._units = units

    def handle(
        self,
        game_id: str,
        account: str,
        key: store.IdempotencyKey | None,
        decide: Decide,
        act: store.AdminAct | None = None,
        also: Also | None = None,
    ) -> Outcome:
        """Judge a command, commit it with the admin's `act` if there is one, and return its outcome.

        `also` runs before the append, in the same transaction if games and accounts are in one database.

        Raises `Refused`, `Unavailable` and `CommitUnknown`.
        """
        cached = self._repository.cached(game_id)
        with recording(self._pool), _command_lock(cached):
            if cached.server is None:
                self._refresh(game_id, cached)
            for _ in range(ATTEMPTS):
                unit = self._units.begin(game_id, cached)
                try:
                    unit.run_due()
                    unit.record(decide(unit), account)
                except Refused as refusal:
                    if self._refresh(game_id, cached):
                        continue
                    previous = self.previous_outcome(game_id, key)
                    if previous is not None:
                        return previous
                    refusal.extra.setdefault("version", unit.expected_version)
                    raise
                unit.run_due()
                outcome = self._commit(unit, account, key, act=act, also=also)
                if outcome is not None:
                    return outcome
                metrics.CONFLICTS.inc()
                if not self._refresh(game_id, cached) and cached.is_at(unit.expected_version):
                    # No event has come, so a failover has lost or replaced events that were read before.
                    cached.clear()
                    self._refresh(game_id, cached)
        raise Refused("busy", "Too many other commands changed this game at the same time; try again.")

    def create(
        self, unit: UnitOfWork, account: str, key: store.IdempotencyKey | None, created: store.NewGame
    ) -> Outcome:
        """Commit the first events of a game and return the outcome."""
        unit.run_due()
        outcome = self._commit(unit, account, key, created)
        assert outcome is not None  # there was no earlier version that could have changed
        return outcome

    def previous_outcome(self, game_id: str, key: store.IdempotencyKey | None) -> Outcome | None:
        """Rebuild the outcome of the command that used the key, or return None. Raises `Refused("key-reused")`."""
        if key is None:
            return None

        def work(conn: Connection) -> Outcome | None:
            record = store.events_of_command(conn, game_id, key.account, key.key)
            if record is None:
                return None
            request, first, last = record
            if request != key.request:
                raise Refused("key-reused", "This idempotency key was used for another request; use a new key.")
            cached = self._repository.cached(game_id)
            seat = self._repository.game_at(conn, game_id, cached, SPECTATOR, last).seat_of(key.account)
            viewer = SPECTATOR if seat is None else seat
            game = self._repository.game_at(conn, game_id, cached, viewer, last)
            with reading(game_id):
                events = store.read(conn, game_id, after=first - 1, upto=last)
            return _outcome(game, viewer, events, repeated=True)

        with recording(self._pool):
            return read_with_retry(self._pool.games.of(game_id), work)

    def _refresh(self, game_id: str, cached: CachedGame) -> bool:
        """Read events that other processes have appended, and tell whether there were any."""
        return read_with_retry(
            self._pool.games.of(game_id), lambda conn: self._repository.refresh(conn, game_id, cached)
        )

    def _commit(
        self,
        unit: UnitOfWork,
        account: str,
        key: store.IdempotencyKey | None,
        created: store.NewGame | None = None,
        act: store.AdminAct | None = None,
        also: Also | None = None,
    ) -> Outcome | None:
        """Append the events and return the outcome, or None if the game has changed.

        Everything that can fail happens before the append, so every committed command is also answered.
        """
        seat = unit.server.seat_of(account)
        viewer = SPECTATOR if seat is None else seat
        outcome = _outcome(unit.server.seen_by(viewer), viewer, map(logged, unit.events), repeated=False)
        append = unit.to_append(key, created, act)
        try:
            if not self._append_around_damage(append, also):
                return None
        except UniqueViolation as violation:
            previous = self.previous_outcome(append.game, key)
            if previous is not None:
                return previous
            if any(name in str(violation) for name in KEYS):
                raise Unavailable("the first command with this key was lost with its primary") from violation
            raise
        except psycopg.Error as failure:
            if is_damage(failure):
                # The game could be read, so the damaged page is one that Postgres has chosen for the new rows.
                raise Unavailable(f"the database cannot write: {describe_damage(failure)}") from failure
            raise
        self._units.publish(unit)
        return outcome

    def _append_around_damage(self, append: store.Append, also: Also | None) -> bool:
        """Append the events; if a damaged page is chosen for a new row, on a new page."""
        try:
            return self._append(append, also)
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
        return write_elsewhere(self._pool.games.of(append.game), append.game, lambda: self._append(append, also))

    def _append(self, append: store.Append, also: Also | None) -> bool:
        """Append the events, and do what belongs to them; return False, without any effect, if the game has changed."""
        if also is None:
            return write_once(self._pool.games.of(append.game), lambda conn: store.append(conn, append))

        def work(conn: Connection) -> bool:
            with (
                conn.transaction() as transaction,
                self._pool.games.of(append.game).connection_beside(self._pool, conn) as games,
            ):
                also(conn, games)
                # The last statement, because a game in another database does not belong to this transaction.
                appended = store.append(games, append)
                if not appended:
                    raise psycopg.Rollback(transaction)
            return appended

        return write_once(self._pool, work)


@contextmanager
def _command_lock(cached: CachedGame) -> Iterator[None]:
    """Serialize the commands of a process on one game. Raises `Refused("busy")` after `QUEUE_SECONDS`."""
    if not cached.lock.acquire(timeout=QUEUE_SECONDS):
        raise Refused("busy", "Too many commands are waiting for this game; try again.")
    try:
        yield
    finally:
        cached.lock.release()


def _outcome(game: Game, viewer: Viewer, events: Iterable[LoggedEvent], *, repeated: bool) -> Outcome:
    seen = [seen_by(event, viewer) for event in events]
    return Outcome(game, viewer, seen, game.version, game.head, repeated)
