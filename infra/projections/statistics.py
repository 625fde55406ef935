"""Statistics of all finished rounds by entrant and ruleset, each round counted once.

The checkpoints of some games and their counts are written in one transaction that has locked the build. So a projector
may be stopped at any point, and any number of them may run: uncommitted games are read again, and committed ones are
not.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import psycopg

from domain.events import Event
from domain.missed_calls import find_missed
from domain.statistics import BOUNDARIES, TYPES, Entrant, Tallies, Tally, calls_on, tally_of_log
from infra.event_store import many_games, store
from infra.postgres.damage import is_damage
from infra.postgres.tables.records import COUNTERS
from infra.projections import builds, checkpoints, closing, ratings

NAME = "statistics"
"""The name of the projection; `checkpoint_name` gives the name of a build in its checkpoints."""

Connection = psycopg.Connection[Any]
T = TypeVar("T")

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Unread:
    """A game with uncounted rounds."""

    id: str
    last: int
    "The version up to which it is counted."
    upto: int
    "The newest boundary."


@dataclass(frozen=True, slots=True)
class _Counted:
    """The new counts of a game."""

    game: _Unread
    new: Tallies


def checkpoint_name(build: int) -> str:
    """Return the name of a build in its checkpoints."""
    return f"{NAME}-{build}"


def count_games(conn: Connection, games: Sequence[str], build: int) -> int:
    """Count the new rounds of these games, and return the number of games that had any.

    `ratings.rate_pending` rates the finished ones. A game whose log cannot be read is logged and skipped; it then shows
    in the lag.
    """
    try:
        newest = dict.fromkeys(games, store.NEWEST)
        if not _unread(conn, newest, build):
            return 0
        with conn.transaction():
            if builds.lock_build(conn, NAME, build) in (None, builds.OVER):
                return 0
            # Read the checkpoints again under the lock, because another projector may have counted games meanwhile.
            done = count_locked(conn, newest, build)
            # This is the last statement, because other processes wait for the rows of `closed_games`.
            closing.close_games(conn, games)
            return done
    except psycopg.Error as failure:
        if not is_damage(failure):
            raise
        # A damaged page of the database fails the whole query, so the games are counted one by one.
        if len(games) > 1:
            return sum(count_games(conn, [game_id], build) for game_id in games)
        _logger.exception("game %s cannot be read", games[0])
        return 0


def count_locked(conn: Connection, games: Mapping[str, int], build: int) -> int:
    """Count games up to these versions, as `count_games` does, in a transaction that has locked the build."""
    counted = _count(conn, _unread(conn, games, build))
    if counted:
        _add(conn, build, counted)
        finished = [(one.new.ruleset, one.game.id, one.new.standing) for one in counted if one.new.standing]
        ratings.insert_games(conn, build, finished)
        checkpoints.advance(conn, checkpoint_name(build), {one.game.id: one.game.upto for one in counted})
    return len(counted)


_UNREAD = """
SELECT game.id, coalesce(progress.version, 0), newest.version FROM unnest(%s::uuid[], %s::int4[]) AS game (id, upto)
LEFT JOIN dobon.progress ON progress.game_id = game.id AND progress.name = %s
CROSS JOIN LATERAL (
    SELECT max(events.version) AS version FROM dobon.events
    WHERE events.game_id = game.id AND events.version > coalesce(progress.version, 0) AND events.version <= game.upto
        AND events.type = ANY(%s)
) AS newest
WHERE newest.version IS NOT NULL ORDER BY game.id"""


def _unread(conn: Connection, games: Mapping[str, int], build: int) -> list[_Unread]:
    rows = conn.execute(_UNREAD, (list(games), list(games.values()), checkpoint_name(build), list(BOUNDARIES)))
    return [_Unread(*row) for row in rows]


def _count(conn: Connection, unread: Sequence[_Unread]) -> list[_Counted]:
    """Return the new counts of the games whose logs can be read."""
    rows = many_games.rows_of_types(conn, {one.id: (one.last, one.upto) for one in unread}, TYPES)
    logs = _for_each(unread, lambda game: [store.event(*row) for row in rows[game.id]])
    read = [game for game in unread if game.id in logs]
    called = _for_each(read, lambda game: calls_on(logs[game.id][0].public["ruleset"], logs[game.id]))
    on = many_games.rows_of_versions(conn, called)
    judged = [game for game in read if game.id in called]
    counted = _for_each(judged, lambda game: _new_counts(game, logs[game.id], on.get(game.id, [])))
    return list(counted.values())


def _for_each(games: Iterable[_Unread], work: Callable[[_Unread], T]) -> dict[str, T]:
    """Return the result of `work` by game; log and leave out a game for which it fails."""
    found = {}
    for game in games:
        try:
            found[game.id] = work(game)
        except Exception:
            _logger.exception("game %s cannot be counted", game.id)
    return found


def _new_counts(game: _Unread, events: Sequence[Event], on: Sequence[many_games.Row]) -> _Counted:
    called = {event.version: event for event in (store.event(*row) for row in on)}
    public = events[0].public
    missed = find_missed(public["ruleset"], public["seats"], (event for event in events if event.version > game.last))
    return _Counted(game, tally_of_log(events, called, missed, game.upto, game.last))


_NAMES = ", ".join(COUNTERS)
_UPSERT = (  # the column names are constants of `infra.postgres.tables.records`
    f"INSERT INTO dobon.statistics (build, entrant, ruleset, {_NAMES})"  # noqa: S608
    f" SELECT %s, c.entrant, c.ruleset, {', '.join(f'c.{name}' for name in COUNTERS)}"
    f" FROM unnest(%b::text[], %b::text[], {', '.join('%b::int8[]' for _ in COUNTERS)}) AS c (entrant, ruleset, {_NAMES})"
    " ON CONFLICT (build, entrant, ruleset) DO UPDATE SET "
    + ", ".join(f"{name} = statistics.{name} + excluded.{name}" for name in COUNTERS)
)


def _add(conn: Connection, build: int, counted: Iterable[_Counted]) -> None:
    more: dict[tuple[Entrant, str], Tally] = {}
    for one in counted:
        for entrant, tally in one.new.by.items():
            more.setdefault((entrant, one.new.ruleset), Tally()).add(tally)
    if more:
        keys = [entrant for entrant, _ in more], [ruleset for _, ruleset in more]
        columns = [[getattr(tally, name) for tally in more.values()] for name in COUNTERS]
        conn.execute(_UPSERT, (build, *keys, *columns))
