"""Damages a database as a faulty disk does."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from infra.postgres.cluster import Cluster

BLOCK = 8192
"""The size of a page in bytes."""


def page_of_one_game(conn: psycopg.Connection[Any], game: str) -> int:
    """Return the number of a page that holds events of this game and of no other one.

    It is the fullest of them, because Postgres would choose a page with free space for new events of other games.
    """
    row = conn.execute(
        "SELECT block FROM (SELECT (ctid::text::point)[0]::int AS block, game_id, pg_column_size(e) AS size FROM dobon.events AS e)"
        " AS places GROUP BY block HAVING bool_and(game_id = %s) ORDER BY sum(size) DESC, block LIMIT 1",
        (game,),
    ).fetchone()
    assert row is not None
    return int(row[0])


def page_of_row(conn: psycopg.Connection[Any], game: str) -> int:
    """Return the number of the page that holds the row of a game."""
    row = conn.execute("SELECT (ctid::text::point)[0]::int FROM dobon.games WHERE id = %s", (game,)).fetchone()
    assert row is not None
    return int(row[0])


def path_of(server: Cluster, conn: psycopg.Connection[Any], table: str) -> Path:
    """Return the file of a table."""
    row = conn.execute("SELECT pg_relation_filepath(%s)", (table,)).fetchone()
    assert row is not None
    return server.data / str(row[0])


@contextmanager
def damaged_page(server: Cluster, path: Path, block: int) -> Iterator[None]:
    """Damage a page of a file within this context; the server is restarted before and after."""
    server.stop()
    with path.open("r+b") as file:
        file.seek(block * BLOCK + BLOCK // 2)
        before = file.read(64)
        file.seek(-64, 1)
        file.write(bytes(byte ^ 0xFF for byte in before))
    server.start()
    try:
        yield
    finally:
        server.stop()
        with path.open("r+b") as file:
            file.seek(block * BLOCK + BLOCK // 2)
            file.write(before)
        server.start()
