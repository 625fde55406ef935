import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from infra.postgres.bootstrap import prepare
from infra.postgres.cluster import Cluster
from infra.postgres.pool import Pool, open_pool
from infra.postgres.urls import cluster
from infra.settings import Settings
from prove.harness.concurrent_commands import Race, racing
from tests.conftest import new_directory, remove


@pytest.fixture
def directory() -> Iterator[Path]:
    """A directory without a server.

    A server that a test starts in it with `Cluster(directory / "postgres")` is stopped afterwards.
    """
    made = new_directory()
    yield made
    remove(made)


@pytest.fixture
def server(directory: Path) -> Cluster:
    """A running server of this test alone, which it may damage."""
    return Cluster(directory / "postgres").start()


@pytest.fixture
def own(settings: Settings) -> Iterator[Pool]:
    """A database that holds only this test's games."""
    name = f"own_{uuid.uuid4().hex}"
    alone = Settings(database_url=cluster(settings).url(name))
    prepare(alone)
    with open_pool(alone) as pool:
        yield pool
    with psycopg.connect(cluster(settings).url(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def race() -> Iterator[Race]:
    """Threads that start together."""
    with racing() as race:
        yield race
