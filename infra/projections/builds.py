"""Builds of projections: the one that is read, and the one that is made beside it.

A build is a number in the key of the rows. Making a projection again fills another build from the logs while the live one goes on; then both are
brought to the same versions, compared, and the new one is read from then on.
"""

from dataclasses import dataclass
from typing import Any

import psycopg

from domain.errors import Refused
from domain.moments import Moment
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
    "Id of the last game that was made again, where that goes game by game."
    games: int
    "How many were made again."
    differences: int
    first_difference: str | None
    started_at: Moment | None
    "None for the first one of all, which nobody asked for."
    ended_at: Moment | None


_COLUMNS = "name, build, state, upto, games, differences, first_difference, started_at, ended_at"
_BEGIN = """
INSERT INTO dobon.projections (name, build, state, upto, started_at)
SELECT %s, coalesce(max(build), 0) + 1, 'building', '', %s FROM dobon.projections WHERE name = %s
RETURNING build"""


def list_builds(conn: Connection, name: str) -> list[Build]:
    """The builds of a projection, oldest first."""
    rows = conn.execute(f"SELECT {_COLUMNS} FROM dobon.projections WHERE name = %s ORDER BY build", (name,))  # noqa: S608 - a constant of this module
    return [Build(*row) for row in rows]


def active_builds(conn: Connection) -> list[Build]:
    """Live builds, and those that are being made."""
    rows = conn.execute(f"SELECT {_COLUMNS} FROM dobon.projections WHERE state <> 'over' ORDER BY name, build")  # noqa: S608
    return [Build(*row) for row in rows]


def begin_build(conn: Connection, name: str) -> int:
    """A new build, to be filled. Raises `Refused("rebuild-running")` while another is."""
    try:
        row = conn.execute(_BEGIN, (name, now(), name)).fetchone()
    except psycopg.errors.UniqueViolation:
        raise Refused("rebuild-running", "It is being made again already; see GET /v1/admin/projections.") from None
    assert row is not None
    return int(row[0])


def lock_build(conn: Connection, name: str, number: int) -> str | None:
    """The state of a build, which stays as it is until the transaction ends; None where there is no such build.

    Whoever writes to a build holds it: so what has been read of a game and what was made of it are always moved on together, by one at a time.
    """
    row = conn.execute(
        "SELECT state FROM dobon.projections WHERE name = %s AND build = %s FOR UPDATE", (name, number)
    ).fetchone()
    return None if row is None else str(row[0])


def add_progress(conn: Connection, build: Build, last_game: str, games: int, differences: list[str]) -> None:
    """So much more was made again."""
    first = differences[0] if differences else None
    conn.execute(
        "UPDATE dobon.projections SET upto = %s, games = games + %s, differences = differences + %s,"
        " first_difference = coalesce(first_difference, %s) WHERE name = %s AND build = %s",
        (last_game, games, len(differences), first, build.name, build.number),
    )


def end_build(conn: Connection, name: str, number: int, state: str = OVER) -> None:
    """Done with a build: it is over, or it is the live one from now on."""
    conn.execute(
        "UPDATE dobon.projections SET state = %s, ended_at = %s WHERE name = %s AND build = %s",
        (state, now(), name, number),
    )
