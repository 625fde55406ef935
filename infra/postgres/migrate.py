"""Migrates the tables to the revision of this version of the program.

Alembic is imported only by the functions that use it, because its import takes a sixth of a worker's start.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from infra.postgres.tables.schema import SCHEMA, metadata

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.migration import MigrationContext


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


def current(connection: Connection) -> str | None:
    """Return the revision of the database, or None without tables."""
    return _context(connection).get_current_revision()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Apply the missing revisions up to `revision`, all or none. The connection acts as the owner of the tables."""
    from alembic import command

    command.upgrade(_config(connection), revision)


def downgrade(connection: Connection, revision: str) -> None:
    """Revert revisions down to `revision` ("base": all). Data that only they can hold are lost."""
    from alembic import command

    command.downgrade(_config(connection), revision)


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
