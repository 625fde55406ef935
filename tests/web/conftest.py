"""The site on the tests' Postgres in real time, visited by a real Chromium. Every error of a page fails its test."""

import asyncio
import logging
import os
import uuid
from collections.abc import Callable, Collection, Iterator
from hashlib import sha256
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

import infra.commands.service
from api.app import create_app
from domain.log.chance import Chance, HashChain
from infra.commands.scheduler import Scheduler
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.pool import Pool
from infra.settings import Settings
from prove.harness.application import Caller, House, Time
from tests.conftest import clone
from tests.threaded_server import serve
from tests.web.visitor import (
    LAST_LINK,
    Theme,
    Visitor,
    chromium_arguments,
    chromium_path,
    open_visitor,
    playwright_loop,
)

Visit = Callable[..., Visitor]

PAGE_LINK = HashChain(LAST_LINK, 20).link(1).hex()
"""What a page contributes to the first round of its games."""


class Deals:
    """The random values of this server. With a seed, each new game is always the same, from its id to its last card."""

    def __init__(self) -> None:
        self._seed: str | None = None
        self._ids: dict[Any, uuid.UUID] = {}

    def seed(self, seed: str | None) -> None:
        """Use a seed for the games that follow; None returns to real random values."""
        self._seed = seed
        self._ids.clear()

    def seed_where(
        self, fits: Callable[[Chance], bool], seats: int, *, rounds: int = 1, pages: Collection[int] = ()
    ) -> None:
        """Choose a seed for which the first deal of the next game fits.

        `pages` are the seats that are taken in a browser; the players on them contribute to the shuffle.
        """
        links = [PAGE_LINK if seat in pages else "" for seat in range(seats)]
        seeds = (f"{self._seed}, deal {number}" for number in count())
        self.seed(
            next(
                seed
                for seed in seeds
                if fits(Chance(HashChain(_secret(seed), rounds).link(1), str(_id(seed, 1)), 1, links))
            )
        )

    def fresh(self) -> bytes:
        """Return a secret: with a seed always the same one, because the deal also depends on the game and the round."""
        return os.urandom(32) if self._seed is None else _secret(self._seed)

    def new_id(self, *key: Any) -> uuid.UUID:
        """Return the id of a new game; the same key gives the same id."""
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
    """The settings of a database for the games of these tests."""
    return clone(request.config, "_web")


@pytest.fixture(scope="session")
def pool(settings: Settings) -> Iterator[AccountsPool]:
    with open_pool(settings) as pool:
        yield pool


@pytest.fixture(scope="session")
def all_deals() -> Deals:
    return Deals()


@pytest.fixture(autouse=True)
def deals(all_deals: Deals, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Deals]:
    """The server's random values, with a seed for each test, so that no test depends on a lucky deal."""
    ids = SimpleNamespace(UUID=uuid.UUID, uuid4=all_deals.new_id, uuid5=all_deals.new_id)
    monkeypatch.setattr(infra.commands.service, "uuid", ids)
    all_deals.seed(request.node.nodeid.partition("@")[0])
    yield all_deals
    all_deals.seed(None)


@pytest.fixture(scope="session")
def house(pool: Pool, all_deals: Deals) -> House:
    """The server, for players without a browser."""
    tables = GameService(pool, new_secret=all_deals.fresh)
    return House(create_app(pool, tables), tables, pool, Time())


@pytest.fixture(scope="session")
def site(house: House) -> Iterator[str]:
    """The address of the site, with a scheduler that plays the bots."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)  # or every file is logged when a test fails
    scheduler = Scheduler(house.tables)
    with serve(house.app) as url:
        scheduler.start()
        yield url
        scheduler.stop()
        house.close_others()


@pytest.fixture(scope="session")
def running_browser() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop | None]]:
    """One Chromium for all tests of a worker."""
    path = chromium_path()
    if path is None:
        reason = "no Chromium on this machine: install Debian's `chromium`, or Chrome, to test the pages"
        # In CI, a missing browser must not skip these tests silently.
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    playwright = sync_playwright().start()
    loop = asyncio._get_running_loop()
    browser = playwright.chromium.launch(executable_path=path, args=chromium_arguments())
    asyncio._set_running_loop(None)
    yield browser, loop
    with playwright_loop(loop):
        browser.close()
        playwright.stop()


@pytest.fixture
def browser(running_browser: tuple[Browser, asyncio.AbstractEventLoop | None]) -> Iterator[Browser]:
    browser, loop = running_browser
    with playwright_loop(loop):
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
        visitors.append(open_visitor(browser, url, caller, language, size, theme, **more))
        return visitors[-1] if path is None else visitors[-1].go(path)

    yield new
    for one in visitors:
        one.context.close()
    for one in visitors:
        one.assert_no_errors()
