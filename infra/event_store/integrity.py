"""All logs checked, one after another."""

from collections.abc import Iterator

from infra.postgres.bootstrap import Pool
from infra.postgres.retry import reading
from infra.projections.follower import FIRST
from infra.queries import history
from infra.queries.history import Integrity

PAGE = 100
"""Games looked up at once."""


def all_games(pool: Pool, after: str | None = None, limit: int | None = None) -> Iterator[tuple[str, Integrity]]:
    """Each game and what came of its check, in the order of their ids from the one after `after` on. Raises `Unavailable`."""
    place, left = after or FIRST, limit
    statement = "SELECT id FROM dobon.games WHERE id > %s::uuid ORDER BY id LIMIT %s"
    while left is None or left > 0:
        size = PAGE if left is None else min(PAGE, left)
        values = (place, size)
        page = reading(pool, lambda conn, values=values: conn.execute(statement, values).fetchall())  # type: ignore[misc]
        for (game_id,) in page:
            yield game_id, history.integrity(pool, game_id)
            place = game_id
        if len(page) < size:
            return
        left = None if left is None else left - size


def remaining(pool: Pool, after: str | None) -> int:
    """How many games come after this one; all of them without one."""
    statement = "SELECT count(*) FROM dobon.games WHERE id > %s::uuid"
    row = reading(pool, lambda conn: conn.execute(statement, (after or FIRST,)).fetchone())
    assert row is not None
    return int(row[0])
