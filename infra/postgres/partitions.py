"""Partitions of games: 64, by the first six bits of the id. A database owns some of them, or all.

A database that is alone owns all. If the games are spread over several databases (shards), each partition is owned by
one of them. A shard refuses calls for games of other partitions, so a router with an old map can neither write nor read
there. Rows of a partition that is not owned are copies that arrive, or remains that will be deleted.
"""

from uuid import UUID

import psycopg

from infra.postgres.tables import GAME_TABLES
from infra.postgres.tables.schema import APP_ROLE, SCHEMA

PARTITIONS = 64
"""The number of partitions, which never changes."""

_SHIFT = 128 - 6

ROUTES = "dobon_games"
"""The foreign server of a router, with the address of each partition."""

NOT_OWNED = "DB064"
"""SQLSTATE of a call for a game whose partition the database does not own. It had no effect."""

LOCK_KEY = 0x646F62
"""First key of the advisory locks on partitions; the second one is the number of the partition."""

PARTITION_OF = f"""
CREATE OR REPLACE FUNCTION {SCHEMA}.partition_of(game uuid) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $body$ SELECT pg_catalog.get_byte(pg_catalog.uuid_send(game), 0) >> 2 $body$"""
"""Creates the function that gives the partition of a game, as `partition_of` does."""

_REFUSE = f"""    IF NOT EXISTS (SELECT FROM dobon.partitions AS part WHERE part.number = get_byte(uuid_send(game), 0) >> 2 AND part.owned) THEN
        RAISE EXCEPTION 'this database does not own the partition of game %', game USING ERRCODE = '{NOT_OWNED}';
    END IF;
"""

CHECK_OWNED = _REFUSE
"""First statements of a function that reads a game."""

# The lock is held until the commit. So a move waits for the calls that have passed the check, and later calls wait for
# the move and then see its result, because each statement of a function has a snapshot of its own.
LOCK_OWNED = f"    IF pg_advisory_xact_lock_shared({LOCK_KEY}, get_byte(uuid_send(game), 0) >> 2) IS NULL THEN END IF;\n{_REFUSE}"
"""First statements of a function that writes."""

ID_COLUMNS = {table.name: next(iter(table.primary_key.columns)).name for table in GAME_TABLES}
"""Tables with rows of games, and the column with the id of the game. Their rows move with the partition."""

OF_SHARD = "name = 'folds'"
"""Condition on rows of `progress` that are in the database of the game; the others are in that of the accounts."""


def partition_of(game: str) -> int:
    """Return the partition of a game."""
    return UUID(game).int >> _SHIFT


def bounds(partition: int) -> tuple[str, str]:
    """Return the lowest and the highest id of a partition."""
    return str(UUID(int=partition << _SHIFT)), str(UUID(int=((partition + 1) << _SHIFT) - 1))


def is_not_owned(failure: BaseException) -> bool:
    """Tell whether a database has refused a call because it does not own the partition of the game."""
    return isinstance(failure, psycopg.Error) and failure.diag.sqlstate == NOT_OWNED


def policies() -> list[str]:
    """Return statements that create the policies of tables with games. They hold once row security is enabled.

    The application then finds no rows of partitions that the database does not own.
    """
    owned = f"ANY (ARRAY(SELECT number FROM {SCHEMA}.partitions WHERE owned))"  # noqa: S608 - a constant
    conditions = {table: f"{SCHEMA}.partition_of({column}) = {owned}" for table, column in ID_COLUMNS.items()}
    conditions["progress"] = f"NOT ({OF_SHARD}) OR {conditions['progress']}"
    conditions["closed_games"] = f"partition = {owned}"
    return [
        f"CREATE POLICY owned ON {SCHEMA}.{table} FOR ALL TO {APP_ROLE} USING ({condition})"
        for table, condition in conditions.items()
    ]
