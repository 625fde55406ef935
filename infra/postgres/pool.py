"""Pools of connections that act as the application's role."""

import select
from typing import Any, Self

import orjson
import psycopg
from psycopg.types.json import set_json_dumps, set_json_loads
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool

from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.urls import application_url, cluster
from infra.settings import Settings

POOL_SECONDS = 5
"""For which a request waits for a free connection."""


GRACE_SECONDS = 2
"""After its limit, for the server to say that a statement has reached it; then the connection is cut (`infra.postgres.connection_watchdog`)."""


Pool = ConnectionPool[psycopg.Connection[tuple[Any, ...]]]


KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""How soon a connection that nobody watches, such as an idle one, is found dead."""


UNREACHABLE = (psycopg.OperationalError, psycopg.InterfaceError)
"""What psycopg raises while the database does not answer: no server, no free connection, or one that broke between two statements."""


def open_pool(settings: Settings) -> Pool:
    """A pool of autocommit connections for this process; to be opened after a fork, never before one. UUIDs come back as text.

    Where the embedded server is used and has gone, a new connection starts it again.
    """
    WATCHDOG.seconds = settings.statement_seconds + GRACE_SECONDS if settings.statement_seconds else None
    return ConnectionPool(
        application_url(settings),
        connection_class=_connection_class(settings),
        kwargs={"autocommit": True, "connect_timeout": 5, "application_name": "dobon", **KEEPALIVES},
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
