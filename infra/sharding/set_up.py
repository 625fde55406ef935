"""Sets up the shards and the router of a server whose games are in several databases."""

from collections.abc import Sequence

import psycopg
from psycopg import errors

from infra.postgres import migrate
from infra.postgres.bootstrap import (
    PREPARE_LOCK,
    DatabaseUnusable,
    connect_or_create,
    create_roles,
    prepare_database,
)
from infra.postgres.urls import application_url, owner_account_url
from infra.settings import Settings, variable_of
from infra.sharding import router, shards
from infra.sharding.servers import owner_shard_urls


def prepare(settings: Settings) -> None:
    """Prepare the databases of the games and the router; the accounts are prepared.

    Raises `DatabaseUnusable`, `ShardsDisagree` and psycopg's `OperationalError`.
    """
    for account, url in zip(owner_shard_urls(settings), settings.shard_urls, strict=True):
        prepare_database(settings, account, application_url(settings, url))
    _prepare_routes(settings)


def _prepare_routes(settings: Settings) -> None:
    """Give partitions to new shards, and set the router up, unless both were done by this version of the program."""
    assert settings.router_url is not None
    revision = migrate.newest()
    assert revision is not None
    accounts = owner_shard_urls(settings)
    _give_up_partitions(settings, accounts)
    for url in accounts:
        with psycopg.connect(url, autocommit=True) as connection:
            if not shards.is_shard(connection):
                shards.enlist(accounts)
                break
    account_url = settings.owner_router_url or settings.router_url
    with connect_or_create(account_url) as connection:
        addresses = [application_url(settings, url) for url in settings.shard_urls]
        if router.is_current(connection, addresses, shards.owners(accounts), revision):
            return
        connection.execute("SELECT pg_advisory_lock(%s)", [PREPARE_LOCK])
        create_roles(connection, login=False)
        try:
            # A partition may have moved since the owners were read.
            while not router.is_current(connection, addresses, owners := shards.owners(accounts), revision):
                router.set_up(connection, addresses, owners, revision)
        except errors.FeatureNotSupported as error:
            raise DatabaseUnusable(
                f"The router needs PL/Proxy: on Debian, apt install postgresql-15-plproxy ({error})"
            ) from error


def _give_up_partitions(settings: Settings, shard_urls: Sequence[str]) -> None:
    """Let a database of accounts refuse games, unless it is a shard too. Raises `DatabaseUnusable` if it has games."""
    with psycopg.connect(owner_account_url(settings), autocommit=True) as connection:
        if not shards.owns_any(connection):
            return
        identity = shards.identity(connection)
        for url in shard_urls:
            with psycopg.connect(url, autocommit=True) as shard:
                if shards.identity(shard) == identity:
                    return
        if not shards.give_up(connection):
            raise DatabaseUnusable(
                f"The database has games: add its address to {variable_of('shard_urls')} as well, and move them from there."
            )
