"""Connections of the administrator to all shards and routers."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from infra.postgres.pool import KEEPALIVES
from infra.postgres.replication import watch_confirmations
from infra.postgres.urls import application_url
from infra.settings import Settings, StartError, variable_of
from infra.sharding import shards

Connection = psycopg.Connection[Any]

CONNECT_SECONDS = 5


class NotMovable(StartError):
    """A partition cannot be moved as things are. The message names a remedy."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One shard."""

    number: int
    "From 1, in the order of the setting."
    url: str
    "The address for the administrator."
    address: str
    "The address for the application, as in the map of a router."
    connection: Connection | None
    "None if the shard does not answer."

    @property
    def conn(self) -> Connection:
        """The connection. Raises `NotMovable` if the shard does not answer."""
        if self.connection is None:
            raise NotMovable(f"Shard {self.number} does not answer ({public_address(self.url)}).")
        return self.connection


@dataclass(frozen=True, slots=True)
class Servers:
    """All shards, and the routers that answer."""

    shards: tuple[Shard, ...]
    routers: tuple[Connection, ...]
    silent_routers: tuple[str, ...]
    "Addresses of routers that do not answer."

    @property
    def answering(self) -> list[Shard]:
        """The shards that answer."""
        return [shard for shard in self.shards if shard.connection is not None]


@contextmanager
def open_servers(settings: Settings) -> Iterator[Servers]:
    """Connect to all shards and routers, as far as they answer. Raises `NotMovable` if there are no shards."""
    if settings.router_url is None:
        raise NotMovable(f"Games are in one database. Set {variable_of('shard_urls')} and {variable_of('router_url')}.")
    with ExitStack() as stack:
        found = [
            Shard(number, owner, application_url(settings, url), _connect(stack, owner))
            for number, (owner, url) in enumerate(zip(owner_shard_urls(settings), settings.shard_urls, strict=True), 1)
        ]
        for shard in found:
            if shard.connection is not None and not _has_tables(shard.connection):
                raise NotMovable(f"Shard {shard.number} was not set up. Run: dobon migrate")
        routers = {url: _connect(stack, url) for url in each_host(settings.owner_router_url or settings.router_url)}
        yield Servers(
            tuple(found),
            tuple(conn for conn in routers.values() if conn is not None),
            tuple(public_address(url) for url, conn in routers.items() if conn is None),
        )


def owner_shard_urls(settings: Settings) -> tuple[str, ...]:
    """Return the addresses of the shards for the account that may own their tables."""
    return tuple(plain(url) for url in settings.owner_shard_urls or settings.shard_urls)


def plain(url: str) -> str:
    """Return an address as libpq reads it."""
    return urlunsplit(urlsplit(url)._replace(scheme="postgresql"))


def each_host(url: str) -> list[str]:
    """Return an address for each host of an address; several routers are hosts of one address."""
    parameters = conninfo_to_dict(plain(url))
    hosts = str(parameters.get("host") or "").split(",")
    ports = str(parameters.get("port") or "").split(",")
    ports = ports if len(ports) == len(hosts) else ports[:1] * len(hosts)
    given: dict[str, Any] = {name: value for name, value in parameters.items() if value is not None}
    return [
        make_conninfo(**given | {"host": host or None, "port": port or None})
        for host, port in zip(hosts, ports, strict=True)
    ]


def public_address(url: str) -> str:
    """Return host, port and database of an address, without account and password."""
    parameters = conninfo_to_dict(url)
    hosts, port = parameters.get("host") or parameters.get("hostaddr") or "localhost", parameters.get("port") or 5432
    return f"{hosts}:{port}/{parameters.get('dbname') or ''}"


def _connect(stack: ExitStack, url: str) -> Connection | None:
    given = conninfo_to_dict(url)
    defaults = {"connect_timeout": CONNECT_SECONDS, **KEEPALIVES}
    missing = {name: value for name, value in defaults.items() if name not in given}
    try:
        conn = stack.enter_context(
            psycopg.connect(url, autocommit=True, application_name="dobon-shards", **missing)  # type: ignore[arg-type]
        )
    except psycopg.OperationalError:
        return None
    watch_confirmations(conn)
    return conn


def _has_tables(conn: Connection) -> bool:
    row = conn.execute("SELECT to_regclass('dobon.partitions')").fetchone()
    return row is not None and row[0] is not None and shards.is_shard(conn)
