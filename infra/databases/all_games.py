"""All games of all databases, in the order of their ids.

A partition that is on its way from one database to another is in none of them for a moment. What must not leave a game
out waits for it.
"""

from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

import psycopg

from domain.log.identifiers import LOWEST_ID
from infra.databases.pool import AccountsPool
from infra.postgres.partitions import PARTITIONS
from infra.postgres.pool import Pool
from infra.postgres.retry import MOVE_PAUSE_SECONDS, MOVE_SECONDS, Unavailable

Connection = psycopg.Connection[Any]

_NEXT = """
SELECT ARRAY(SELECT number::int4 FROM dobon.partitions WHERE owned),
    ARRAY(SELECT games.id::text FROM dobon.games WHERE games.id > %s::uuid ORDER BY games.id LIMIT %s)"""

_OWNED = (
    "SELECT ARRAY(SELECT number::int4 FROM dobon.partitions WHERE owned), sum(arrivals)::int8 FROM dobon.partitions"
)


def next_games(pool: AccountsPool, conn: Connection, after: str, size: int) -> dict[str, Pool]:
    """Return the next games after an id in order, at most `size`, each with the database that it is in.

    `conn` is a connection to the accounts. Raises `Unavailable` while a partition has no database.
    """
    end = monotonic() + MOVE_SECONDS
    while True:
        owned: set[int] = set()
        found: dict[str, Pool] = {}
        for database in pool.games.each():
            with database.connection_beside(pool, conn) as log:
                row = log.execute(_NEXT, (after, size)).fetchone()
            assert row is not None
            owned.update(row[0])
            found |= dict.fromkeys(row[1], database)
        if len(owned) == PARTITIONS:
            return {game: found[game] for game in sorted(found)[:size]}
        if monotonic() > end:
            raise _moving()
        sleep(MOVE_PAUSE_SECONDS)


def pages_of_games(pool: AccountsPool, conn: Connection, size: int) -> Iterator[dict[str, Pool]]:
    """Yield all games in pages, as `next_games` does. Raises `Unavailable`."""
    last = LOWEST_ID
    while True:
        page = next_games(pool, conn, last, size)
        if page:
            yield page
            last = max(page)
        if len(page) < size:
            return


def arrivals(pool: AccountsPool, conn: Connection) -> int:
    """Return how often partitions have arrived in any database; each of them is in one now.

    If the number is the same before and after a work, no partition has moved meanwhile. `conn` is a connection to the
    accounts. Raises `Unavailable` while a partition has no database.
    """
    owned: set[int] = set()
    arrived = 0
    for database in pool.games.each():
        with database.connection_beside(pool, conn) as log:
            row = log.execute(_OWNED).fetchone()
        assert row is not None
        owned.update(row[0])
        arrived += row[1]
    if len(owned) < PARTITIONS:
        raise _moving()
    return arrived


def _moving() -> Unavailable:
    return Unavailable("a partition is being moved to another database")
