"""Prepares the database: starts the embedded server, creates roles, database and schema, runs the migrations."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import sqlalchemy
from alembic.util import CommandError
from psycopg import errors, sql

from infra.postgres import migrate
from infra.postgres.binaries import find_binaries
from infra.postgres.tables.schema import APP_ROLE, OWNER_ROLE, SCHEMA
from infra.postgres.urls import (
    DATABASE,
    application_url,
    cluster,
    owner_account_url,
    owner_url,
)
from infra.settings import Settings, StartError

PREPARE_LOCK = 0x646F626F6F
"""Key of the advisory lock under which roles and schema are created."""

EMBEDDED_ATTEMPTS = 5
"""How often the embedded server is started while another process stops it."""

LEAVING_SECONDS = 2.0
"""Time in which the server notices that a process has ended, also on a busy machine."""


OTHER_DIRECTORY = "Use another --data-dir, or delete that directory."
"""What to do about a data directory of an unreleased commit."""


class DatabaseUnusable(StartError):
    """The database cannot be used as it is. The message names a remedy."""


class UnreleasedTables(DatabaseUnusable):
    """The tables were made by a commit before the first release, whose revisions this version does not have."""

    def __init__(self, place: str, revision: str, remedy: str) -> None:
        super().__init__(
            f"{place} was made by an unreleased commit of this program (tables of revision {revision}), and this version"
            f" cannot use it. {remedy}"
        )
        self.revision = revision


def prepare_accounts(settings: Settings) -> None:
    """Prepare the database of the accounts, which has all tables. Starts the embedded server without an address.

    Raises `DatabaseUnusable`, `PostgresUnavailable` and psycopg's `OperationalError`.
    """
    if settings.database_url is None:
        _prepare_embedded(settings)
    else:
        prepare_database(settings, owner_account_url(settings), application_url(settings))


def _prepare_embedded(settings: Settings) -> None:
    """Start the embedded server and prepare its database. Stop the server if the database cannot be used.

    Another process that ends may stop the server meanwhile, because it did not see this one yet; then again.
    """
    for last in (*[False] * (EMBEDDED_ATTEMPTS - 1), True):
        cluster(settings).start()
        try:
            return prepare_database(settings, owner_account_url(settings), application_url(settings))
        except DatabaseUnusable:
            stop_if_unused(settings)  # its directory may be deleted
            raise
        except psycopg.OperationalError:
            if last:
                raise
    return None


def prepare_database(settings: Settings, account_url: str, url: str) -> None:
    """Create missing roles, database and schema, if the account may do so, and run the migrations as the owner.

    `url` is the address for the application. Any number of processes may do this at once. Raises `DatabaseUnusable` and
    psycopg's `OperationalError`.
    """
    with connect_or_create(account_url) as connection:
        revision = _revision(connection)
        if revision is not None and not migrate.is_known(revision):
            raise _unknown_tables(settings, connection, revision)
        ready = revision == migrate.newest()
        if not ready:
            # a session lock is released even if the process is killed
            connection.execute("SELECT pg_advisory_lock(%s)", [PREPARE_LOCK])
            create_roles(connection, login=settings.database_url is None)
            _create_schema(connection)
    if not ready:  # a database that is up to date needs no owner's account
        _migrate(owner_url(settings, account_url))
    with psycopg.connect(url, autocommit=True) as connection:
        _check_durability(connection)


def client_environment(settings: Settings) -> dict[str, str]:
    """Return the environment in which PostgreSQL's programs connect to the database as its owner's account.

    `PATH` is the directory of those programs. Starts the embedded server if it is used. A password in the address is
    left out. Raises `PostgresUnavailable`.
    """
    if settings.database_url is None:
        cluster(settings).start()
    url = urlunsplit(urlsplit(owner_account_url(settings))._replace(scheme="postgresql"))
    parameters = psycopg.conninfo.conninfo_to_dict(url)
    names = {"PGHOST": "host", "PGPORT": "port", "PGUSER": "user", "PGDATABASE": "dbname"}
    found = {name: str(parameters[key]) for name, key in names.items() if parameters.get(key)}
    return found | {"PATH": str(find_binaries())}


def _migrate(address: str) -> None:
    engine = sqlalchemy.create_engine(
        "postgresql+psycopg://", creator=lambda: psycopg.connect(address), poolclass=sqlalchemy.NullPool
    )
    with engine.begin() as connection:
        if migrate.current(connection) != migrate.newest():
            try:
                migrate.upgrade(connection)
            except CommandError as error:  # a later version has migrated the tables meanwhile
                raise DatabaseUnusable(
                    f"The tables belong to another version of this program; run that version or a newer one: {error}"
                ) from error


@contextmanager
def connect_or_create(url: str) -> Iterator[psycopg.Connection[Any]]:
    """Connect to the database of `url`, and create it if the server does not have it."""
    url = urlunsplit(urlsplit(url)._replace(scheme="postgresql"))
    name = psycopg.conninfo.conninfo_to_dict(url).get("dbname", DATABASE)
    try:
        connection = psycopg.connect(url, autocommit=True)
    except psycopg.OperationalError:
        # the error text is in the server's language, so query the server instead of parsing it
        with psycopg.connect(url, dbname="postgres", autocommit=True) as server:
            try:
                # if it exists by now, another process has created it, or connecting fails again for its own reason
                if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                    create = sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0")
                    server.execute(create.format(sql.Identifier(str(name))))
            except (errors.DuplicateDatabase, errors.UniqueViolation):
                pass  # another process has created it
            except errors.InsufficientPrivilege as error:
                raise DatabaseUnusable(
                    f"There is no database {name}, and {server.info.user} may not create it. Create it as an administrator."
                ) from error
        connection = psycopg.connect(url, autocommit=True)
    with connection:
        yield connection


def _revision(connection: psycopg.Connection[Any]) -> str | None:
    """Return the revision of the tables, or None without tables."""
    table = connection.execute("SELECT to_regclass(%s)", [f"{SCHEMA}.alembic_version"]).fetchone()
    if table is None or table[0] is None:
        return None
    row = connection.execute(
        sql.SQL("SELECT version_num FROM {}").format(sql.Identifier(SCHEMA, "alembic_version"))
    ).fetchone()
    return None if row is None else str(row[0])


def _unknown_tables(settings: Settings, connection: psycopg.Connection[Any], revision: str) -> DatabaseUnusable:
    """Return the error for tables of a revision that this version does not have.

    Revisions of unreleased commits were numbers alone; those of a later version are numbers with a name.
    """
    if settings.database_url is None:
        place, remedy = f"The data directory {settings.data_dir}", OTHER_DIRECTORY
    else:
        where = connection.info
        place, remedy = f"The database {where.dbname} at {where.host}:{where.port}", "Use another database, or drop it."
    if revision.isdecimal():
        return UnreleasedTables(place, revision, remedy)
    return DatabaseUnusable(
        f"{place} has tables of another version of this program (revision {revision}). Run that version or a newer one."
    )


def create_roles(connection: psycopg.Connection[Any], *, login: bool) -> None:
    """Create the roles that are missing; `login` tells whether that of the application may log in.

    Raises `DatabaseUnusable`.
    """
    for role in (OWNER_ROLE, APP_ROLE):
        if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
            continue
        kind = sql.SQL("LOGIN" if login and role == APP_ROLE else "NOLOGIN")
        try:
            connection.execute(sql.SQL("CREATE ROLE {} {}").format(sql.Identifier(role), kind))
            connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(role)))
        except (errors.DuplicateObject, errors.UniqueViolation):
            continue  # roles belong to the server: another process has just created it
        except errors.InsufficientPrivilege as error:
            raise DatabaseUnusable(
                f"There is no role {role}, and {connection.info.user} may not create it. Run as an administrator: "
                f"CREATE ROLE {OWNER_ROLE}; CREATE ROLE {APP_ROLE}; GRANT {OWNER_ROLE}, {APP_ROLE} TO {connection.info.user};"
            ) from error


def _create_schema(connection: psycopg.Connection[Any]) -> None:
    database = sql.Identifier(connection.info.dbname)
    app, owner, schema = sql.Identifier(APP_ROLE), sql.Identifier(OWNER_ROLE), sql.Identifier(SCHEMA)
    for statement in (
        # a session could shadow `events` by a temporary table of the same name
        "REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC",
        "REVOKE ALL ON SCHEMA public FROM PUBLIC",
        "GRANT CONNECT ON DATABASE {database} TO {owner}, {app}",
    ):
        connection.execute(sql.SQL(statement).format(database=database, app=app, owner=owner))
    if not connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", [SCHEMA]).fetchone():
        connection.execute(sql.SQL("CREATE SCHEMA {} AUTHORIZATION {}").format(schema, owner))


def _check_durability(connection: psycopg.Connection[Any]) -> None:
    """Raise `DatabaseUnusable` for a server that could lose committed data."""
    rows = connection.execute(
        "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name"
    ).fetchall()
    if rows:
        off = ", ".join(f"{name}=off" for (name,) in rows)
        raise DatabaseUnusable(f"The server runs with {off}, so it may lose committed moves. Turn it on.")


def stop_if_unused(settings: Settings) -> bool:
    """Stop the embedded server unless another process is connected to it, and tell whether it was stopped.

    The server needs a moment to notice that a process has ended, so it is asked for up to `LEAVING_SECONDS`. A process
    that is about to connect starts it again.
    """
    server = cluster(settings)
    deadline = time.monotonic() + LEAVING_SECONDS
    try:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            while _has_others(connection):
                if time.monotonic() > deadline:
                    return False
                time.sleep(0.05)
    except psycopg.OperationalError:
        return False
    server.stop()
    return True


def _has_others(connection: psycopg.Connection[Any]) -> bool:
    return (
        connection.execute(
            "SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchone()
        is not None
    )
