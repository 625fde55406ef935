"""Pools of connections that act as the application's role, each to one database."""

import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import monotonic, sleep
from typing import Any, Self

import orjson
import psycopg
from psycopg.types.json import set_json_dumps, set_json_loads
from psycopg.types.string import TextLoader
from psycopg_pool import ConnectionPool, PoolTimeout

from infra.postgres.circuit_breaker import CircuitBreaker
from infra.postgres.replication import PrimaryWatch, pass_on_unconfirmed, take_unconfirmed, watch_confirmations
from infra.postgres.urls import cluster
from infra.settings import Settings

POOL_SECONDS = 5
"""The timeout of a request for a free connection."""

DEAD_SECONDS = 0.5
"""The same for one of several databases to which no connection can be made. The pool continues to try."""

RETRY_SECONDS = 0.5
"""Interval between two attempts to connect. The pool's own intervals double, and so would outlast a failover."""

KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""TCP keepalives, which detect a dead connection that the watchdog does not watch, such as an idle one."""

UNREACHABLE = (psycopg.OperationalError, psycopg.InterfaceError)
"""Exceptions of psycopg while the database does not answer: no server, no free connection, or a broken connection."""


class Pool(ConnectionPool[psycopg.Connection[tuple[Any, ...]]]):
    """Autocommit connections to one database, for this process. UUIDs are read as text.

    If the embedded server has stopped, a new connection starts it again.
    """

    def __init__(
        self, settings: Settings, url: str, name: str, size: int, *, prepares: bool = True, patient: bool = True
    ) -> None:
        """Open at most `size` connections. Call it after a fork.

        A pooler in front of the database gives each statement another session, so nothing can be prepared there. If the
        pool is not `patient`, nobody waits long for a connection while the database is dead (`DEAD_SECONDS`).
        """
        self.primary, self.breaker = PrimaryWatch(), CircuitBreaker()
        self._patient = patient
        parameters = psycopg.conninfo.conninfo_to_dict(url)
        defaults = {key: value for key, value in {"connect_timeout": 5, **KEEPALIVES}.items() if key not in parameters}
        super().__init__(
            url,
            connection_class=_connection_class(settings, self.primary, self.breaker),
            kwargs={
                "autocommit": True,
                "application_name": "dobon",
                **({} if prepares else {"prepare_threshold": None}),
                **defaults,
            },
            configure=_configure,
            check=partial(_check, self.primary),
            min_size=1,
            max_size=size,
            timeout=POOL_SECONDS,
            max_lifetime=3600,
            reconnect_timeout=POOL_SECONDS,  # then the next request begins again
            name=name,
            open=True,
        )

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[tuple[Any, ...]]:
        """Return a free connection, as the pool of psycopg does. Raises `PoolTimeout`, for a dead database soon."""
        if timeout is not None or self._patient:
            return super().getconn(timeout)
        try:
            conn = super().getconn(DEAD_SECONDS)
        except PoolTimeout:
            if self.breaker.has_failed:
                self.breaker.fail()
                raise
            conn = super().getconn(POOL_SECONDS - DEAD_SECONDS)  # all are in use, or the database is slow
        self.breaker.succeed()
        return conn

    @contextmanager
    def connection_beside(
        self, pool: "Pool", conn: psycopg.Connection[tuple[Any, ...]]
    ) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """Yield a connection beside `conn`, which is one of `pool`; `conn` itself if both pools are the same.

        Its transaction then holds for both. Otherwise an unconfirmed commit counts as one of `conn`.
        """
        if pool is self:
            yield conn
        else:
            with self.connection() as other:
                take_unconfirmed(other)
                yield other
                pass_on_unconfirmed(other, conn)


def _connection_class(
    settings: Settings, primary: PrimaryWatch, breaker: CircuitBreaker
) -> type[psycopg.Connection[tuple[Any, ...]]]:
    class RetryingConnection(psycopg.Connection[tuple[Any, ...]]):
        """A connection that is tried for as long as a request waits for it."""

        @classmethod
        def connect(cls, *arguments: Any, **keywords: Any) -> Self:
            end = monotonic() + POOL_SECONDS
            while True:
                try:
                    conn = super().connect(*arguments, **keywords)
                    _close_unless(primary.note, conn)
                    breaker.succeed()
                    return conn
                except psycopg.OperationalError:
                    breaker.fail()
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
