"""Statistics of all finished rounds by entrant and ruleset, each round counted once.

The checkpoint of a game and its counts are written in one transaction that has locked the build. So a projector may be
stopped at any point, and any number of them may run: uncommitted games are read again, and committed ones are not.
"""

import logging
from collections.abc import Mapping
from typing import Any

import psycopg

from domain.statistics import BOUNDARIES, TYPES, Entrant, Tallies, Tally, calls_on, tally_of_log
from infra.event_store import store
from infra.postgres.damage import is_damage
from infra.postgres.tables import COUNTERS
from infra.projections import builds, checkpoints, ratings

NAME = "statistics"
"""The name of the projection; `checkpoint_name` gives the name of a build in its checkpoints."""

Connection = psycopg.Connection[Any]

_logger = logging.getLogger(__name__)


def checkpoint_name(build: int) -> str:
    """Return the name of a build in its checkpoints."""
    return f"{NAME}-{build}"


def pending_version(conn: Connection, game_id: str, after: int) -> int | None:
    """Return the version up to which a game has uncounted rounds, or None."""
    row = conn.execute(
        "SELECT max(version) FROM dobon.events WHERE game_id = %s AND version > %s AND type = ANY(%s)",
        (game_id, after, list(BOUNDARIES)),
    ).fetchone()
    return None if row is None else row[0]


def count_game(conn: Connection, game_id: str, build: int) -> bool:
    """Count the new rounds of a game, and tell whether there were any. `ratings.rate_pending` rates them."""
    checkpoint = checkpoint_name(build)
    if pending_version(conn, game_id, checkpoints.read(conn, game_id, checkpoint)) is None:
        return False
    with conn.transaction():
        if builds.lock_build(conn, NAME, build) in (None, builds.OVER):
            return False
        # Read the checkpoint again under the lock, because another projector may have counted the game meanwhile.
        upto = pending_version(conn, game_id, checkpoints.read(conn, game_id, checkpoint))
        return upto is not None and count_up_to(conn, game_id, build, upto)


def count_or_log(conn: Connection, game_id: str, build: int) -> bool:
    """Count a game as `count_game` does; log and skip one whose log cannot be read. It then shows in the lag."""
    try:
        return count_game(conn, game_id, build)
    except Exception as failure:
        if isinstance(failure, psycopg.Error) and not is_damage(failure):
            raise
        _logger.exception("game %s cannot be counted", game_id)
        return False


def count_up_to(conn: Connection, game_id: str, build: int, upto: int) -> bool:
    """Count a game up to a boundary, and tell whether that was new. The transaction must have locked the build."""
    checkpoint = checkpoint_name(build)
    last = checkpoints.read(conn, game_id, checkpoint)
    if upto <= last:
        return False
    before, after = _tallies(conn, game_id, last, upto)
    _add(conn, build, after.ruleset, after.since(before))
    if after.standing is not None and before.standing is None:
        ratings.insert_game(conn, build, after.ruleset, game_id, after.standing)
    checkpoints.advance(conn, game_id, checkpoint, upto)
    return True


def _tallies(conn: Connection, game_id: str, last: int, upto: int) -> tuple[Tallies, Tallies]:
    """Return the tallies of a game up to its checkpoint, and up to the new version."""
    events = store.read_types(conn, game_id, TYPES, upto)
    ruleset = events[0].public["ruleset"]
    called = calls_on(ruleset, events)
    on = {event.version: event for event in (store.read_versions(conn, game_id, called) if called else ())}
    return (tally_of_log(events, on, last) if last else Tallies(ruleset, {})), tally_of_log(events, on, upto)


_NAMES = ", ".join(COUNTERS)
_UPSERT = (  # the column names are constants of `infra.postgres.tables`
    f"INSERT INTO dobon.statistics (build, entrant, ruleset, {_NAMES})"  # noqa: S608
    f" SELECT %s, c.entrant, %s, {', '.join(f'c.{name}' for name in COUNTERS)}"
    f" FROM unnest(%b::text[], {', '.join('%b::int8[]' for _ in COUNTERS)}) AS c (entrant, {_NAMES})"
    " ON CONFLICT (build, entrant, ruleset) DO UPDATE SET "
    + ", ".join(f"{name} = statistics.{name} + excluded.{name}" for name in COUNTERS)
)


def _add(conn: Connection, build: int, ruleset: str, more: Mapping[Entrant, Tally]) -> None:
    if more:
        columns = [[getattr(tally, name) for tally in more.values()] for name in COUNTERS]
        conn.execute(_UPSERT, (build, ruleset, list(more), *columns))
