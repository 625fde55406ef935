"""Rebuilds the statistics from the logs beside the live build, compares both, and makes the new build live."""

from collections.abc import Callable
from typing import Any

import psycopg

from domain.log.errors import Refused
from infra.databases import all_games
from infra.databases.pool import AccountsPool
from infra.postgres.retry import Unavailable
from infra.postgres.tables.records import COUNTERS
from infra.projections import builds, checkpoints, closing, ratings
from infra.projections.statistics import NAME, checkpoint_name, count_games, count_locked

PAGE = 200
"""Games counted in one transaction."""

MAX_DIFFERENCES = 100
"""The maximum number of listed differences per table."""

Connection = psycopg.Connection[Any]

_COMPARED = {
    "statistics": f"entrant, ruleset, {', '.join(COUNTERS)}",
    "ratings": "ruleset, entrant, mu, sigma, ordinal",
    "rating_bands": "ruleset, band, entrants",
    "rated_games": "ruleset, ended_at, game_id, public, entrants",
    "player_games": "player_id, ended_at, game_id, ruleset, public, mu_before, sigma_before, mu, sigma",
}


def switch_builds(pool: AccountsPool, conn: Connection, build: int) -> list[str] | None:
    """Bring the live build and this one to the same versions, compare them, and make this one live.

    Returns the differences in sentences, or None if this build is not running any more. Everything is one transaction
    of `conn`, a connection to the accounts, during which no projector counts. Raises `Unavailable` if a partition has
    moved meanwhile, and psycopg's errors if a database does not answer: the logs of all games must be readable.
    """
    with conn.transaction():
        working = [one.number for one in builds.list_builds(conn, NAME) if one.state != builds.OVER]
        # Builds are always locked in the order of their numbers, so two transactions cannot deadlock.
        states = {number: builds.lock_build(conn, NAME, number) for number in working}
        if states.get(build) != builds.BUILDING:
            return None
        live = next(number for number, state in states.items() if state == builds.LIVE)
        _level_builds(pool, conn, live, build)
        differences = [
            f"{table} {' '.join(map(str, row))}: {what}"
            for table, columns in _COMPARED.items()
            for what, row in _differing_rows(conn, table, columns, live, build)
        ]
        asked = next(one for one in builds.list_builds(conn, NAME) if one.number == build)
        builds.add_progress(conn, asked, "", _count_games(conn, build))
        builds.add_differences(conn, asked, differences)
        builds.end_build(conn, NAME, live)
        builds.end_build(conn, NAME, build, builds.LIVE)
        for table in _COMPARED:
            conn.execute(f"DELETE FROM dobon.{table} WHERE build = %s", (live,))  # noqa: S608 - tables of this module
        checkpoints.delete(conn, checkpoint_name(live))
        return differences


def _level_builds(pool: AccountsPool, conn: Connection, live: int, build: int) -> None:
    """Count in both builds the games that only one has counted, and rate them. Raises `Unavailable`."""
    rows = conn.execute(
        "SELECT game_id, max(version) FROM dobon.progress WHERE name = ANY(%s) GROUP BY game_id HAVING count(*) < 2 OR min(version) < max(version)"
        " ORDER BY game_id",
        ([checkpoint_name(live), checkpoint_name(build)],),
    ).fetchall()
    arrived = all_games.arrivals(pool, conn)
    for database in pool.games.each():
        with database.connection_beside(pool, conn) as log:
            for first in range(0, len(rows), PAGE):
                for one in (live, build):
                    count_locked(conn, log, dict(rows[first : first + PAGE]), one)
    if all_games.arrivals(pool, conn) != arrived:
        raise Unavailable("a partition was moved to another database meanwhile")
    for one in (live, build):
        ratings.rate_pending(conn, one)


def _differing_rows(
    conn: Connection, table: str, columns: str, live: int, build: int
) -> list[tuple[str, tuple[Any, ...]]]:
    """Return rows of one build that are missing from the other."""
    rows = conn.execute(
        f"SELECT 'only in the live build', * FROM (SELECT {columns} FROM dobon.{table} WHERE build = %(live)s"  # noqa: S608 - constants of this module
        f" EXCEPT SELECT {columns} FROM dobon.{table} WHERE build = %(again)s) AS gone"
        f" UNION ALL SELECT 'only in the rebuilt one', * FROM (SELECT {columns} FROM dobon.{table} WHERE build = %(again)s"
        f" EXCEPT SELECT {columns} FROM dobon.{table} WHERE build = %(live)s) AS come ORDER BY 2, 3, 1 LIMIT %(limit)s",
        {"live": live, "again": build, "limit": MAX_DIFFERENCES},
    ).fetchall()
    return [(row[0], row[1:]) for row in rows]


def _count_games(conn: Connection, build: int) -> int:
    row = conn.execute("SELECT count(*) FROM dobon.progress WHERE name = %s", (checkpoint_name(build),)).fetchone()
    assert row is not None
    return int(row[0])


def _begin_or_join(conn: Connection) -> int:
    """Return the number of a new build, or of the one that a server runs already: both may work on it."""
    while True:
        try:
            return builds.begin_build(conn, NAME)
        except Refused:
            for one in builds.list_builds(conn, NAME):
                if one.state == builds.BUILDING:
                    return one.number
            # The other rebuild has ended meanwhile, so a new one can begin.


def rebuild(pool: AccountsPool, report: Callable[[int, int], None] | None = None) -> builds.Build:
    """Rebuild the statistics now and return the build, which is then live.

    `report` is called with the number of finished games and the number of all games when the rebuild began.
    """
    total = closing.count_all_games(pool)
    with pool.connection() as conn:
        number = _begin_or_join(conn)
        done = 0
        for page in all_games.pages_of_games(pool, conn, PAGE):
            for database in set(page.values()):
                with database.connection_beside(pool, conn) as log:
                    count_games(conn, log, [game for game, its in page.items() if its is database], number)
            done += len(page)
            if report is not None:
                report(done, total)
        switch_builds(pool, conn, number)
        return next(one for one in builds.list_builds(conn, NAME) if one.number == number)
