"""A server, and clients that call it. Every answer is validated against openapi.yaml on its way."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.wrappers import Response

from api.app import create_app
from infra.commands.scheduler import Scheduler
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.pool import Pool
from infra.settings import Settings
from prove.harness.application import START, Caller, House, open_house
from tests.api.server.serving import Server
from tests.conftest import database_of_tests, new_directory, remove
from tests.threaded_server import serve


def refused(response: Response, status: int, code: str) -> dict[str, Any]:
    """Return the body of an error answer, after checking its status and code."""
    body: dict[str, Any] = response.get_json(force=True)
    assert (response.status_code, body.get("code")) == (status, code), body
    assert response.mimetype == "application/problem+json"
    assert body["type"] == f"/problems/{code}"
    assert body["status"] == status
    return body


@pytest.fixture(scope="session")
def settings(request: pytest.FixtureRequest) -> Settings:
    """A database in which every game was played by the rules, because listings and `dobon rebuild` read all of them."""
    return database_of_tests(request.config, "_api")


@pytest.fixture(scope="session")
def pool(settings: Settings) -> Iterator[AccountsPool]:
    with open_pool(settings) as pool:
        yield pool


@pytest.fixture(scope="session")
def only_house(pool: Pool) -> Iterator[House]:
    with open_house(pool) as house:
        yield house


@pytest.fixture
def house(only_house: House) -> Iterator[House]:
    """The shared app; the clock starts again with each test, and each test creates its own players and games."""
    only_house.time.now = START
    yield only_house
    only_house.close_others()


@pytest.fixture
def root(house: House) -> Caller:
    return house.admin()


@pytest.fixture(scope="module")
def url(pool: Pool) -> Iterator[str]:
    """A server in real time, with a scheduler that moves the bots.

    Modules that use it have no games of `house`, whose clock stands still.
    """
    tables = GameService(pool, unattended_seconds=0)
    app, clock = create_app(pool, tables), Scheduler(tables)
    with serve(app) as url:
        clock.start()
        yield url
        clock.stop()


@pytest.fixture(scope="session")
def running_server() -> Iterator[Server]:
    directory = new_directory()
    server = Server.start(directory, find_free_port())
    yield server
    server.close()
    remove(directory)


@pytest.fixture
def served(running_server: Server) -> Server:
    """A server that tests share and leave running; it answers again even if its workers were killed."""
    running_server.token = ""
    running_server.call("GET", "/healthz")
    return running_server


@pytest.fixture
def free_port() -> int:
    """A port without a listener."""
    return find_free_port()


def find_free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        found: int = listener.getsockname()[1]
        return found
