"""Judges and commits commands, and runs overdue deadlines and bots.

Two locks are always taken in the same order. A command takes the lock of its game within the process, then a
connection, and its one statement waits for the row of the game. The scheduler locks rows and never takes the lock
within the process. This lock order cannot deadlock.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.errors import UniqueViolation

from domain.errors import Refused
from domain.events import SPECTATOR, Event, Viewer, seen_by
from domain.game import Game
from domain.moments import Moment, later
from infra.commands.game_cache import CachedGame, advance
from infra.commands.repository import GameRepository
from infra.commands.unit_of_work import MAX_STEPS, STALLED_SECONDS, UnitOfWork
from infra.event_store import store
from infra.observability import metrics
from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

ATTEMPTS = 32
"""How often a command is judged again after losing a race, before it is refused as `busy`."""

QUEUE_SECONDS = 5.0
"""The timeout for other commands on the same game in this process."""

Judge = Callable[[UnitOfWork], list[Event]]
"""Returns the events of a command on the current game, or raises `Refused`."""

CommitListener = Callable[[str, int, Moment | None], None]
Connection = psycopg.Connection[Any]

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a command as its actor may see it.

    It depends only on the log, so a repeated command has the same outcome.
    """

    game: Game
    "The actor's game at `version`; callers must not change it."
    viewer: Viewer
    "The actor's seat, or `SPECTATOR` if the actor has no seat after the command."
    events: list[Event]
    version: int
    head: str
    repeated: bool
    "True if the idempotency key was used before; this is then the outcome of the first command."


