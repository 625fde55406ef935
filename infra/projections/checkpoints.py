"""Checkpoints: the version up to which each projection has read each game."""

from typing import Any

import psycopg

Connection = psycopg.Connection[Any]


def read(conn: Connection, game_id: str, name: str) -> int:
    """Return the checkpoint of a projection in a game; 0 if it has not begun."""
    row = conn.execute(
        "SELECT version FROM dobon.progress WHERE game_id = %s AND name = %s", (game_id, name)
    ).fetchone()
    return 0 if row is None else row[0]


def advance(conn: Connection, game_id: str, name: str, version: int) -> None:
    """Move the checkpoint of a projection in a game forward to this version, never back."""
    conn.execute(
        "INSERT INTO dobon.progress (game_id, name, version) VALUES (%s, %s, %s)"
        " ON CONFLICT (game_id, name) DO UPDATE SET version = greatest(progress.version, excluded.version)",
        (game_id, name, version),
    )


def delete(conn: Connection, name: str) -> None:
    """Delete all checkpoints of a projection, so that it reads every game from the start."""
    conn.execute("DELETE FROM dobon.progress WHERE name = %s", (name,))
