"""Checkpoints: the version up to which each projection has read each game."""

from collections.abc import Mapping
from typing import Any

import psycopg

Connection = psycopg.Connection[Any]


def read(conn: Connection, game_id: str, name: str) -> int:
    """Return the checkpoint of a projection in a game; 0 if it has not begun."""
    row = conn.execute(
        "SELECT version FROM dobon.progress WHERE game_id = %s AND name = %s", (game_id, name)
    ).fetchone()
    return 0 if row is None else row[0]


def advance(conn: Connection, name: str, versions: Mapping[str, int]) -> None:
    """Move the checkpoints of a projection in these games forward to their versions, never back."""
    conn.execute(
        "INSERT INTO dobon.progress (game_id, name, version)"
        " SELECT game.id, %s, game.version FROM unnest(%s::uuid[], %s::int4[]) AS game (id, version)"
        " ON CONFLICT (game_id, name) DO UPDATE SET version = greatest(progress.version, excluded.version)",
        (name, list(versions), list(versions.values())),
    )


def delete(conn: Connection, name: str) -> None:
    """Delete all checkpoints of a projection, so that it reads every game from the start."""
    conn.execute("DELETE FROM dobon.progress WHERE name = %s", (name,))
