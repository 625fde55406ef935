"""How a command is judged and committed, and how a game is moved on when its time has come.

Two things are never waited for in the wrong order. A command takes the lock of its game within the process and then a connection, and its one
statement waits for the row of the game; the clock holds rows and takes no such lock. So nobody waits for somebody who waits for them.
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
"""How often a command is judged while others keep being faster, before it is refused as `busy`."""

QUEUE_SECONDS = 5.0
"""For which a command waits for those on the same game in this process."""

Judge = Callable[[UnitOfWork], list[Event]]
"""What a command brings about on the game as it stands, or `Refused`."""

CommitListener = Callable[[str, int, Moment | None], None]
Connection = psycopg.Connection[Any]

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command brought about, as its actor may see it: a function of the log, so a repeated command has the same one."""

    game: Game
    "The actor's game as of `version`; not to be changed."
    viewer: Viewer
    "The actor's seat; `SPECTATOR` for somebody who has none after the command."
    events: list[Event]
    version: int
    head: str
    repeated: bool
    "The key was used before, and this is the outcome of then."


class CommandHandler:
    """Judges commands and lets overdue things happen."""

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
        """The outcome of a command, which is recorded with `act` where an admin gives it. Raises `Refused`, `Unavailable` and `Doubtful`."""
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
        raise Refused("busy", "Others are acting on this game all the time; try again.")

    def create(
        self, unit: UnitOfWork, account: str, key: store.IdempotencyKey | None, created: store.NewGame
    ) -> Outcome:
        """The outcome of creating a game."""
        unit.run_due()
        outcome = self._commit(self._repository.cached(unit.server.id), unit, account, key, created)
        assert outcome is not None  # nothing was expected, so nothing else can have been found
        return outcome

    def previous_outcome(self, game_id: str, key: store.IdempotencyKey | None) -> Outcome | None:
        """The outcome of the command that used the key, made again from the log. Raises `Refused("key-reused")`."""
        if key is None:
            return None

        def work(conn: Connection) -> Outcome | None:
            record = store.events_of_command(conn, game_id, key.account, key.key)
            if record is None:
                return None
            request, first, last = record
            if request != key.request:
                raise Refused("key-reused", "This idempotency key belongs to another request; use a new one.")
            cached = self._repository.cached(game_id)
            seat = self._repository.game_at(conn, game_id, cached, SPECTATOR, last).seat_of(key.account)
            viewer = SPECTATOR if seat is None else seat
            game = self._repository.game_at(conn, game_id, cached, viewer, last)
            return _outcome(game, viewer, store.read(conn, game_id, after=first - 1, upto=last), repeated=True)

        return read_with_retry(self._pool, work)

    def tick(self, limit: int) -> int:
        """Let happen what is due in up to `limit` games; how many were looked at."""
        with metrics.time_command("tick"):
            return self._expire_due(limit, self._now())

    def _expire_due(self, limit: int, now: Moment) -> int:
        moved: list[UnitOfWork] = []
        looked_at = steps = 0
        with self._pool.connection() as conn, WATCHDOG.watch(conn), conn.transaction():
            # The row is locked so that no other clock takes the same game, and that players' commands wait for this one instead of
            # losing against it; rows that are locked already have somebody who sees to them.
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
                    break  # the rows are locked until all are done, and players are waiting
        for unit in moved:
            self._publish(self._repository.cached(unit.server.id), unit)
        return looked_at

    def _expire(self, conn: Connection, game_id: str, version: int, now: Moment) -> UnitOfWork | None:
        """Append what is due in a game whose row is locked by this connection."""
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
            # One game that cannot be folded must not keep the clock from all others.
            _logger.exception("game %s cannot be moved on from version %d", game_id, version)
            due_at = later(now, seconds=STALLED_SECONDS)
        # When to look again is a schedule and no part of the log.
        conn.execute("UPDATE dobon.games SET due_at = %s WHERE id = %s", (due_at, game_id))
        return None

    def _unit_of_work(
        self, game_id: str, cached: CachedGame, conn: Connection | None = None, version: int | None = None
    ) -> UnitOfWork:
        """A unit of work on the newest game that is known here, or with a connection on exactly `version`."""

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
        """Read what others have appended; was there anything?"""
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
        """Append; None where the game had moved on. Everything that can fail comes before, so what is committed is also answered."""
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
    """One command of a game after another. Raises `Refused("busy")` rather than wait behind commands that themselves wait too long."""
    if not cached.lock.acquire(timeout=QUEUE_SECONDS):
        raise Refused("busy", "Commands on this game are waiting for each other; try again.")
    try:
        yield
    finally:
        cached.lock.release()


def _outcome(game: Game, viewer: Viewer, events: list[Event], *, repeated: bool) -> Outcome:
    seen = [seen_by(event, viewer) for event in events]
    return Outcome(game, viewer, seen, game.version, game.head, repeated)