class CommandHandler:
    """Judges commands, commits their events, and runs overdue deadlines and bots."""

    def __init__(
        self, pool: Pool, repository: GameRepository, now: Callable[[], Moment], new_secret: Callable[[], bytes]
    ) -> None:
        self.commit_listeners: list[CommitListener] = []
        self._pool = pool
        self._repository = repository
        self._now = now
        self._new_secret = new_secret

    def handle(
        self,
        game_id: str,
        account: str,
        key: store.IdempotencyKey | None,
        judge: Judge,
        act: store.AdminAct | None = None,
    ) -> Outcome:
        """Judge a command, commit it with the admin's `act` if there is one, and return its outcome.

        Raises `Refused`, `Unavailable` and `CommitUnknown`.
        """
        cached = self._repository.cached(game_id)
        with _command_lock(cached):
            if cached.server is None:
                self._refresh(game_id, cached)
            for _ in range(ATTEMPTS):
                unit = self._unit_of_work(game_id, cached)
                try:
                    unit.run_due()
                    unit.record(judge(unit), account)
                except Refused as refusal:
                    if self._refresh(game_id, cached):
                        continue
                    previous = self.previous_outcome(game_id, key)
                    if previous is not None:
                        return previous
                    refusal.extra.setdefault("version", unit.expected_version)
                    raise
                unit.run_due()
                outcome = self._commit(cached, unit, account, key, act=act)
                if outcome is not None:
                    return outcome
                metrics.CONFLICTS.inc()
                self._refresh(game_id, cached)
        raise Refused("busy", "Too many other commands changed this game at the same time; try again.")

    def create(
        self, unit: UnitOfWork, account: str, key: store.IdempotencyKey | None, created: store.NewGame
    ) -> Outcome:
        """Commit the first events of a game and return the outcome."""
        unit.run_due()
        outcome = self._commit(self._repository.cached(unit.server.id), unit, account, key, created)
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
            return _outcome(game, viewer, store.read(conn, game_id, after=first - 1, upto=last), repeated=True)

        return read_with_retry(self._pool, work)

    def tick(self, limit: int) -> int:
        """Run everything overdue in up to `limit` games, and return the number of games examined."""
        with metrics.time_command("tick"):
            return self._expire_due(limit, self._now())

    def _expire_due(self, limit: int, now: Moment) -> int:
        moved: list[UnitOfWork] = []
        looked_at = steps = 0
        with self._pool.connection() as conn, WATCHDOG.watch(conn), conn.transaction():
            # The row lock keeps other schedulers from taking the same game, and makes players' commands wait
            # instead of losing the race. Rows that are already locked are in the hands of another process.
            due = conn.execute(
                "SELECT id, version FROM dobon.games WHERE due_at <= %s ORDER BY due_at, id LIMIT %s FOR UPDATE SKIP LOCKED",
                (now, limit),
            ).fetchall()
            for game_id, version in due:
                unit = self._expire(conn, game_id, version, now)
                looked_at += 1
                if unit is not None:
                    moved.append(unit)
                    steps += len(unit.events)
                if steps >= MAX_STEPS:
                    break  # the rows stay locked until all games are done, and players wait for them
        for unit in moved:
            self._publish(self._repository.cached(unit.server.id), unit)
        return looked_at

    def _expire(self, conn: Connection, game_id: str, version: int, now: Moment) -> UnitOfWork | None:
        """Append the overdue events of a game whose row is locked by this connection."""
        due_at: Moment | None
        try:
            unit = self._unit_of_work(game_id, self._repository.cached(game_id), conn, version)
            unit.run_due()
            if unit.events:
                applied = store.append(conn, unit.to_append())
                assert applied  # the row is locked
                return unit
            due_at = unit.due_at
        except psycopg.Error:
            raise
        except Exception:
            # One game that cannot be folded must not stop the scheduler for all others.
            _logger.exception("cannot run what is due in game %s after version %d", game_id, version)
            due_at = later(now, seconds=STALLED_SECONDS)
        # The time of the next check is a schedule, so it is not part of the log.
        conn.execute("UPDATE dobon.games SET due_at = %s WHERE id = %s", (due_at, game_id))
        return None

    def _unit_of_work(
        self, game_id: str, cached: CachedGame, conn: Connection | None = None, version: int | None = None
    ) -> UnitOfWork:
        """Return a unit of work on the newest cached game, or with a connection on exactly `version`."""

        def read(work: Callable[[Connection], Any]) -> Any:
            return read_with_retry(self._pool, work) if conn is None else work(conn)

        if version is not None and (cached.server is None or cached.server.version < version):
            read(lambda conn: self._repository.refresh(conn, game_id, cached))
        base = cached.server
        assert base is not None
        committed = len(base.commitments)
        if committed not in cached.secrets:
            cached.secrets[committed] = read(lambda conn: store.round_secret(conn, game_id, committed))

        def fetch(viewer: Viewer, events: Sequence[Event]) -> Game:
            game = cached.advanced_copy(viewer, base.version, events)
            if game is None:
                folded = read(lambda conn: self._repository.game_at(conn, game_id, cached, viewer, base.version))
                game = advance(folded, events, viewer)
            return game

        return UnitOfWork(base, self._now(), fetch, cached.secrets[committed], self._new_secret)

    def _refresh(self, game_id: str, cached: CachedGame) -> bool:
        """Read events that other processes have appended, and tell whether there were any."""
        return read_with_retry(self._pool, lambda conn: self._repository.refresh(conn, game_id, cached))

    def _commit(
        self,
        cached: CachedGame,
        unit: UnitOfWork,
        account: str,
        key: store.IdempotencyKey | None,
        created: store.NewGame | None = None,
        act: store.AdminAct | None = None,
    ) -> Outcome | None:
        """Append the events and return the outcome, or None if the game has changed.

        Everything that can fail happens before the append, so every committed command is also answered.
        """
        seat = unit.server.seat_of(account)
        viewer = SPECTATOR if seat is None else seat
        outcome = _outcome(unit.viewers[viewer], viewer, unit.events, repeated=False)
        append = unit.to_append(key, created, act)
        try:
            if not write_once(self._pool, lambda conn: store.append(conn, append)):
                return None
        except UniqueViolation:
            previous = self.previous_outcome(append.game, key)
            if previous is None:
                raise
            return previous
        self._publish(cached, unit)
        return outcome

    def _publish(self, cached: CachedGame, unit: UnitOfWork) -> None:
        game = unit.server
        metrics.EVENTS.inc(len(unit.events))
        cached.secrets |= unit.round_secrets
        cached.publish(game, unit.events)
        for viewer, folded in unit.viewers.items():
            cached.store_view(viewer, folded)
        due_at = unit.due_at
        for listener in self.commit_listeners:
            listener(game.id, game.version, due_at)


@contextmanager
def _command_lock(cached: CachedGame) -> Iterator[None]:
    """Serialize the commands of a process on one game. Raises `Refused("busy")` after `QUEUE_SECONDS`."""
    if not cached.lock.acquire(timeout=QUEUE_SECONDS):
        raise Refused("busy", "Too many commands are waiting for this game; try again.")
    try:
        yield
    finally:
        cached.lock.release()


def _outcome(game: Game, viewer: Viewer, events: list[Event], *, repeated: bool) -> Outcome:
    seen = [seen_by(event, viewer) for event in events]
    return Outcome(game, viewer, seen, game.version, game.head, repeated)
