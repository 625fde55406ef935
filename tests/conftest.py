"""A PostgreSQL for the run, started by the same launcher as the program's own; every worker has a clone of one database in it.

`PG_BINDIR` chooses another PostgreSQL. Nothing here looks at `DOBON_DATABASE_URL`: the tests touch no server that they did not start.
"""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck
from hypothesis import settings as searching
from psycopg import sql

from infra.database import DATABASE, Pool, cluster, open_pool, owner_url, prepare
from infra.postgres import Cluster
from infra.schema import APP_ROLE
from infra.settings import Settings

SHARED = pytest.StashKey[Path]()
CLONING = 20_261_121
"""Key of the advisory lock under which the workers copy the template, which nobody else may be connected to."""

# How long Hypothesis searches: `pytest --hypothesis-profile thorough` for much longer, `fast` for less. There are no deadlines, because a busy machine is no failure.
searching.register_profile("fast", deadline=None, max_examples=12, stateful_step_count=30)
searching.register_profile("quick", deadline=None, max_examples=60, stateful_step_count=60)
searching.register_profile(
    "thorough", deadline=None, max_examples=3_000, stateful_step_count=200, suppress_health_check=[HealthCheck.too_slow]
)
searching.load_profile("quick")


class Workers:
    """Hooks of pytest-xdist, where it is installed."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        node.workerinput["shared"] = str(node.config.stash[SHARED])


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Workers())
    given = getattr(config, "workerinput", None)
    config.stash[SHARED] = Path(given["shared"]) if given else new_directory()


BROWSERS = {"running"}
"""Fixtures that start a browser."""

SERVERS = {"settings", "directory", "data_dir", "place", "ill_treated", "running_server"}
"""Fixtures that start a server, or make the place for one: PostgreSQL, `dobon serve`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test that needs a browser or a server, by the fixtures it needs, so that `make test-fast` can leave it out."""
    for item in items:
        needed = set(getattr(item, "fixturenames", ()))
        if needed & BROWSERS:
            item.add_marker(pytest.mark.browser)
        if needed & SERVERS:
            item.add_marker(pytest.mark.server)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        remove(config.stash[SHARED])


def new_directory() -> Path:
    """A temporary directory that the account of Postgres can reach too; pytest's own are closed to it when root runs the tests."""
    directory = Path(tempfile.mkdtemp(prefix="dobon-tests-"))
    directory.chmod(0o755)
    return directory


def remove(directory: Path) -> None:
    """Stop the server that was started in `directory`, if one was, and delete it."""
    if (directory / "postgres").exists():
        cluster(Settings(data_dir=directory)).stop()
    shutil.rmtree(directory)


def clone(config: pytest.Config, purpose: str = "") -> Settings:
    """Settings of a new database with all tables, for this worker and purpose alone."""
    embedded = Settings(data_dir=config.stash[SHARED])
    server = cluster(embedded).start()
    name = f"{DATABASE}_{getattr(config, 'workerinput', {}).get('workerid', 'main')}{purpose}"
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [CLONING])
        prepare(embedded)
    copy_database(server, DATABASE, name)
    return Settings(
        database_url=server.url(name, APP_ROLE),
        owner_database_url=server.url(name),
        data_dir=embedded.data_dir,
    )


def copy_database(server: Cluster, template: str, name: str) -> None:
    """Make a database that is a copy of another one, which takes a tenth of the time of the migrations."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", [CLONING])
        copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(copy.format(sql.Identifier(name), sql.Identifier(template)))


@pytest.fixture(scope="session")
def settings(request: pytest.FixtureRequest) -> Settings:
    """The database of this worker's tests. They share it, so each makes players and games of its own, and leaves none that is not whole."""
    return clone(request.config)


@pytest.fixture(scope="session")
def pool(settings: Settings) -> Iterator[Pool]:
    """Connections of the application's role."""
    with open_pool(settings) as pool:
        yield pool


@pytest.fixture
def owner(settings: Settings) -> Iterator[psycopg.Connection[Any]]:
    """A connection of the owner of the tables, in autocommit."""
    with psycopg.connect(owner_url(settings), autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="session")
def data_dir() -> Iterator[Path]:
    """A data directory for servers that tests start, kill and stop one after the other; each finds what the one before has left."""
    made = new_directory()
    yield made
    remove(made)
