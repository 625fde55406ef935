"""Pools of connections that act as the application's role."""

import select
from collections.abc import Callable
from functools import partial
from time import monotonic, sleep
from typing import Any, Self

import orjson
import psycopg
from psycopg.types.json import set_json_dumps, set_json_loads
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool

from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.replication import PrimaryWatch, watch_confirmations
from infra.postgres.urls import application_url, cluster
from infra.settings import Settings

POOL_SECONDS = 5
"""The timeout of a request for a free connection."""

RETRY_SECONDS = 0.5
"""Interval between two attempts to connect. The pool's own intervals double, and so would outlast a failover."""

GRACE_SECONDS = 2
"""Time after `statement_timeout` for the server's error to arrive, before the watchdog closes the connection."""


class Pool(ConnectionPool[psycopg.Connection[tuple[Any, ...]]]):
    """Connections to one database."""

    def __init__(self, url: str, primary: PrimaryWatch, **options: Any) -> None:
        """`options` are those of psycopg's pool; its connections are to the primary that `primary` watches."""
        self.primary = primary
        super().__init__(url, **options)


KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""TCP keepalives, which detect a dead connection that the watchdog does not watch, such as an idle one."""

UNREACHABLE = (psycopg.OperationalError, psycopg.InterfaceError)
"""Exceptions of psycopg while the database does not answer: no server, no free connection, or a broken connection."""


def open_pool(settings: Settings) -> Pool:
    """Return a pool of autocommit connections for this process. Call it after a fork. UUIDs are read as text.

    If the embedded server has stopped, a new connection starts it again.
    """
    WATCHDOG.seconds = settings.statement_seconds + GRACE_SECONDS if settings.statement_seconds else None
    url = application_url(settings)
    given = psycopg.conninfo.conninfo_to_dict(url)
    defaults = {name: value for name, value in {"connect_timeout": 5, **KEEPALIVES}.items() if name not in given}
    primary = PrimaryWatch()
    return Pool(
        url,
        primary,
        connection_class=_connection_class(settings, primary),
        kwargs={"autocommit": True, "application_name": "dobon", **defaults},
        configure=_configure,
        check=partial(_check, primary),
        min_size=1,
        max_size=settings.pool_size,
        timeout=POOL_SECONDS,
        max_lifetime=3600,
        reconnect_timeout=POOL_SECONDS,  # then the next request begins again
        name="dobon",
        open=True,
    )


def _connection_class(settings: Settings, primary: PrimaryWatch) -> type[psycopg.Connection[tuple[Any, ...]]]:
    class RetryingConnection(psycopg.Connection[tuple[Any, ...]]):
        """A connection that is tried for as long as a request waits for it."""

        @classmethod
        def connect(cls, *arguments: Any, **keywords: Any) -> Self:
            end = monotonic() + POOL_SECONDS
            while True:
                try:
                    conn = super().connect(*arguments, **keywords)
                    _close_unless(primary.note, conn)
                    return conn
                except psycopg.OperationalError:
                    if monotonic() + RETRY_SECONDS > end:
                        raise
                    sleep(RETRY_SECONDS)

    class RestartingConnection(psycopg.Connection[tuple[Any, ...]]):
        @classmethod
        def connect(cls, *arguments: Any, **keywords: Any) -> Self:
            try:
                return super().connect(*arguments, **keywords)
            except psycopg.OperationalError:
                cluster(settings).start()
                return super().connect(*arguments, **keywords)

    return RestartingConnection if settings.database_url is None else RetryingConnection


def _configure(connection: psycopg.Connection[Any]) -> None:
    connection.adapters.register_loader("uuid", TextLoader)
    set_json_loads(orjson.loads, connection)
    set_json_dumps(orjson.dumps, connection)
    watch_confirmations(connection)


def _check(primary: PrimaryWatch, connection: psycopg.Connection[Any]) -> None:
    """Raise if the server has closed the connection, or is no longer the primary.

    Queries the server only if it has sent something unexpected.
    """
    _close_unless(primary.check, connection)
    if _has_something_to_read(connection.fileno()):
        connection.execute("")


def _close_unless(accept: Callable[[psycopg.Connection[Any]], None], connection: psycopg.Connection[Any]) -> None:
    """Close a connection that is not accepted, because the pool would keep an open one. Raises what `accept` raises."""
    try:
        accept(connection)
    except psycopg.OperationalError:
        connection.close()
        raise


def _has_something_to_read(descriptor: int) -> bool:
    if not hasattr(select, "poll"):
        return bool(select.select([descriptor], [], [], 0)[0])
    poll = select.poll()  # unlike `select` it accepts descriptors above 1023
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(0))
