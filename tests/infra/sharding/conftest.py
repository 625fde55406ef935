"""Shards between which partitions can move."""

from collections.abc import Iterator

import pytest

from infra.settings import Settings
from prove.harness.shards import ShardedServers, sharded_servers
from tests.shards import router_binaries


@pytest.fixture(scope="session")
def servers() -> Iterator[ShardedServers]:
    """Servers for accounts, a router, and two shards with logical replication."""
    router_binaries()
    with sharded_servers(2, settings={"wal_level": "logical"}) as started:
        yield started


@pytest.fixture(scope="session")
def settings(servers: ShardedServers) -> Settings:
    """The settings of a server with two shards."""
    return servers.settings
