import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from infra.database import DATABASE, Pool, cluster, open_pool, prepare
from infra.postgres import Cluster
from infra.settings import Settings
from tests.conftest import copy_database, new_directory, remove
from tests.infra.racing import Race, racing
from tests.infra.records import finished
from tests.infra.stage import Stage


@pytest.fixture
def directory() -> Iterator[Path]:
    """A directory without a server; one that a test starts in it with `Cluster(directory / "postgres")` is stopped afterwards."""
    made = new_directory()
    yield made
    remove(made)


@pytest.fixture(scope="session")
def ill_treated() -> Iterator[Settings]:
    """A server with all tables that tests may kill, stop and freeze; they share it, because `initdb` takes a second."""
    made = new_directory()
    settings = Settings(data_dir=made)
    prepare(settings)
    yield settings
    remove(made)


@pytest.fixture
def embedded(ill_treated: Settings) -> Settings:
    """The server that may be ill-treated, running again whatever the test before has done to it."""
    cluster(ill_treated).start()
    return ill_treated


@pytest.fixture
def server(embedded: Settings) -> Cluster:
    """The same as a cluster."""
    return cluster(embedded)


@contextmanager
def database(settings: Settings, template: str = DATABASE) -> Iterator[Settings]:
    """A copy of a database, deleted afterwards."""
    name = f"own_{uuid.uuid4().hex}"
    copy_database(cluster(settings), template, name)
    yield Settings(database_url=cluster(settings).url(name))
    with psycopg.connect(cluster(settings).url(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def own(settings: Settings) -> Iterator[Pool]:
    """A database in which nothing is but the test's games."""
    with database(settings) as alone, open_pool(alone) as pool:
        yield pool


@pytest.fixture(scope="session")
def played(settings: Settings) -> Iterator[str]:
    """The name of a database with the games of `over`."""
    with database(settings) as made:
        with open_pool(made) as pool:
            for ruleset, rounds in (("dobon-sato", 2), ("dobon-kawagoe", 2), ("doubt", 1)):
                finished(pool, ruleset, rounds)
            Stage(pool).open()
        yield str(psycopg.conninfo.conninfo_to_dict(made.database_url or "")["dbname"])


@pytest.fixture
def over(settings: Settings, played: str) -> Iterator[Pool]:
    """A database with games of three rulesets that are over, one that is running, and one in its second round."""
    with database(settings, played) as alone, open_pool(alone) as pool:
        yield pool


@pytest.fixture(scope="module")
def race() -> Iterator[Race]:
    """Threads that begin together."""
    with racing() as race:
        yield race
