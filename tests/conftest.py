"""A PostgreSQL server for each worker, started by the program's launcher.

Workers share none, because the change feed waits for open transactions of all databases of a server.

`PG_BINDIR` chooses another PostgreSQL. `DOBON_DATABASE_URL` is not read, because tests touch only servers that they
start.
"""

import gc
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import count as counting_up
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck
from hypothesis import settings as searching
from psycopg import sql

from infra.databases.pool import AccountsPool, open_pool
from infra.databases.preparation import prepare
from infra.postgres.cluster import Cluster
from infra.postgres.tables.schema import APP_ROLE
from infra.postgres.urls import DATABASE, cluster, owner_url
from infra.settings import OFF, Settings
from prove.harness.environment import INHERITED
from tests.seeds import Seeds

DIRECTORY = pytest.StashKey[Path]()
"""The directory of the server."""

MEMORY = Path("/dev/shm")
MEMORY_BYTES = 4 * 1024**3
"""Free memory with which temporary files are kept there: a run needs at most half of it."""

_database_numbers = counting_up(1)

# Length of Hypothesis' searches; `pytest --hypothesis-profile thorough` searches much longer and other examples each
# time, `fast` shorter. There are no deadlines, because a slow machine must not fail a test.
searching.register_profile("fast", deadline=None, derandomize=True, max_examples=12, stateful_step_count=30)
searching.register_profile("quick", deadline=None, derandomize=True, max_examples=16, stateful_step_count=50)
searching.register_profile(
    "thorough",
    deadline=None,
    derandomize=False,
    max_examples=3_000,
    stateful_step_count=200,
    suppress_health_check=[HealthCheck.too_slow],
)
searching.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shards",
        type=int,
        default=0,
        help="number of databases that share the games of the tests, behind a router; 0 for one database",
    )


def pytest_configure(config: pytest.Config) -> None:
    keep_temporary_files_in_memory()
    config.pluginmanager.register(Seeds(config))
    os.environ[INHERITED] = OFF  # tests of the analyser call it or set this
    config.stash[DIRECTORY] = new_directory()


def keep_temporary_files_in_memory() -> None:
    """Let this process and those it starts keep temporary files in memory, if there is enough and `TMPDIR` is not set.

    Postgres waits for the disk at every commit and copy of a database. That took a third of the time of a run.
    """
    if "TMPDIR" not in os.environ and MEMORY.is_mount() and shutil.disk_usage(MEMORY).free > MEMORY_BYTES:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # to be read from the environment again


BROWSERS = {"running_browser"}
"""Fixtures that start a browser."""

SERVERS = {"settings", "directory", "data_dir", "place", "killable", "running_server"}
"""Fixtures that start PostgreSQL or `dobon serve`, or create the directory for one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test whose fixtures need a browser or a server, so that `make test-fast` can leave it out.

    Clusters and modules with long tests begin first, so that the workers end together. Tests with the same servers are
    neighbours, because a worker takes neighbours and sets up their fixtures.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    for item in items:
        needed = set(getattr(item, "fixturenames", ()))
        if needed & BROWSERS:
            item.add_marker(pytest.mark.browser)
        if needed & SERVERS:
            item.add_marker(pytest.mark.server)
        if item.config.getoption("--shards") and (one := item.get_closest_marker("one_database")):
            item.add_marker(pytest.mark.skip(reason=str(one.args[0])))

    def has(item: pytest.Item, marker: str) -> bool:
        return item.get_closest_marker(marker) is not None

    items.sort(
        key=lambda item: (
            not has(item, "cluster"),
            item.path not in slow,
            not has(item, "browser"),
            not has(item, "server"),
        )
    )


def pytest_collection_finish() -> None:
    """Leave the modules and tests, which stay until the end, out of garbage collections."""
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    remove(config.stash[DIRECTORY])


def new_directory() -> Path:
    """Create a temporary directory that the account of Postgres can read.

    The directories of pytest are closed to that account when root runs the tests.
    """
    directory = Path(tempfile.mkdtemp(prefix="dobon-tests-"))
    directory.chmod(0o755)
    return directory


def remove(directory: Path) -> None:
    """Stop the server that was started in `directory`, if one was, and delete it."""
    if (directory / "postgres").exists():
        cluster(Settings(data_dir=directory)).stop()
    if (directory / "router").exists():
        Cluster(directory / "router").stop()
    shutil.rmtree(directory)


def clone(config: pytest.Config, purpose: str = "") -> Settings:
    """Create a database with all tables for this purpose; return its settings.

    Each call creates another one, because a worker that takes tests of another one may set up a module twice.
    """
    embedded = Settings(data_dir=config.stash[DIRECTORY])
    server = cluster(embedded).start()
    name = f"{DATABASE}_tests{purpose}_{next(_database_numbers)}"
    prepare(embedded)
    with psycopg.connect(server.url(), autocommit=True) as connection:  # its transactions would delay the change feed
        connection.execute("ALTER SYSTEM SET autovacuum = off")
        connection.execute("SELECT pg_reload_conf()")
    copy_database(server, DATABASE, name)
    return Settings(
        database_url=server.url(name, APP_ROLE),
        owner_database_url=server.url(name),
        data_dir=embedded.data_dir,
    )


def database_of_tests(config: pytest.Config, purpose: str = "") -> Settings:
    """Create a database with all tables for this purpose, with `--shards` several of them; return the settings."""
    shards = config.getoption("--shards")
    if not shards:
        return clone(config, purpose)
    from tests.shards import sharded

    return sharded(config, shards)


def use_in_environment(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command line use these databases."""
    values = {
        "DATABASE_URL": settings.database_url,
        "OWNER_DATABASE_URL": settings.owner_database_url,
        "SHARD_URLS": " ".join(settings.shard_urls),
        "OWNER_SHARD_URLS": " ".join(settings.owner_shard_urls),
        "ROUTER_URL": settings.router_url,
        "DATA_DIR": str(settings.data_dir),
    }
    for name, value in values.items():
        if value:
            monkeypatch.setenv(f"DOBON_{name}", value)


def copy_database(server: Cluster, template: str, name: str) -> None:
    """Create a database as a copy of another one, which takes a tenth of the time of the migrations."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(copy.format(sql.Identifier(name), sql.Identifier(template)))


@pytest.fixture(scope="session")
def settings(request: pytest.FixtureRequest) -> Settings:
    """The database of this worker's tests.

    Tests share it, so each creates its own players and games, and leaves only intact ones.
    """
    return database_of_tests(request.config)


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """Undo what a server that the test runs in this process has set: its log would go to a file that is closed."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(scope="session")
def pool(settings: Settings) -> Iterator[AccountsPool]:
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
    """A data directory for servers that tests start, kill and stop in turn.

    Each server finds the data of the one before.
    """
    made = new_directory()
    yield made
    remove(made)
