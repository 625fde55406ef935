"""Games in several databases: two shards and accounts in the server of a worker, and a router in one of its own.

The router needs PL/Proxy, which is a package of Debian (`make tools`).
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from infra.clustering.packages import PackagesMissing, find_router_binaries
from infra.databases.preparation import prepare
from infra.postgres.cluster import Cluster
from infra.settings import Settings
from tests.conftest import DIRECTORY, clone

ROUTER = pytest.StashKey[Cluster]()
"""The PostgreSQL of the routers of a worker."""


def router_binaries() -> Path:
    """Return the programs of a PostgreSQL with PL/Proxy. Without them the test is skipped; with CI=true it fails."""
    try:
        return find_router_binaries()
    except PackagesMissing as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))


def router_server(config: pytest.Config) -> Cluster:
    """Return the server of routers, which is started by the first call."""
    if ROUTER not in config.stash:
        binaries = router_binaries()
        directory = config.stash[DIRECTORY] / "router"
        config.stash[ROUTER] = Cluster(directory, {"fsync": "on", "autovacuum": "off"}, binaries=binaries).start()
    return config.stash[ROUTER]


def sharded(
    config: pytest.Config, shards: int = 2, accounts: Settings | None = None, first: Settings | None = None
) -> Settings:
    """Create a database of accounts with a router and shards, or use these; return the settings."""
    accounts = accounts or clone(config, "_accounts")
    parts = [first or clone(config, "_shard1"), *(clone(config, f"_shard{number}") for number in range(2, shards + 1))]
    server = router_server(config)
    name = urlsplit(accounts.database_url or "").path.removeprefix("/")
    settings = Settings(
        database_url=accounts.database_url,
        owner_database_url=accounts.owner_database_url,
        shard_urls=tuple(part.database_url or "" for part in parts),
        owner_shard_urls=tuple(part.owner_database_url or "" for part in parts),
        router_url=server.url(f"router_{name}"),
        data_dir=accounts.data_dir,
    )
    prepare(settings)
    return settings
