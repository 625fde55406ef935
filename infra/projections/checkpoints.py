"""Checkpoints: the version up to which each projection has read each game."""

from collections.abc import Mapping, Sequence
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


def versions(conn: Connection, name: str, games: Sequence[str]) -> dict[str, int]:
    """Return the checkpoints of a projection in these games, without those in which it has not begun."""
    rows = conn.execute(
        "SELECT game_id, version FROM dobon.progress WHERE game_id = ANY(%s::uuid[]) AND name = %s", (list(games), name)
    )
    return dict(rows.fetchall())


_MOVE = """
INSERT INTO dobon.progress (game_id, name, version)
SELECT game.id, %(name)s, game.version FROM unnest(%(games)s::uuid[], %(upto)s::int4[]) AS game (id, version) ORDER BY game.id
ON CONFLICT (game_id, name) DO UPDATE SET version = excluded.version
WHERE progress.version = (%(last)s::int4[])[array_position(%(games)s::uuid[], progress.game_id)]
RETURNING game_id"""


def move(conn: Connection, name: str, last: Mapping[str, int], upto: Mapping[str, int]) -> set[str]:
    """Move checkpoints of a projection, and return the games whose checkpoint still was at the version in `last`.

    In a transaction of the caller nobody else can move these, so what is between both versions is read once.
    """
    values = {"name": name, "games": list(upto), "upto": list(upto.values()), "last": [last[game] for game in upto]}
    return {row[0] for row in conn.execute(_MOVE, values)}


def delete(conn: Connection, name: str) -> None:
    """Delete all checkpoints of a projection, so that it reads every game from the start."""
    conn.execute("DELETE FROM dobon.progress WHERE name = %s", (name,))
