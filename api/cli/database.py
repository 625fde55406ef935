"""`dobon database` and `dobon migrate`: settings for PostgreSQL's own programs, and preparing the database without
serving.
"""

import shlex

from infra.databases.preparation import prepare
from infra.postgres.binaries import PostgresUnavailable
from infra.postgres.bootstrap import DatabaseUnusable, client_environment
from infra.settings import Settings


def show_database(settings: Settings) -> int:
    """Print shell assignments for `eval "$(dobon database)"`, with which psql and pg_dump reach the database as its
    owner.
    """
    try:
        found = client_environment(settings)
    except PostgresUnavailable as error:
        print(f"echo {shlex.quote(str(error))} >&2; false")
        return 1
    for name, value in found.items():
        print(f"export {name}={shlex.quote(value)}" + (':"$PATH"' if name == "PATH" else ""))
    return 0


def migrate_database(settings: Settings) -> int:
    """Create missing roles and tables and run the migrations. Return the exit code."""
    try:
        prepare(settings)
    except DatabaseUnusable as error:
        print(error)
        return 1
    print("The database is ready for this version.")
    return 0
