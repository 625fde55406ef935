"""Statistics of all finished rounds by entrant and ruleset, each round counted once.

The checkpoints of some games and their counts are written in one transaction that has locked the build, in the database
of the accounts. So a projector may be stopped at any point, and any number of them may run: uncommitted games are read
again, and committed ones are not. The logs are read before: a database that does not answer must not keep the lock.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import psycopg

from domain.game.missed_calls import find_missed
from domain.game.reading import read, read_log
from domain.game.registry import ruleset
from domain.game.statistics import BOUNDARIES, TYPES, Entrant, Tallies, Tally, calls_on, tally_of_log
from domain.log.events import Event
from infra.event_store import many_games, store
from infra.moderation import signals
from infra.postgres.around_damage import read_games
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
    public: bool
    "Whether accounts without a seat may open the game."


def checkpoint_name(build: int) -> str:
    """Return the name of a build in its checkpoints."""
    return f"{NAME}-{build}"


def count_games(conn: Connection, log: Connection, games: Sequence[str], build: int) -> int:
    """Count the new rounds of these games, and return the number of games that had any.

    `log` is a connection to the database of the games, and `conn` to that of the accounts, where the counts are.
    `ratings.rate_pending` rates the finished ones. A game whose log cannot be read is logged and skipped; it then shows
    in the lag.
    """
    try:
        counted = _count(conn, log, dict.fromkeys(games, store.NEWEST), build)
        if not counted:
            return 0
        with conn.transaction():
            if builds.lock_build(conn, NAME, build) in (None, builds.OVER):
                return 0
            done = _store(conn, counted, build)
        closing.close_games(conn, log, games)
        return done
    except psycopg.Error as failure:
        if not is_damage(failure):
            raise
        # A damaged page of the database fails the whole query, so the games are counted one by one.
        if len(games) > 1:
            return sum(count_games(conn, log, [game_id], build) for game_id in games)
        _logger.exception("game %s cannot be read", games[0])
        return 0


def count_locked(conn: Connection, log: Connection, games: Mapping[str, int], build: int) -> int:
    """Count games up to these versions, as `count_games` does, in a transaction that has locked the build."""
    return _store(conn, _count(conn, log, games, build), build)


def _store(conn: Connection, counted: Sequence[_Counted], build: int) -> int:
    """Store counts in a transaction that has locked the build, and return the number of games that were stored.

    Another projector may have counted some of the games before the build was locked; these are left out.
    """
    last = checkpoints.versions(conn, checkpoint_name(build), [one.game.id for one in counted])
    new = [one for one in counted if last.get(one.game.id, 0) == one.game.last]
    if new:
        _add(conn, build, new)
        finished = [
            (one.new.pool(""), one.game.id, one.new.standing, one.public) for one in new if one.new.standing is not None
        ]
        ratings.insert_games(conn, build, finished)
        signals.note_finished(conn, {game: standing.ended_at for _, game, standing, _ in finished})
        checkpoints.advance(conn, checkpoint_name(build), {one.game.id: one.game.upto for one in new})
    return len(new)


_UNREAD = """
SELECT game.id, game.last, newest.version FROM unnest(%s::uuid[], %s::int4[], %s::int4[]) AS game (id, last, upto)
CROSS JOIN LATERAL (
    SELECT max(events.version) AS version FROM dobon.events
    WHERE events.game_id = game.id AND events.version > game.last AND events.version <= game.upto
        AND events.type = ANY(%s)
) AS newest
WHERE newest.version IS NOT NULL ORDER BY game.id"""


def _unread(conn: Connection, log: Connection, games: Mapping[str, int], build: int) -> list[_Unread]:
    last = checkpoints.versions(conn, checkpoint_name(build), list(games))
    columns = list(games), [last.get(game, 0) for game in games], list(games.values()), list(BOUNDARIES)
    return [_Unread(*row) for row in log.execute(_UNREAD, columns)]


# Whether a game is public never changes once it is finished, and `dobon rebuild` compares `shown` with the log.
_PUBLIC = "SELECT id, shown IS NOT NULL FROM dobon.games WHERE id = ANY(%(games)s::uuid[]) ORDER BY id"


def _count(conn: Connection, log: Connection, games: Mapping[str, int], build: int) -> list[_Counted]:
    """Return the new counts of the games whose logs can be read.

    Rows are hidden once their game has moved to another database, so a game with missing rows is left for that one.
    """
    unread = _unread(conn, log, games, build)
    if not unread:
        return []
    rows = many_games.rows_of_types(log, {one.id: (one.last, one.upto) for one in unread}, TYPES)
    here = [game for game in unread if game.id in rows]
    logs = _for_each(here, lambda game: [*read_log(store.event(*row) for row in rows[game.id])])
    read = [game for game in here if game.id in logs]
    called = _for_each(read, lambda game: calls_on(logs[game.id][0].public.ruleset, logs[game.id]))
    on = many_games.rows_of_versions(log, called)
    judged = [game for game in read if game.id in called and len(set(called[game.id])) == len(on.get(game.id, []))]
    public: dict[str, bool] = dict(read_games(log, _PUBLIC, [game.id for game in judged]))
    known = [game for game in judged if game.id in public]
    counted = _for_each(known, lambda game: _new_counts(game, logs[game.id], on.get(game.id, []), public[game.id]))
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


def _new_counts(game: _Unread, events: Sequence[Event], on: Sequence[many_games.Row], public: bool) -> _Counted:
    created = events[0].public
    rules = ruleset(created.ruleset)
    called = {event.version: event for event in (read(rules, store.event(*row)) for row in on)}
    missed = find_missed(created.ruleset, created.seats, (event for event in events if event.version > game.last))
    return _Counted(game, tally_of_log(events, called, missed, game.upto, game.last), public)


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
            more.setdefault((entrant, one.new.pool(entrant)), Tally()).add(tally)
    if more:
        keys = [entrant for entrant, _ in more], [ruleset for _, ruleset in more]
        columns = [[getattr(tally, name) for tally in more.values()] for name in COUNTERS]
        conn.execute(_UPSERT, (build, *keys, *columns))
