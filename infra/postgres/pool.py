"""Pools of connections that act as the application's role.

A server has a database of accounts. Games are in the same database, or in several others (shards); then a router, which
is a PostgreSQL without data, sends each call for one game to the shard of that game.
"""

import select
from collections.abc import Callable, Iterator, Sequence
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
from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.replication import PrimaryWatch, pass_on_unconfirmed, take_unconfirmed, watch_confirmations
from infra.postgres.urls import application_url, cluster, router_url
from infra.settings import Settings

POOL_SECONDS = 5
"""The timeout of a request for a free connection."""

DEAD_SECONDS = 0.5
"""The same for a shard to which no connection can be made. The pool continues to try."""

RETRY_SECONDS = 0.5
"""Interval between two attempts to connect. The pool's own intervals double, and so would outlast a failover."""

GRACE_SECONDS = 2
"""Time after `statement_timeout` for the server's error to arrive, before the watchdog closes the connection."""


SHARD_CONNECTIONS = 4
"""The maximum number of connections of one process to each shard: for lists, streams and the clock."""


class Pool(ConnectionPool[psycopg.Connection[tuple[Any, ...]]]):
    """Connections to one database. That of the accounts also has the pools of the games."""

    games: "Pool"
    "For calls of the functions of one game (`infra.postgres.functions`): this pool, or that of the router."
    shards: "tuple[Pool, ...]"
    "For statements over many games: this pool, or one for each shard."
    standby: "Pool | None"
    "For reads of logs that a standby may have, by the functions of one game."

    def __init__(
        self, url: str, primary: PrimaryWatch, breaker: CircuitBreaker, *, is_shard: bool = False, **options: Any
    ) -> None:
        """`options` are those of psycopg's pool; its connections are to the primary that `primary` watches.

        `breaker` knows whether they can be made. Nobody waits long for a shard that is dead (`DEAD_SECONDS`).
        """
        self.primary, self.breaker = primary, breaker
        self._is_shard = is_shard
        self.games, self.shards, self.standby = self, (self,), None
        super().__init__(url, **options)

    @property
    def reachable_shards(self) -> "tuple[Pool, ...]":
        """The shards without those that could not be reached a moment ago; all of them if none could.

        For work that must not wait for a dead shard, and looks again later. Another one may die at any time.
        """
        return tuple(shard for shard in self.shards if not shard.breaker.is_open) or self.shards

    def getconn(self, timeout: float | None = None) -> psycopg.Connection[tuple[Any, ...]]:
        """Return a free connection, as the pool of psycopg does. Raises `PoolTimeout`, for a dead shard soon."""
        if timeout is not None or not self._is_shard:
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

    @property
    def primary_changes(self) -> int:
        """How often the databases of games have got another primary. Rows that were read before may be lost."""
        return sum(shard.primary.changes for shard in self.shards)

    @contextmanager
    def connection_for_games(
        self, conn: psycopg.Connection[tuple[Any, ...]]
    ) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """Yield a connection for calls of the functions of games, beside `conn`, which is one of this pool.

        It is `conn` itself if games are in the same database; its transaction then holds for both.
        """
        if self.games is self:
            yield conn
        else:
            with self.games.connection() as other:
                take_unconfirmed(other)
                yield other
                pass_on_unconfirmed(other, conn)

    @contextmanager
    def connection_beside(
        self, shard: "Pool", conn: psycopg.Connection[tuple[Any, ...]]
    ) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """Yield a connection to the accounts beside `conn`, of the shard; `conn` itself if both are one database."""
        if shard is self:
            yield conn
        else:
            with self.connection() as other:
                yield other

    @contextmanager
    def connection_to(
        self, shard: "Pool", conn: psycopg.Connection[tuple[Any, ...]]
    ) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """Yield a connection to the shard beside `conn`, one of the accounts; `conn` itself if they are the same."""
        if shard is self:
            yield conn
        else:
            with shard.connection() as other:
                take_unconfirmed(other)
                yield other
                pass_on_unconfirmed(other, conn)

    def places(self, place: int | None = None) -> Sequence[int]:
        """Return the places of all shards, or only this one."""
        return range(len(self.shards)) if place is None else (place,)

    def close(self, timeout: float = 5.0) -> None:
        """Close all connections, those to games included."""
        for pool in {self.games, self.standby or self, *self.shards} - {self}:
            pool.close(timeout)
        super().close(timeout)


KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""TCP keepalives, which detect a dead connection that the watchdog does not watch, such as an idle one."""

UNREACHABLE = (psycopg.OperationalError, psycopg.InterfaceError)
"""Exceptions of psycopg while the database does not answer: no server, no free connection, or a broken connection."""


def open_pool(settings: Settings) -> Pool:
    """Return a pool of autocommit connections for this process. Call it after a fork. UUIDs are read as text.

    If the embedded server has stopped, a new connection starts it again.
    """
    WATCHDOG.seconds = settings.statement_seconds + GRACE_SECONDS if settings.statement_seconds else None
    pool = _open_pool(settings, application_url(settings), "dobon", settings.pool_size)
    if settings.router_url is not None:
        url = router_url(settings.router_url)
        pool.games = _open_pool(settings, url, "dobon-router", settings.pool_size, prepares=False)
        size = min(settings.pool_size, SHARD_CONNECTIONS)
        pool.shards = tuple(
            _open_pool(settings, application_url(settings, url), f"dobon-shard-{number}", size, is_shard=True)
            for number, url in enumerate(settings.shard_urls, 1)
        )
    if settings.standby_url is not None:
        url = application_url(settings, settings.standby_url)
        size = min(settings.pool_size, SHARD_CONNECTIONS)
        pool.standby = _open_pool(settings, url, "dobon-standby", size, prepares=False, is_shard=True)
    return pool


def _open_pool(
    settings: Settings, url: str, name: str, size: int, *, prepares: bool = True, is_shard: bool = False
) -> Pool:
    """Return a pool of one database.

    A pooler in front of the router gives each statement another session, so nothing can be prepared there.
    """
    parameters = psycopg.conninfo.conninfo_to_dict(url)
    defaults = {name: value for name, value in {"connect_timeout": 5, **KEEPALIVES}.items() if name not in parameters}
    primary, breaker = PrimaryWatch(), CircuitBreaker()
    return Pool(
        url,
        primary,
        breaker,
        is_shard=is_shard,
        connection_class=_connection_class(settings, primary, breaker),
        kwargs={
            "autocommit": True,
            "application_name": "dobon",
            **({} if prepares else {"prepare_threshold": None}),
            **defaults,
        },
        configure=_configure,
        check=partial(_check, primary),
        min_size=1,
        max_size=size,
        timeout=POOL_SECONDS,
        max_lifetime=3600,
        reconnect_timeout=POOL_SECONDS,  # then the next request begins again
        name=name,
        open=True,
    )


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
