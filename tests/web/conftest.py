"""The site on the tests' Postgres in real time, and visitors with a real Chromium. Whatever a page complains about fails the test that visited it."""

import asyncio
import os
import uuid
from collections.abc import Callable, Iterator
from hashlib import sha256
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

import infra.table
from api.app import create_app
from api.services import NAME
from infra.clock import Clock
from infra.database import Pool, open_pool
from infra.settings import Settings
from infra.table import Tables
from tests.api.conftest import Caller, House, Time
from tests.conftest import clone
from tests.web.browsing import Visitor, arguments, chromium, paused, visitor

Visit = Callable[..., Visitor]


class Deals:
    """The chance of this server: where a test gives it a seed, each new game is the same each time, from its id to its last card."""

    def __init__(self) -> None:
        self._seed: str | None = None
        self._count = 0

    def seed(self, seed: str | None) -> None:
        """From here on."""
        self._seed, self._count = seed, 0

    def fresh(self) -> bytes:
        """A secret."""
        return os.urandom(32) if self._seed is None else sha256(self._next("secret")).digest()

    def new_id(self, *_: Any) -> uuid.UUID:
        """The id of a new game."""
        return uuid.uuid4() if self._seed is None else uuid.UUID(bytes=sha256(self._next("game")).digest()[:16])

    def _next(self, what: str) -> bytes:
        self._count += 1
        return f"{what} {self._count} of {self._seed}".encode()


@pytest.fixture(scope="session")
def settings(request: pytest.FixtureRequest) -> Settings:
    """A database in which every game was played on these pages, or for them."""
    return clone(request.config, "_web")


@pytest.fixture(scope="session")
def pool(settings: Settings) -> Iterator[Pool]:
    with open_pool(settings) as pool:
        yield pool


@pytest.fixture(scope="session")
def all_deals() -> Deals:
    return Deals()


@pytest.fixture
def deals(all_deals: Deals, monkeypatch: pytest.MonkeyPatch) -> Iterator[Deals]:
    """The server's chance, to be given a seed."""
    ids = SimpleNamespace(UUID=uuid.UUID, uuid4=all_deals.new_id, uuid5=all_deals.new_id)
    monkeypatch.setattr(infra.table, "uuid", ids)
    yield all_deals
    all_deals.seed(None)


@pytest.fixture(scope="session")
def house(pool: Pool, all_deals: Deals) -> House:
    """The server, for people who need no browser."""
    tables = Tables(pool, fresh=all_deals.fresh)
    return House(create_app(pool, tables), tables, pool, Time())


@pytest.fixture(scope="session")
def site(house: House) -> Iterator[str]:
    """The address of the site, with a clock that plays the bots."""
    server = make_server("127.0.0.1", 0, house.app, threaded=True)
    clock = Clock(house.tables)
    thread = Thread(target=server.serve_forever)
    thread.start()
    clock.start()
    yield f"http://127.0.0.1:{server.port}"
    clock.stop()
    house.app.extensions[NAME].tail.close()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def running() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop | None]]:
    """One Chromium for all tests of a worker."""
    path = chromium()
    if path is None:
        reason = "no Chromium on this machine: install Debian's `chromium`, or Chrome, to test the pages"
        # What is checked for everybody must not be left out unnoticed.
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    playwright = sync_playwright().start()
    loop = asyncio._get_running_loop()
    browser = playwright.chromium.launch(executable_path=path, args=arguments())
    asyncio._set_running_loop(None)
    yield browser, loop
    with paused(loop):
        browser.close()
        playwright.stop()


@pytest.fixture
def browser(running: tuple[Browser, asyncio.AbstractEventLoop | None]) -> Iterator[Browser]:
    browser, loop = running
    with paused(loop):
        yield browser


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Visit]:
    """A visitor with a fresh browser: `visit("/", caller, language="ja", size="phone", theme="dark")`."""
    visitors: list[Visitor] = []

    def new(
        path: str | None = "/",
        caller: Caller | None = None,
        *,
        language: str = "en",
        size: str = "desktop",
        theme: str = "light",
        url: str = site,
        **more: Any,
    ) -> Visitor:
        visitors.append(visitor(browser, url, caller, language, size, theme, **more))
        return visitors[-1] if path is None else visitors[-1].go(path)

    yield new
    for one in visitors:
        one.context.close()
    for one in visitors:
        one.check()
