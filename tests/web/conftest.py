"""The site on the tests' Postgres in real time, and visitors with a real Chromium. Whatever a page complains about fails the test that visited it."""

import asyncio
import logging
import os
import uuid
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

import infra.table
from api.app import create_app
from api.services import NAME
from domain.chance import Chance
from infra.clock import Clock
from infra.database import Pool, open_pool
from infra.settings import Settings
from infra.table import Tables
from prove.harness.application import Caller, House, Time
from tests.conftest import clone
from tests.web.browsing import Theme, Visitor, arguments, chromium, paused, visitor

Visit = Callable[..., Visitor]


class Deals:
    """The chance of this server. With a seed each new game is the same each time, from its id to its last card, whatever else goes on meanwhile."""

    def __init__(self) -> None:
        self._seed: str | None = None
        self._ids: dict[Any, uuid.UUID] = {}

    def seed(self, seed: str | None) -> None:
        """From here on."""
        self._seed = seed
        self._ids.clear()

    def seed_where(self, fits: Callable[[Chance], bool], seats: int) -> None:
        """Such that the deal of the next game fits, to which nobody brings entropy."""
        seeds = (f"{self._seed}, deal {number}" for number in count())
        self.seed(next(seed for seed in seeds if fits(Chance(_secret(seed), str(_id(seed, 1)), 1, [""] * seats))))

    def fresh(self) -> bytes:
        """A secret: with a seed always the same one, for what comes of it depends on the game and the round too."""
        return os.urandom(32) if self._seed is None else _secret(self._seed)

    def new_id(self, *key: Any) -> uuid.UUID:
        """The id of a new game, the same again for the same key."""
        if self._seed is None:
            return uuid.uuid5(*key) if key else uuid.uuid4()
        number = len(self._ids) + 1
        return self._ids.setdefault(key or number, _id(self._seed, number))


def _secret(seed: str) -> bytes:
    return sha256(f"secret of {seed}".encode()).digest()


def _id(seed: str, number: int) -> uuid.UUID:
    return uuid.UUID(bytes=sha256(f"game {number} of {seed}".encode()).digest()[:16], version=4)


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


@pytest.fixture(autouse=True)
def deals(all_deals: Deals, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Deals]:
    """The server's chance, with a seed for each test: none of them passes or fails by what is dealt."""
    ids = SimpleNamespace(UUID=uuid.UUID, uuid4=all_deals.new_id, uuid5=all_deals.new_id)
    monkeypatch.setattr(infra.table, "uuid", ids)
    all_deals.seed(request.node.nodeid.partition("@")[0])
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
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # else each file of each page has a line where a test fails
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
        theme: Theme = "light",
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
