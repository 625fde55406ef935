import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from infra.databases.pool import AccountsPool, open_pool
from infra.databases.preparation import prepare
from infra.postgres.cluster import Cluster
from infra.postgres.urls import DATABASE, cluster
from infra.settings import Settings
from prove.harness.concurrent_commands import Race, racing
from prove.harness.service_games import Stage
from tests.conftest import copy_database, new_directory, remove
from tests.infra.projections.records import finished


@pytest.fixture
def directory() -> Iterator[Path]:
    """A directory without a server.

    A server that a test starts in it with `Cluster(directory / "postgres")` is stopped afterwards.
    """
    made = new_directory()
    yield made
    remove(made)


@pytest.fixture(scope="session")
def killable() -> Iterator[Settings]:
    """A server with all tables that tests may kill, stop and freeze.

    Tests share it, because `initdb` takes a second.
    """
    made = new_directory()
    settings = Settings(data_dir=made)
    prepare(settings)
    yield settings
    remove(made)


@pytest.fixture
def embedded(killable: Settings) -> Settings:
    """The server that tests may kill, running again after every earlier test."""
    cluster(killable).start()
    return killable


@pytest.fixture
def server(embedded: Settings) -> Cluster:
    """The server of `embedded` as a cluster."""
    return cluster(embedded)


@contextmanager
def database(settings: Settings, template: str = DATABASE) -> Iterator[Settings]:
    """Create a copy of a database, and delete it afterwards."""
    name = f"own_{uuid.uuid4().hex}"
    copy_database(cluster(settings), template, name)
    yield Settings(database_url=cluster(settings).url(name))
    with psycopg.connect(cluster(settings).url(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def own(settings: Settings) -> Iterator[AccountsPool]:
    """A database that holds only this test's games."""
    with database(settings) as alone, open_pool(alone) as pool:
        yield pool


@pytest.fixture(scope="session")
def played(settings: Settings) -> Iterator[str]:
    """The name of a database with the games of `over`, which each test copies."""
    with database(settings) as made:
        with open_pool(made) as pool:
            for ruleset, rounds in (("dobon-sato", 2), ("dobon-kawagoe", 2), ("doubt", 1)):
                finished(pool, ruleset, rounds)
            Stage(pool).open()
        yield str(psycopg.conninfo.conninfo_to_dict(made.database_url or "")["dbname"])


@pytest.fixture
def over(settings: Settings, played: str) -> Iterator[AccountsPool]:
    """A database with finished games of three rulesets, a running one, and one in its second round."""
    with database(settings, played) as alone, open_pool(alone) as pool:
        yield pool


@pytest.fixture(scope="module")
def race() -> Iterator[Race]:
    """Threads that start together."""
    with racing() as race:
        yield race
