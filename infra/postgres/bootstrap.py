"""The way to the database: make it ready, and open connections that act as the application's role."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import sqlalchemy
from alembic.util import CommandError
from psycopg import errors, sql

from infra.postgres import migrate
from infra.postgres.binaries import find
from infra.postgres.tables import APP_ROLE, OWNER_ROLE, SCHEMA
from infra.postgres.urls import DATABASE, application_url, cluster, owner_account, owner_url
from infra.settings import Settings

PREPARING = 0x646F626F6F
"""Key of the advisory lock under which roles, database and schema are made."""


class DatabaseUnusable(Exception):
    """The database cannot be used as it is. The message says what would help."""


def prepare(settings: Settings) -> str:
    """Have a database with all tables, and give the application's address of it.

    Starts the embedded server unless there is a `database_url`, makes what roles, database and schema are missing as far as the account in the
    address may, and runs the migrations as the owner. Any number of processes may do this at once. Raises `DatabaseRefused`, `PostgresUnavailable`
    and psycopg's `OperationalError`.
    """
    if settings.database_url is None:
        cluster(settings).start()
    with _connected_to_own_database(owner_account(settings)) as connection:
        ready = _is_current(connection)
        if not ready:
            # no lock is left behind by a process that dies: it goes with the session
            connection.execute("SELECT pg_advisory_lock(%s)", [PREPARING])
            _make_roles(connection, login=settings.database_url is None)
            _make_schema(connection)
    if not ready:  # so a server needs no account that owns anything, once somebody has migrated
        _migrate(settings)
    url = application_url(settings)
    with psycopg.connect(url, autocommit=True) as connection:
        _refuse_to_forget(connection)
    return url


def client_environment(settings: Settings) -> dict[str, str]:
    """Environment variables by which PostgreSQL's programs find the database as its owner's account, and `PATH` to those programs.

    Starts the embedded server, where that is used. A password in the address is left out. Raises `PostgresUnavailable`.
    """
    if settings.database_url is None:
        cluster(settings).start()
    url = urlunsplit(urlsplit(owner_account(settings))._replace(scheme="postgresql"))
    given = psycopg.conninfo.conninfo_to_dict(url)
    names = {"PGHOST": "host", "PGPORT": "port", "PGUSER": "user", "PGDATABASE": "dbname"}
    found = {name: str(given[key]) for name, key in names.items() if given.get(key)}
    return found | {"PATH": str(find())}


def _migrate(settings: Settings) -> None:
    address = owner_url(settings)
    engine = sqlalchemy.create_engine(
        "postgresql+psycopg://", creator=lambda: psycopg.connect(address), poolclass=sqlalchemy.NullPool
    )
    with engine.connect() as connection:
        if migrate.current(connection) != migrate.newest():
            connection.rollback()
            try:
                migrate.upgrade(connection)
            except CommandError as error:
                raise DatabaseUnusable(f"The tables were made by another version of this program: {error}") from error
            connection.commit()


@contextmanager
def _connected_to_own_database(url: str) -> Iterator[psycopg.Connection[Any]]:
    """A session in the database of `url`, which is made when the server has none of that name."""
    url = urlunsplit(urlsplit(url)._replace(scheme="postgresql"))
    name = psycopg.conninfo.conninfo_to_dict(url).get("dbname", DATABASE)
    try:
        connection = psycopg.connect(url, autocommit=True)
    except psycopg.OperationalError:
        # the reason comes as text in the server's language, so look there instead of reading it
        with psycopg.connect(url, dbname="postgres", autocommit=True) as server:
            if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                raise
            try:
                server.execute(
                    sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0").format(sql.Identifier(str(name)))
                )
            except (errors.DuplicateDatabase, errors.UniqueViolation):
                pass  # another process was faster
            except errors.InsufficientPrivilege as error:
                raise DatabaseUnusable(
                    f"There is no database {name}, and {server.info.user} may not make it."
                ) from error
        connection = psycopg.connect(url, autocommit=True)
    with connection:
        yield connection


def _is_current(connection: psycopg.Connection[Any]) -> bool:
    table = connection.execute("SELECT to_regclass(%s)", [f"{SCHEMA}.alembic_version"]).fetchone()
    if table is None or table[0] is None:
        return False
    row = connection.execute(
        sql.SQL("SELECT version_num FROM {}").format(sql.Identifier(SCHEMA, "alembic_version"))
    ).fetchone()
    return row is not None and row[0] == migrate.newest()


def _make_roles(connection: psycopg.Connection[Any], *, login: bool) -> None:
    for role in (OWNER_ROLE, APP_ROLE):
        if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone():
            continue
        kind = sql.SQL("LOGIN" if login and role == APP_ROLE else "NOLOGIN")
        try:
            connection.execute(sql.SQL("CREATE ROLE {} {}").format(sql.Identifier(role), kind))
            connection.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(role)))
        except (errors.DuplicateObject, errors.UniqueViolation):
            continue  # roles belong to the server: somebody made it for another database just now
        except errors.InsufficientPrivilege as error:
            raise DatabaseUnusable(
                f"There is no role {role}, and {connection.info.user} may not make it. As an administrator: "
                f"CREATE ROLE {OWNER_ROLE}; CREATE ROLE {APP_ROLE}; GRANT {OWNER_ROLE}, {APP_ROLE} TO {connection.info.user};"
            ) from error


def _make_schema(connection: psycopg.Connection[Any]) -> None:
    database = sql.Identifier(connection.info.dbname)
    app, owner, schema = sql.Identifier(APP_ROLE), sql.Identifier(OWNER_ROLE), sql.Identifier(SCHEMA)
    for statement in (
        # a temporary table would let a session put its own `events` before ours
        "REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC",
        "REVOKE ALL ON SCHEMA public FROM PUBLIC",
        "GRANT CONNECT ON DATABASE {database} TO {owner}, {app}",
    ):
        connection.execute(sql.SQL(statement).format(database=database, app=app, owner=owner))
    if not connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", [SCHEMA]).fetchone():
        connection.execute(sql.SQL("CREATE SCHEMA {} AUTHORIZATION {}").format(schema, owner))


def _refuse_to_forget(connection: psycopg.Connection[Any]) -> None:
    """Refuse a server that would lose what it has acknowledged."""
    rows = connection.execute(
        "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name"
    ).fetchall()
    if rows:
        off = ", ".join(f"{name}=off" for (name,) in rows)
        raise DatabaseUnusable(f"The server runs with {off} and may lose moves that were answered. Turn it on.")


def stop_if_unused(settings: Settings) -> bool:
    """Stop the embedded server unless another process has a connection to it; was it stopped?

    A process that is about to connect starts it again.
    """
    server = cluster(settings)
    try:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            others = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            ).fetchone()
    except psycopg.OperationalError:
        return False
    if others is None or others[0]:
        return False
    server.stop()
    return True
