"""What a running server asks the database again and again: has it the tables of this version, and how far are the games that are watched?"""

from collections.abc import Sequence

from infra.database import Pool
from infra.outage import reading


def revision(pool: Pool) -> str | None:
    """The migration that the tables are at. Raises `Unavailable`."""
    row = reading(pool, lambda conn: conn.execute("SELECT version_num FROM dobon.alembic_version").fetchone())
    return None if row is None else str(row[0])


def versions(pool: Pool, games: Sequence[str]) -> dict[str, int]:
    """The newest version of each of these games; an unknown one has no entry. Raises `Unavailable`."""
    statement = "SELECT id, version FROM dobon.games WHERE id = ANY(%s::uuid[]) ORDER BY id"
    return dict(reading(pool, lambda conn: conn.execute(statement, [list(games)]).fetchall()))
