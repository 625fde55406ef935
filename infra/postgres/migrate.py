"""Brings the tables to the shape that this version of the program knows."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from infra.postgres.tables import SCHEMA, metadata


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations"))
    config.attributes["connection"] = connection
    return config


def newest() -> str | None:
    """The revision that this version of the program knows as the newest."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def current(connection: Connection) -> str | None:
    """The revision that the database is at; none when it has no tables yet."""
    return _context(connection).get_current_revision()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Apply what is missing up to `revision`, all of it or nothing. The connection acts as the owner of the tables."""
    command.upgrade(_config(connection), revision)


def downgrade(connection: Connection, revision: str) -> None:
    """Take revisions back, down to `revision` ("base": all). What only they could hold is lost."""
    command.downgrade(_config(connection), revision)


def differences(connection: Connection) -> list[Any]:
    """What Alembic finds different between the database and `infra.postgres.tables`; empty when both say the same."""
    return list(compare_metadata(_context(connection), metadata))


def _context(connection: Connection) -> MigrationContext:
    options = {"version_table_schema": SCHEMA, "include_schemas": True, "include_name": _is_ours}
    return MigrationContext.configure(connection, opts=options)


def _is_ours(name: str | None, kind: str, _parents: object) -> bool:
    return kind != "schema" or name == SCHEMA
