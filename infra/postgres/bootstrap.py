"""The way to the database: make it ready, and open connections that act as the application's role."""

import select
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

import orjson
import psycopg
import sqlalchemy
from alembic.util import CommandError
from psycopg import errors, sql
from psycopg.types.json import set_json_dumps, set_json_loads
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool

from infra.postgres import migrate
from infra.postgres.binaries import find
from infra.postgres.cluster import Cluster
from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.tables import APP_ROLE, OWNER_ROLE, SCHEMA
from infra.settings import Settings

DATABASE = "dobon"
"""The name of the database in the embedded server."""

PREPARING = 0x646F626F6F
"""Key of the advisory lock under which roles, database and schema are made."""

POOL_SECONDS = 5
"""For which a request waits for a free connection."""

GRACE_SECONDS = 2
"""After its limit, for the server to say that a statement has reached it; then the connection is cut (`infra.postgres.connection_watchdog`)."""

Pool = ConnectionPool[psycopg.Connection[tuple[Any, ...]]]


ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""How soon a connection that nobody watches, such as an idle one, is found dead."""

UNREACHABLE = (psycopg.OperationalError, psycopg.InterfaceError)
"""What psycopg raises while the database does not answer: no server, no free connection, or one that broke between two statements."""


class DatabaseRefused(Exception):
    """The database cannot be used as it is. The message says what would help."""


def prepare(settings: Settings) -> str:
    """Have a database with all tables, and give the application's address of it.

    Starts the embedded server unless there is a `database_url`, makes what roles, database and schema are missing as far as the account in the
    address may, and runs the migrations as the owner. Any number of processes may do this at once. Raises `DatabaseRefused`, `PostgresUnavailable`
    and psycopg's `OperationalError`.
    """
    if settings.database_url is None:
        cluster(settings).start()
    with _connected_to_own_database(_owner_account(settings)) as connection:
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


def cluster(settings: Settings) -> Cluster:
    """The embedded server of these settings, which may not be running."""
    return Cluster(settings.data_dir / "postgres")


def application_url(settings: Settings) -> str:
    """The address that the application connects to: it acts as `dobon_app` with a fixed search path and limits on waiting."""
    url = settings.database_url or cluster(settings).url(DATABASE, APP_ROLE)
    most = settings.statement_seconds * 1000
    limits = {
        "statement_timeout": f"{most}ms",
        "lock_timeout": f"{most // 5}ms",  # who waits for a row holds a connection that others wait for
        "idle_in_transaction_session_timeout": f"{most}ms",
    }
    return _acting_as(APP_ROLE, url, limits)


def client_environment(settings: Settings) -> dict[str, str]:
    """Environment variables by which PostgreSQL's programs find the database as its owner's account, and `PATH` to those programs.

    Starts the embedded server, where that is used. A password in the address is left out. Raises `PostgresUnavailable`.
    """
    if settings.database_url is None:
        cluster(settings).start()
    url = urlunsplit(urlsplit(_owner_account(settings))._replace(scheme="postgresql"))
    given = psycopg.conninfo.conninfo_to_dict(url)
    names = {"PGHOST": "host", "PGPORT": "port", "PGUSER": "user", "PGDATABASE": "dbname"}
    found = {name: str(given[key]) for name, key in names.items() if given.get(key)}
    return found | {"PATH": str(find())}


def owner_url(settings: Settings) -> str:
    """The address that migrations connect to: it acts as `dobon_owner`, and waits for as long as it takes."""
    return _acting_as(OWNER_ROLE, _owner_account(settings), {})


def open_pool(settings: Settings) -> Pool:
    """A pool of autocommit connections for this process; to be opened after a fork, never before one. UUIDs come back as text.

    Where the embedded server is used and has gone, a new connection starts it again.
    """
    WATCHDOG.seconds = settings.statement_seconds + GRACE_SECONDS if settings.statement_seconds else None
    return ConnectionPool(
        application_url(settings),
        connection_class=_connection_class(settings),
        kwargs={"autocommit": True, "connect_timeout": 5, "application_name": "dobon", **ALIVE},
        configure=_configure,
        check=_check,
        min_size=1,
        max_size=settings.pool_size,
        timeout=POOL_SECONDS,
        max_lifetime=3600,
        reconnect_timeout=30,
        name="dobon",
        open=True,
    )


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
                raise DatabaseRefused(f"The tables were made by another version of this program: {error}") from error
            connection.commit()


def _owner_account(settings: Settings) -> str:
    return settings.owner_database_url or settings.database_url or cluster(settings).url(DATABASE)


def _acting_as(role: str, url: str, limits: Mapping[str, str]) -> str:
    """The address with session options: they hold however the account is set up, and a connection that may not have the role fails at once."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    options = {"role": role, "search_path": "pg_catalog", **limits}
    asked = " ".join(f"-c {name}={value}" for name, value in options.items())
    query["options"] = f"{query['options']} {asked}" if "options" in query else asked
    return urlunsplit(parts._replace(scheme="postgresql", query=urlencode(query, quote_via=quote)))


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
                raise DatabaseRefused(
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
            raise DatabaseRefused(
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
        raise DatabaseRefused(f"The server runs with {off} and may lose moves that were answered. Turn it on.")


def _connection_class(settings: Settings) -> type[psycopg.Connection[tuple[Any, ...]]]:
    if settings.database_url is not None:
        return psycopg.Connection

    class Restarting(psycopg.Connection[tuple[Any, ...]]):
        @classmethod
        def connect(cls, *arguments: Any, **keywords: Any) -> Self:
            try:
                return super().connect(*arguments, **keywords)
            except psycopg.OperationalError:
                cluster(settings).start()
                return super().connect(*arguments, **keywords)

    return Restarting


def _configure(connection: psycopg.Connection[Any]) -> None:
    connection.adapters.register_loader("uuid", TextLoader)
    set_json_loads(orjson.loads, connection)
    set_json_dumps(orjson.dumps, connection)


def _check(connection: psycopg.Connection[Any]) -> None:
    """Raise when the server has hung up. Asks the server only when it has sent something unasked, which is what hanging up looks like."""
    if _has_something_to_read(connection.fileno()):
        connection.execute("")


def _has_something_to_read(descriptor: int) -> bool:
    if not hasattr(select, "poll"):
        return bool(select.select([descriptor], [], [], 0)[0])
    waiting = select.poll()  # unlike `select` it takes descriptors beyond 1023
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(0))
