"""How far each projection has read each game."""

from typing import Any

import psycopg

Connection = psycopg.Connection[Any]


def read(conn: Connection, game_id: str, name: str) -> int:
    """The version up to which the projection has read the game; 0 where it has not begun."""
    row = conn.execute(
        "SELECT version FROM dobon.progress WHERE game_id = %s AND name = %s", (game_id, name)
    ).fetchone()
    return 0 if row is None else row[0]


def advance(conn: Connection, game_id: str, name: str, version: int) -> None:
    """The projection has read the game up to this version."""
    conn.execute(
        "INSERT INTO dobon.progress (game_id, name, version) VALUES (%s, %s, %s)"
        " ON CONFLICT (game_id, name) DO UPDATE SET version = greatest(progress.version, excluded.version)",
        (game_id, name, version),
    )


def delete(conn: Connection, name: str) -> None:
    """The projection is to begin again with every game."""
    conn.execute("DELETE FROM dobon.progress WHERE name = %s", (name,))
