"""Migrates the tables to the revision of this version of the program.

Alembic is imported only by the functions that use it, because its import takes a sixth of a worker's start.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, text

from infra.postgres import functions
from infra.postgres.tables.schema import SCHEMA, metadata
from infra.settings import StartError

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.migration import MigrationContext


class CannotDowngrade(StartError):
    """A revision should have been reverted."""


def _config(connection: Connection | None = None) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations"))
    config.attributes["connection"] = connection
    return config


def newest() -> str | None:
    """Return the newest revision that this version of the program knows."""
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_config()).get_current_head()


def is_known(revision: str) -> bool:
    """Tell whether this version of the program has a revision. Alembic would also take the beginning of its name."""
    from alembic.script import ScriptDirectory

    return any(script.revision == revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def current(connection: Connection) -> str | None:
    """Return the revision of the database, or None without tables."""
    return _context(connection).get_current_revision()


def upgrade(connection: Connection) -> None:
    """Apply the missing revisions and replace the functions, in the caller's transaction, so all or none.

    The connection acts as the owner of the tables.
    """
    from alembic import command

    connection.execute(text("SELECT"))  # begins the transaction, so that Alembic does not commit
    command.upgrade(_config(connection), "head")
    driver = connection.connection.driver_connection
    assert driver is not None
    functions.replace(driver)


def refuse_downgrade() -> None:
    """Refuse to revert a revision. Raises `CannotDowngrade`, so the whole transaction has no effect.

    The functions of the earlier version would be missing, and data that only the later tables can hold would be lost.
    """
    raise CannotDowngrade("Tables are not reverted to an earlier version. Restore a backup that this version has made.")


def differences(connection: Connection) -> list[Any]:
    """Return Alembic's differences between the database and `infra.postgres.tables`; empty if they agree."""
    from alembic.autogenerate import compare_metadata

    return list(compare_metadata(_context(connection), metadata))


def _context(connection: Connection) -> "MigrationContext":
    from alembic.migration import MigrationContext

    options = {"version_table_schema": SCHEMA, "include_schemas": True, "include_name": _is_ours}
    return MigrationContext.configure(connection, opts=options)


def _is_ours(name: str | None, kind: str, _parents: object) -> bool:
    return kind != "schema" or name == SCHEMA
