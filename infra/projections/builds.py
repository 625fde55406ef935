"""Builds of projections: the live one, and the one that a rebuild fills.

A build is a number in the key of the rows. A rebuild fills another build from the logs while the live one continues.
Then both are brought to the same versions and compared, and the new one becomes the live one.
"""

from dataclasses import dataclass
from typing import Any

import psycopg

from domain.log.errors import Refused
from domain.log.moments import Moment
from infra.clock import now

Connection = psycopg.Connection[Any]

BUILDING = "building"
LIVE = "live"
OVER = "over"


@dataclass(frozen=True, slots=True)
class Build:
    """One build of a projection."""

    name: str
    number: int
    state: str
    last_game: str
    "The id of the last rebuilt game; for statistics the places of the databases whose games are counted, with commas."
    games: int
    "The number of rebuilt games."
    differences: int
    first_difference: str | None
    started_at: Moment | None
    "None for the initial build, which no admin requested."
    ended_at: Moment | None


_COLUMNS = "name, build, state, upto, games, differences, first_difference, started_at, ended_at"
_BEGIN = """
INSERT INTO dobon.projections (name, build, state, upto, started_at)
SELECT %s, coalesce(max(build), 0) + 1, 'building', '', %s FROM dobon.projections WHERE name = %s
RETURNING build"""


def list_builds(conn: Connection, name: str) -> list[Build]:
    """Return the builds of a projection, oldest first."""
    rows = conn.execute(f"SELECT {_COLUMNS} FROM dobon.projections WHERE name = %s ORDER BY build", (name,))  # noqa: S608 - a constant of this module
    return [Build(*row) for row in rows]


def active_builds(conn: Connection) -> list[Build]:
    """Return live builds and running rebuilds."""
    rows = conn.execute(f"SELECT {_COLUMNS} FROM dobon.projections WHERE state <> 'over' ORDER BY name, build")  # noqa: S608
    return [Build(*row) for row in rows]


def begin_build(conn: Connection, name: str) -> int:
    """Insert a new build and return its number. Raises `Refused("rebuild-running")` if another one is running."""
    try:
        row = conn.execute(_BEGIN, (name, now(), name)).fetchone()
    except psycopg.errors.UniqueViolation:
        raise Refused(
            "rebuild-running", "This projection is being rebuilt already; GET /v1/admin/projections shows the progress."
        ) from None
    assert row is not None
    return int(row[0])


def lock_build(conn: Connection, name: str, number: int) -> str | None:
    """Lock a build until the transaction ends and return its state, or None if it does not exist.

    A projector locks the build before it writes, so the checkpoint of a game and its rows change together.
    """
    row = conn.execute(
        "SELECT state FROM dobon.projections WHERE name = %s AND build = %s FOR UPDATE", (name, number)
    ).fetchone()
    return None if row is None else str(row[0])


def add_progress(conn: Connection, build: Build, last_game: str, games: int) -> None:
    """Record further rebuilt games."""
    conn.execute(
        "UPDATE dobon.projections SET upto = %s, games = games + %s WHERE name = %s AND build = %s",
        (last_game, games, build.name, build.number),
    )


def add_differences(conn: Connection, build: Build, differences: list[str]) -> None:
    """Record differences from the live rows, if there are any."""
    if differences:
        conn.execute(
            "UPDATE dobon.projections SET differences = differences + %s,"
            " first_difference = coalesce(first_difference, %s) WHERE name = %s AND build = %s",
            (len(differences), differences[0], build.name, build.number),
        )


def add_counted(conn: Connection, build: Build, place: int) -> None:
    """Record that all games of the database at a place are counted in a rebuild of the statistics."""
    if str(place) not in build.last_game.split(","):
        conn.execute(
            "UPDATE dobon.projections SET upto = concat_ws(',', nullif(upto, ''), %(place)s::text)"
            " WHERE name = %(name)s AND build = %(build)s AND NOT %(place)s::text = ANY(string_to_array(upto, ','))",
            {"place": str(place), "name": build.name, "build": build.number},
        )


def has_counted(build: Build, count: int) -> bool:
    """Tell whether a rebuild of the statistics has counted the games of all `count` databases."""
    return {str(place) for place in range(count)} <= set(build.last_game.split(","))


def end_build(conn: Connection, name: str, number: int, state: str = OVER) -> None:
    """End a build: it becomes obsolete (`OVER`), or the live one."""
    conn.execute(
        "UPDATE dobon.projections SET state = %s, ended_at = %s WHERE name = %s AND build = %s",
        (state, now(), name, number),
    )
