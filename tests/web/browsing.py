"""Browsers that visit the pages, and take note of everything that goes wrong there."""

import asyncio
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from prove.harness.application import Caller

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""What a Chromium may be called on this machine. The shell without windows is the same browser, and takes a third of the time of the processor."""

ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE = 90_000
"""Milliseconds for what has to come. It comes at once on a machine with nothing else to do; how long it takes is no part of any test."""

POLL = 20
"""Milliseconds between two looks at something that has to come and of which no browser tells."""

Theme = Literal["light", "dark"]

SIZES = {"desktop": (1280, 800), "phone": (360, 640), "tablet": (820, 1180)}

CHECK = """async ([within, options]) => {
    const found = await axe.run(within ?? document, {resultTypes: ["violations"], preload: false, ...options});
    return found.violations;
}"""
"""What axe-core finds wrong. It need not read the style sheets for it."""

TOKEN = re.compile("dbn(adm)?_")
"""What tokens begin with; those of links that share a replay do not."""

LOCALES = {"ja": "ja-JP", "en": "en-GB"}


def chromium() -> str | None:
    """The path of a Chromium on this machine."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def arguments() -> list[str]:
    """What it is started with: Chromium's own sandbox does not work for root."""
    return [*ARGUMENTS, *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]


@contextmanager
def paused(loop: asyncio.AbstractEventLoop | None) -> Iterator[None]:
    """Playwright keeps a loop of asyncio running in this thread; out here nobody notices, and may run one of their own."""
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(None)


@dataclass
class Visitor:
    """Somebody with a browser of their own, and one page open in it."""

    context: BrowserContext
    page: Page
    url: str
    theme: Theme = "light"
    complaints: list[str] = field(default_factory=list)
    expected: list[re.Pattern[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.complaints.append(f"not caught: {error.error}"))
        self.context.on("requestfailed", self._failed)
        self.context.on("request", self._asked)

    def go(self, path: str) -> "Visitor":
        """Open a page of the site, until its scripts have run."""
        self.page.goto(self.url + path)
        return self

    def key(self, key: str) -> Locator:
        """The control with that `data-key`."""
        return self.page.locator(f'[data-key="{key}"]')

    def expects(self, pattern: str) -> None:
        """From now on it is no fault of the page when something like that is complained about: the test has brought it about."""
        self.expected.append(re.compile(pattern))

    def until(self, come: Callable[[], object], else_: Callable[[], str] = lambda: "it has not come") -> None:
        """Wait for what is no part of the page."""
        for _ in range(PATIENCE // POLL):
            if come():
                return
            self.page.wait_for_timeout(POLL)
        raise AssertionError(else_())

    def check(self) -> None:
        """Nothing has gone wrong so far."""
        wrong = [text for text in self.complaints if not any(pattern.search(text) for pattern in self.expected)]
        assert not wrong, "\n".join(wrong)

    def accessible(self, within: str | None = None) -> None:
        """axe-core finds nothing wrong with the page as it stands, light and dark, and it does not scroll sideways."""
        for what in ("main", "h1"):
            self.page.locator(what).first.wait_for(state="attached")
        self.page.evaluate(AXE_SCRIPT)
        found = self.page.evaluate(CHECK, [within, {}])
        self.page.emulate_media(color_scheme="light" if self.theme == "dark" else "dark")
        found += self.page.evaluate(CHECK, [within, {"runOnly": ["color-contrast"]}])
        self.page.emulate_media(color_scheme=self.theme)
        assert not found, report(found)
        width, room = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width <= room, f"{width} pixels wide in {room}"

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, request: Request) -> None:
        if TOKEN.search(request.url):
            self.complaints.append(f"a token in an address: {request.url}")

    def _failed(self, request: Request) -> None:
        # A request that the page itself gave up, as all do when it is left, has not failed.
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed: {request.failure} {request.method} {request.url}")


def visitor(
    browser: Browser, url: str, caller: Caller | None, language: str, size: str, theme: Theme, **more: Any
) -> Visitor:
    """A new browser, with nothing in it but who its owner is."""
    width, height = SIZES[size]
    kept = [] if caller is None else known(caller)
    context = browser.new_context(
        locale=LOCALES[language],
        viewport={"width": width, "height": height},
        has_touch=size == "phone",
        color_scheme=theme,
        reduced_motion="reduce",
        storage_state={"cookies": [], "origins": [{"origin": url, "localStorage": kept}]},
        **more,
    )
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    return Visitor(context, context.new_page(), url, theme)


def known(caller: Caller) -> list[Any]:
    """What a browser remembers of the player it belongs to."""
    player = f'{{"id": "{caller.id}", "name": "{caller.name}"}}'
    return [{"name": "dobon.token", "value": caller.token or ""}, {"name": "dobon.player", "value": player}]


def report(violations: list[dict[str, Any]]) -> str:
    """What axe-core found, and where."""
    lines = []
    for violation in violations:
        lines.append(f"{violation['id']} ({violation['impact']}): {violation['help']}")
        for node in violation["nodes"]:
            wrong = [check["message"] for check in [*node["any"], *node["all"], *node["none"]]]
            lines += [f"    {node['target']} {node['html'][:200]}", *(f"        {text}" for text in wrong)]
    return "\n".join(lines)
