"""Ticks of the scheduler: each takes some due games and runs what is due in them.

Games in which a person takes part come first. Among them the accounts that created them take turns. A transaction ends
after a few games or a short time, because the rows of its games are locked until then and players wait for them.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from time import perf_counter
from typing import Any

import psycopg

from domain.log.errors import Refused
from domain.log.moments import Moment, later
from infra.commands.ahead_games import AheadGames
from infra.commands.due_games import DueGames
from infra.commands.fair_queue import FairQueue
from infra.commands.unit_of_work import STALLED_SECONDS, UnitOfWork
from infra.commands.units import LockedGame, Units
from infra.databases.pool import AccountsPool
from infra.event_store import damaged_games, store
from infra.event_store.damaged_games import DamagedGame
from infra.observability import metrics
from infra.postgres.around_damage import BY_INDEX
from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.damage import is_damage
from infra.postgres.partitions import is_not_owned
from infra.postgres.pool import Pool
from infra.postgres.retry import DAMAGED_WRITES

RETRY_SECONDS = 300
"""The interval between two attempts to read the games that are set aside."""

SEARCH_MS = 500
"""The interval between two searches for games that are ahead, in milliseconds."""

STEPS = 20
"""The maximum number of steps in one game and transaction."""

TRANSACTION_SECONDS = 0.05
"""The time after which a transaction takes no further game."""

# The row lock keeps other schedulers from taking the same game, and makes players' commands wait instead of losing the
# race. Rows that are already locked are in the hands of another process.
_LOCK = """
SELECT games.id, version, created_by, attended, missed_turns, clock_offset_ms
FROM unnest(%s::uuid[]) WITH ORDINALITY AS chosen (id, place) JOIN dobon.games ON games.id = chosen.id
WHERE due_at <= %s ORDER BY chosen.place LIMIT %s FOR UPDATE OF games SKIP LOCKED"""

# While a page of the table is damaged, each game is looked up by its id, because a join may read pages of other games.
_LOCK_ONE = """
SELECT id, version, created_by, attended, missed_turns, clock_offset_ms
FROM dobon.games WHERE id = %s AND due_at <= %s FOR UPDATE SKIP LOCKED"""

_logger = logging.getLogger(__name__)
Connection = psycopg.Connection[Any]


class Ticks:
    """Runs what is due in the games of one database, a few at a time."""

    def __init__(
        self,
        pool: AccountsPool,
        database: Pool,
        units: Units,
        now: Callable[[], Moment],
        timer: Callable[[], float] = perf_counter,
    ) -> None:
        """`database` is one of the databases of games of `pool`. `timer` returns seconds; the time that a game
        takes is charged to the account that created it.
        """
        self._pool = pool
        self._database = database
        self._units = units
        self._now = now
        self._timer = timer
        self._queue = FairQueue()
        self._due = DueGames(database)
        self._ahead = AheadGames(database)
        self._searched_at: Moment | None = None
        "When games that are ahead were searched for."
        self._unchangeable: set[str] = set()
        "Games that could not be read, and whose rows cannot be found or changed either."
        self._damaged_table = False
        "Whether the table `games` has a damaged page."
        self._tried_at: Moment | None = None
        "When the games that are set aside were tried again."

    def run(self, limit: int) -> int:
        """Run what is overdue in up to `limit` games, and return the number of games examined."""
        with metrics.time_command("tick"):
            now = self._now()
            if _is_over(self._tried_at, now, RETRY_SECONDS * 1000):
                self._tried_at = now
                self._retry_damaged_games(now)
            if _is_over(self._searched_at, now, SEARCH_MS):
                self._searched_at = now
                self._ahead.schedule(now)
            order = self._order(now, limit)
            return self._run_until_readable(order, limit, now) if order else 0

    def next_due(self) -> Moment | None:
        """Return the moment at which the next game is due, or None."""
        return self._due.first(self._unchangeable)

    def _order(self, now: Moment, limit: int) -> list[str]:
        """Return the ids of due games in the order of service; other processes may take some of them first."""
        found = [game for game in self._due.find(now, limit) if game[0] not in self._unchangeable]
        attended = self._queue.order((game, creator) for game, creator, attended in found if attended)
        others = self._queue.order((game, creator) for game, creator, attended in found if not attended)
        return [*attended, *others]

    def _run_until_readable(self, order: list[str], limit: int, now: Moment) -> int:
        """Run a batch; if a game in it cannot be read, set that game aside and run the others again."""
        set_aside = 0
        while True:
            try:
                return set_aside + self._run_batch(order, limit, now)
            except DamagedGame as damaged:
                found = damaged
                if isinstance(damaged, _DamagedWrite):
                    try:
                        return set_aside + self._write_elsewhere(damaged.game, order, limit, now)
                    except DamagedGame as again:  # of the same game, or of another one that cannot be read
                        found = again
                if not damaged_games.set_aside(self._pool, found):
                    self._unchangeable.add(found.game)
                order = [game for game in order if game != found.game]
                set_aside += 1
            except psycopg.Error as failure:
                if is_not_owned(failure):
                    return set_aside  # a partition moves to another database, whose scheduler continues
                if self._damaged_table or not is_damage(failure):
                    raise
                self._damaged_table = True

    def _write_elsewhere(self, game: str, order: list[str], limit: int, now: Moment) -> int:
        """Run a batch again in which a game was written to a damaged page: Postgres may choose another page."""
        for _ in range(DAMAGED_WRITES - 1):
            with suppress(_DamagedWrite):
                return self._run_batch(order, limit, now)
        return damaged_games.write_elsewhere(
            self._pool.games.of(game), game, lambda: self._run_batch(order, limit, now)
        )

    def _retry_damaged_games(self, now: Moment) -> None:
        """Put back the games that can be read again."""
        self._unchangeable.clear()
        self._damaged_table = False
        for found in damaged_games.list_damaged_in(self._database):
            with suppress(Refused, psycopg.Error):
                self._units.reread(found.game)
                damaged_games.put_back(self._pool, found.game, now)

    def _run_batch(self, order: list[str], limit: int, now: Moment) -> int:
        moved: list[UnitOfWork] = []
        examined = 0
        with self._database.connection() as conn, WATCHDOG.watch(conn), conn.transaction():
            until = self._timer() + TRANSACTION_SECONDS
            for row in [LockedGame(*columns) for columns in self._lock(conn, order, now, limit)]:
                began = self._timer()
                if examined and began > until:
                    break
                unit = self._run_game(conn, row, now)
                self._queue.charge(row.creator, self._timer() - began)
                examined += 1
                if unit is not None:
                    moved.append(unit)
        # Decisions are requested after the commit, so that the game is not scheduled again before it.
        for unit in moved:
            if unit.events:
                self._units.publish(unit)
            else:
                unit.asked.request()
        return examined

    def _lock(self, conn: Connection, order: list[str], now: Moment, limit: int) -> list[Any]:
        """Lock the rows of up to `limit` games, and return them in this order."""
        if not self._damaged_table:
            return conn.execute(_LOCK, (order, now, limit)).fetchall()
        conn.execute(BY_INDEX)
        return list(islice((row for game in order for row in self._lock_one(conn, game, now)), limit))

    def _lock_one(self, conn: Connection, game: str, now: Moment) -> list[Any]:
        """Lock the row of a game and return it, if the game is due; leave out a row that cannot be found."""
        try:
            with conn.transaction():
                return conn.execute(_LOCK_ONE, (game, now)).fetchall()
        except psycopg.Error as failure:
            if not is_damage(failure):
                raise
            _logger.warning("game %s stands still, because its row cannot be found: %s", game, failure)
            self._unchangeable.add(game)
            return []

    def _run_game(self, conn: Connection, row: LockedGame, now: Moment) -> UnitOfWork | None:
        """Append the overdue events of a game whose row is locked by this connection; None if it stands still."""
        schedule: tuple[Any, ...]
        unit = None
        try:
            unit = self._units.begin_locked(conn, row)
            unit.run_due(STEPS)
            if unit.events:
                applied = store.append(conn, unit.to_append())
                assert applied  # the row is locked
                return unit
            schedule = (unit.due_at, unit.attended, unit.clock_offset_ms)
        except DamagedGame:
            raise
        except psycopg.Error as failure:
            if is_damage(failure):
                raise _DamagedWrite(row.id, failure) from failure
            raise
        except Exception:
            # An error in one game must not stop the scheduler for all others.
            _logger.exception("cannot run what is due in game %s after version %d", row.id, row.version)
            schedule = (later(now, seconds=STALLED_SECONDS), row.attended, row.clock_offset_ms)
        # The time of the next check is a schedule, so it is not part of the log.
        conn.execute("SELECT dobon.reschedule(%s, %s, %s, %s)", (row.id, *schedule))
        return unit


def _is_over(last: Moment | None, now: Moment, ms: int) -> bool:
    """Tell whether a pause since the last time is over. It is if the clock has gone back since."""
    return last is None or not last <= now < later(last, ms=ms)


class _DamagedWrite(DamagedGame):
    """New rows of a game met a damaged page, which may be one of another game."""
