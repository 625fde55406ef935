"""Reads events of many games in one query, for projections that are behind in many games.

Rows are not decoded, so that one event that cannot be decoded fails only its own game.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import psycopg

from domain.log.moments import Moment

Row = tuple[int, str, int, str, Moment, str]
"""The columns of an event that `store.event` decodes."""


def rows_of_types(
    conn: psycopg.Connection[Any], games: Mapping[str, tuple[int, int]], types: Sequence[str]
) -> dict[str, list[Row]]:
    """Return the rows of these types up to one version of each game, and all rows from there to another, in order."""
    rows = conn.execute(
        "SELECT game.id, found.* FROM unnest(%s::uuid[], %s::int4[], %s::int4[]) AS game (id, after, upto)"
        " CROSS JOIN LATERAL ("
        " SELECT version, type, schema, body, at, digest FROM dobon.events"
        " WHERE game_id = game.id AND version <= game.upto AND (version > game.after OR type = ANY(%s)) ORDER BY version"
        ") AS found ORDER BY game.id, found.version",
        (list(games), [after for after, _ in games.values()], [upto for _, upto in games.values()], list(types)),
    )
    return _by_game(rows)


def rows_of_versions(conn: psycopg.Connection[Any], games: Mapping[str, Sequence[int]]) -> dict[str, list[Row]]:
    """Return the rows of these versions of each game, each once and in order, as `rows_of_types` does."""
    wanted = [(game, version) for game, versions in games.items() for version in sorted({*versions})]
    rows = conn.execute(
        "SELECT events.game_id, events.version, type, schema, body, at, digest"
        " FROM unnest(%s::uuid[], %s::int4[]) AS wanted (game_id, version) JOIN dobon.events USING (game_id, version)"
        " ORDER BY events.game_id, events.version",
        ([game for game, _ in wanted], [version for _, version in wanted]),
    )
    return _by_game(rows)


def rows_between(conn: psycopg.Connection[Any], games: Mapping[str, tuple[int, int]]) -> dict[str, list[Row]]:
    """Return the rows after one version and up to another of each game, in order, as `rows_of_types` does."""
    rows = conn.execute(
        "SELECT game.id, found.* FROM unnest(%s::uuid[], %s::int4[], %s::int4[]) AS game (id, after, upto)"
        " CROSS JOIN LATERAL ("
        " SELECT version, type, schema, body, at, digest FROM dobon.events"
        " WHERE game_id = game.id AND version > game.after AND version <= game.upto ORDER BY version"
        ") AS found ORDER BY game.id, found.version",
        (list(games), [after for after, _ in games.values()], [upto for _, upto in games.values()]),
    )
    return {game: [] for game in games} | _by_game(rows)


def _by_game(rows: Iterable[tuple[Any, ...]]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for game, *row in rows:
        found.setdefault(game, []).append(tuple(row))
    return found
