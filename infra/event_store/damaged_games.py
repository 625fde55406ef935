"""Games that cannot be read: each is set aside and named, so that all others continue.

A row is written when a read fails, and deleted when the game can be read again.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import psycopg

from domain.log.errors import Refused
from domain.log.identifiers import LOWEST_ID
from domain.log.moments import Moment
from infra.clock import now
from infra.databases.pool import AccountsPool
from infra.event_store.store import AdminAct
from infra.postgres.damage import describe_damage, is_damage
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable, read_with_retry, write_once

_logger = logging.getLogger(__name__)

Connection = psycopg.Connection[Any]

T = TypeVar("T")


class DamagedGame(Refused):
    """The log or the row of a game cannot be read, decoded or folded."""

    def __init__(self, game: str, failure: BaseException, what: str = "log") -> None:
        """`what` could not be read."""
        super().__init__(
            "damaged-game",
            "This game cannot be read. The operators of the server see it in their list of damaged games.",
        )
        self.game = game
        self.reason = describe_damage(failure, what)


@dataclass(frozen=True, slots=True)
class DamageRecord:
    """A game that has been set aside."""

    game: str
    found_at: Moment
    reason: str


@contextmanager
def reading(game_id: str, what: str = "log") -> Iterator[None]:
    """Raise `DamagedGame` if `what` of the game is damaged, or cannot be decoded or folded.

    Other errors of the database and refusals pass.
    """
    try:
        yield
    except (Refused, Unavailable):
        raise
    except Exception as failure:
        if isinstance(failure, psycopg.Error) and not is_damage(failure):
            raise
        raise DamagedGame(game_id, failure, what) from failure


@contextmanager
def recording(pool: AccountsPool) -> Iterator[None]:
    """Record a `DamagedGame` that leaves this context."""
    try:
        yield
    except DamagedGame as damaged:
        record(pool, damaged)
        raise


def record(pool: AccountsPool, damaged: DamagedGame) -> None:
    """Log the error and record the game, unless it is recorded; never raises."""
    statement = "SELECT WHERE dobon.record_damage(%s, %s, %s)"
    values = (damaged.game, now(), damaged.reason)
    new = 0
    with suppress(Unavailable, psycopg.Error):
        new = write_once(pool.games.of(damaged.game), lambda conn: conn.execute(statement, values).rowcount)
    if new:
        _logger.error("game %s cannot be read and is set aside: %s", damaged.game, damaged.reason, exc_info=damaged)


def set_aside(pool: AccountsPool, damaged: DamagedGame) -> bool:
    """Record the game and take it from the schedule; return False if its row cannot be changed. Never raises."""
    record(pool, damaged)
    with suppress(Unavailable, psycopg.Error):
        write_once(
            pool.games.of(damaged.game), lambda conn: conn.execute("SELECT dobon.set_aside(%s)", (damaged.game,))
        )
        return True
    return False


def write_elsewhere(pool: Pool, game_id: str, work: Callable[[], T]) -> T:
    """Return the result of `work`, whose new rows of games and of events go to new pages, not to a damaged one.

    It is done again if the first attempt meets a damaged page nevertheless. `pool` is for calls of the functions of
    games. Raises what `work` raises.
    """
    _call(pool, "SELECT dobon.use_new_pages(%s, true)", game_id)
    try:
        try:
            return work()
        except (DamagedGame, psycopg.Error) as failure:
            if not is_damage(failure.__cause__ if isinstance(failure, DamagedGame) else failure):
                raise
        _call(pool, "SELECT dobon.add_pages(%s)", game_id)
        _call(pool, "SELECT dobon.use_new_pages(%s, true)", game_id)
        return work()
    finally:
        _call(pool, "SELECT dobon.use_new_pages(%s, false)", game_id)


def _call(pool: Pool, statement: str, game_id: str) -> None:
    try:
        write_once(pool, lambda conn: conn.execute(statement, (game_id,)))
    except (Unavailable, psycopg.Error) as failure:  # then the write fails as before
        _logger.warning("no new page for games and events: %s", failure)


def list_damaged(pool: AccountsPool, after: str | None = None, limit: int = 100) -> list[DamageRecord]:
    """Return the games of all databases that are set aside, by id after `after`. Raises `Unavailable`."""
    found = [one for database in pool.games.each() for one in list_damaged_in(database, after, limit)]
    return sorted(found, key=lambda one: one.game)[:limit]


def list_damaged_in(database: Pool, after: str | None = None, limit: int = 100) -> list[DamageRecord]:
    """Return the games of one database that are set aside, as `list_damaged` does."""
    statement = (
        "SELECT game_id, found_at, reason FROM dobon.damaged_games WHERE game_id > %s::uuid ORDER BY game_id LIMIT %s"
    )
    rows = read_with_retry(database, lambda conn: conn.execute(statement, (after or LOWEST_ID, limit)).fetchall())
    return [DamageRecord(*row) for row in rows]


def put_back(pool: AccountsPool, game_id: str, at: Moment, act: AdminAct | None = None) -> bool:
    """Return a game to the schedule of `at`, which is now, after it was read; record the admin's act if there is one.

    Tells whether the game was set aside. Raises `Unavailable`.
    """
    recorded = (None,) * 5 if act is None else (act.id, act.at, act.actor, act.act, act.reason)
    statement = "SELECT WHERE dobon.put_back(%s, %s, %s, %s, %s, %s, %s)"
    found = write_once(
        pool.games.of(game_id), lambda conn: conn.execute(statement, (game_id, at, *recorded)).rowcount == 1
    )
    if found:
        _logger.warning("game %s can be read again", game_id)
    return found
