"""Partitions of games: 64, by the first six bits of the id. A database owns some of them, or all.

A database that is alone owns all. If the games are spread over several databases, each partition is owned by one of
them. A database refuses calls for games of other partitions, so a router with an old map can neither write nor read
there. Rows of a partition that is not owned are copies that arrive, or remains that will be deleted.
"""

from typing import Any
from uuid import UUID

import psycopg

from infra.postgres.tables import GAME_TABLES

PARTITIONS = 64
"""The number of partitions, which never changes."""

_SHIFT = 128 - 6

ROUTES = "dobon_games"
"""The foreign server of a router, with the address of each partition."""

NOT_OWNED = "DB064"
"""SQLSTATE of a call for a game whose partition the database does not own (`check_owned`). It had no effect."""

LOCK_KEY = 0x646F62
"""First key of the advisory locks on partitions (`lock_owned`); the second one is the number of the partition."""

ID_COLUMNS = {table.name: next(iter(table.primary_key.columns)).name for table in GAME_TABLES}
"""Tables with rows of games, and the column with the id of the game. Their rows move with the partition."""

_OWNED = "SELECT number FROM dobon.partitions WHERE owned ORDER BY number"


def partition_of(game: str) -> int:
    """Return the partition of a game, as the function of the same name in the database."""
    return UUID(game).int >> _SHIFT


def bounds(partition: int) -> tuple[str, str]:
    """Return the lowest and the highest id of a partition."""
    return str(UUID(int=partition << _SHIFT)), str(UUID(int=((partition + 1) << _SHIFT) - 1))


def owned_partitions(conn: psycopg.Connection[Any]) -> list[int]:
    """Return the partitions that a database owns, in ascending order."""
    return [number for (number,) in conn.execute(_OWNED)]


def is_not_owned(failure: BaseException) -> bool:
    """Tell whether a database has refused a call because it does not own the partition of the game."""
    return isinstance(failure, psycopg.Error) and failure.diag.sqlstate == NOT_OWNED
