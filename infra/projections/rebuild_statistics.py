"""The statistics once more from the logs: filled beside the live ones, compared with them, and read in their place."""

from collections.abc import Callable
from typing import Any

import psycopg

from domain.errors import Refused
from infra.postgres.pool import Pool
from infra.projections import builds, checkpoints, ratings
from infra.projections.statistics import NAME, counted, owed, reading_as, try_to_count

SHOWN = 100
"""Differences that are named one by one."""

Connection = psycopg.Connection[Any]

_COMPARED = {
    "statistics": "entrant, ruleset, games, games_won, rounds, wins, losses, points, calls, called, countered, false_calls",
    "ratings": "ruleset, entrant, mu, sigma, ordinal",
    "rated_games": "ruleset, ended_at, game_id, entrants",
}


def switch(conn: Connection, build: int) -> list[str] | None:
    """Bring the live build and this one to the same versions, compare them, and read this one from now on.

    Gives the differences, in sentences; None where that is done already. All of it is one transaction, and while it runs nobody counts.
    """
    with conn.transaction():
        working = [one.number for one in builds.all_of(conn, NAME) if one.state != builds.OVER]
        # In the order of their numbers, as everybody does who holds two.
        states = {number: builds.hold(conn, NAME, number) for number in working}
        if states.get(build) != builds.BUILDING:
            return None
        live = next(number for number, state in states.items() if state == builds.LIVE)
        _level(conn, live, build)
        differences = [
            f"{table} {' '.join(map(str, row))}: {what}"
            for table, columns in _COMPARED.items()
            for what, row in _different(conn, table, columns, live, build)
        ]
        asked = next(one for one in builds.all_of(conn, NAME) if one.number == build)
        builds.went_on(conn, asked, "", _games(conn, build), differences)
        builds.end(conn, NAME, live)
        builds.end(conn, NAME, build, builds.LIVE)
        for table in _COMPARED:
            conn.execute(f"DELETE FROM dobon.{table} WHERE build = %s", (live,))  # noqa: S608 - tables of this module
        checkpoints.forget(conn, reading_as(live))
        return differences


def _level(conn: Connection, live: int, build: int) -> None:
    """Count in both what only one of them has counted, and rate it."""
    rows = conn.execute(
        "SELECT game_id FROM dobon.progress WHERE name = ANY(%s) GROUP BY game_id HAVING count(*) < 2 OR min(version) < max(version)"
        " ORDER BY game_id",
        ([reading_as(live), reading_as(build)],),
    ).fetchall()
    for (game_id,) in rows:
        upto = owed(conn, game_id, 0)
        assert upto is not None  # somebody has counted something
        counted(conn, game_id, live, upto)
        counted(conn, game_id, build, upto)
    for one in (live, build):
        ratings.settle(conn, one)


def _different(conn: Connection, table: str, columns: str, live: int, build: int) -> list[tuple[str, tuple[Any, ...]]]:
    """Rows of one build that are not in the other."""
    rows = conn.execute(
        f"SELECT 'only in the live one', * FROM (SELECT {columns} FROM dobon.{table} WHERE build = %(live)s"  # noqa: S608 - constants of this module
        f" EXCEPT SELECT {columns} FROM dobon.{table} WHERE build = %(again)s) AS gone"
        f" UNION ALL SELECT 'only in the one made again', * FROM (SELECT {columns} FROM dobon.{table} WHERE build = %(again)s"
        f" EXCEPT SELECT {columns} FROM dobon.{table} WHERE build = %(live)s) AS come ORDER BY 2, 3, 1 LIMIT %(limit)s",
        {"live": live, "again": build, "limit": SHOWN},
    ).fetchall()
    return [(row[0], row[1:]) for row in rows]


def _games(conn: Connection, build: int) -> int:
    row = conn.execute("SELECT count(*) FROM dobon.progress WHERE name = %s", (reading_as(build),)).fetchone()
    assert row is not None
    return int(row[0])


def rebuild(pool: Pool, told: Callable[[int, int], None] | None = None) -> builds.Build:
    """Do all of it now; `told` hears how many games are done, and how many there are. Gives the build, which is the live one then."""
    with pool.connection() as conn:
        try:
            number = builds.begin(conn, NAME)
        except Refused:
            # One that a server is at already: both may work at it.
            number = next(one.number for one in builds.all_of(conn, NAME) if one.state == builds.BUILDING)
        ids = [row[0] for row in conn.execute("SELECT id FROM dobon.games ORDER BY id")]
        for done, game_id in enumerate(ids, 1):
            try_to_count(conn, game_id, number)
            if told is not None:
                told(done, len(ids))
        switch(conn, number)
        return next(one for one in builds.all_of(conn, NAME) if one.number == number)
