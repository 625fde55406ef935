"""A visitor: a browser with one page that records every error of the page."""

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
"""Names of Chromium on this machine. The headless shell is the same browser and needs a third of the processor time."""

ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

TIMEOUT_MS = 90_000
"""Milliseconds to wait for an expected state. The time that a page needs is not part of any test."""

POLL_MS = 20
"""Milliseconds between two checks of a state outside the page."""

Theme = Literal["light", "dark"]

SIZES = {"desktop": (1280, 800), "phone": (360, 640), "tall phone": (390, 844), "tablet": (820, 1180)}

MODULE = 'import(new URL("{}", document.querySelector("script[type=module]").src).href)'
"""Imports a module of the client in the version that the page uses; the path begins at `api/web`."""

CHECK = """async ([within, options]) => {
    const found = await axe.run(within ?? document, {resultTypes: ["violations"], preload: false, ...options});
    return found.violations;
}"""
"""Returns the violations that axe-core finds, without loading the style sheets."""

LAST_LINK = bytes([7]) * 32
"""The last link of the hash chain that every page draws, so that its games have always the same cards."""

SAME_CHAIN = f"""{{
    const draw = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (bytes) => bytes.length === {len(LAST_LINK)} ? bytes.fill({LAST_LINK[0]}) : draw(bytes);
}}"""

BLOCKED = "Service Worker registration blocked by Playwright"
"""The warning in a browser without service workers. Most tests have none, because each would load all files."""

STARTED = re.compile(r"status of 409 .*/invitation\)")
"""A page asked for the QR code of a table while its last seat was taken. It needs none any more."""

TOKEN = re.compile("dbn(adm)?_")
"""The prefix of tokens of accounts; tokens of shared replays have another one."""

LOCALES = {"ja": "ja-JP", "en": "en-GB"}


def chromium_path() -> str | None:
    """Return the path of a Chromium on this machine, or None."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def chromium_arguments() -> list[str]:
    """Return the arguments of Chromium; its sandbox does not work for root."""
    return [*ARGUMENTS, *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]


@contextmanager
def playwright_loop(loop: asyncio.AbstractEventLoop | None) -> Iterator[None]:
    """Set Playwright's asyncio loop as the running one; outside of the block, other code can run its own."""
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(None)


@dataclass
class Visitor:
    """A browser of its own, with one open page."""

    context: BrowserContext
    page: Page
    url: str
    theme: Theme = "light"
    errors: list[str] = field(default_factory=list)
    ignored: list[re.Pattern[str]] = field(default_factory=lambda: [STARTED])

    def __post_init__(self) -> None:
        self.context.on("console", self._on_console)
        self.context.on("weberror", lambda error: self.errors.append(f"not caught: {error.error}"))
        self.context.on("requestfailed", self._on_request_failed)
        self.context.on("request", self._on_request)

    def go(self, path: str) -> "Visitor":
        """Open a page of the site and wait until it is loaded."""
        self.page.goto(self.url + path)
        return self

    def key(self, key: str) -> Locator:
        """Return the control with that `data-key`."""
        return self.page.locator(f'[data-key="{key}"]')

    def ignore_errors(self, pattern: str) -> None:
        """Ignore errors that match the pattern, because the test causes them."""
        self.ignored.append(re.compile(pattern))

    def wait_until(self, holds: Callable[[], object], failure: Callable[[], str] = lambda: "timeout") -> None:
        """Wait for a state outside the page. Raises `AssertionError` with the text of `failure` after the timeout."""
        for _ in range(TIMEOUT_MS // POLL_MS):
            if holds():
                return
            self.page.wait_for_timeout(POLL_MS)
        raise AssertionError(failure())

    def assert_no_errors(self) -> None:
        """Raise `AssertionError` if the page had errors."""
        wrong = [text for text in self.errors if not any(pattern.search(text) for pattern in self.ignored)]
        assert not wrong, "\n".join(wrong)

    def assert_accessible(self, within: str | None = None) -> None:
        """Raise `AssertionError` if axe-core finds violations, in either theme, or if the page scrolls sideways."""
        for selector in ("main", "h1"):
            self.page.locator(selector).first.wait_for(state="attached")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        found = self.page.evaluate(CHECK, [within, {}])
        self.page.emulate_media(color_scheme="light" if self.theme == "dark" else "dark")
        found += self.page.evaluate(CHECK, [within, {"runOnly": ["color-contrast"]}])
        self.page.emulate_media(color_scheme=self.theme)
        assert not found, describe_violations(found)
        width, room = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width <= room, f"{width} pixels wide in {room}"

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and BLOCKED not in message.text:
            self.errors.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _on_request(self, request: Request) -> None:
        if TOKEN.search(request.url):
            self.errors.append(f"a token in an address: {request.url}")

    def _on_request_failed(self, request: Request) -> None:
        # A page cancels its requests when it is left; those have not failed.
        if request.failure != "net::ERR_ABORTED":
            self.errors.append(f"failed: {request.failure} {request.method} {request.url}")


def open_visitor(
    browser: Browser, url: str, caller: Caller | None, language: str, size: str, theme: Theme, **more: Any
) -> Visitor:
    """Return a visitor with a new browser context, which stores only the player."""
    width, height = SIZES[size]
    kept = [] if caller is None else stored_player(caller)
    context = browser.new_context(
        locale=LOCALES[language],
        viewport={"width": width, "height": height},
        has_touch=size == "phone",
        color_scheme=theme,
        reduced_motion="reduce",
        service_workers=more.pop("service_workers", "block"),
        storage_state={"cookies": [], "origins": [{"origin": url, "localStorage": kept}]},
        **more,
    )
    context.add_init_script(SAME_CHAIN)
    context.set_default_timeout(TIMEOUT_MS)
    expect.set_options(timeout=TIMEOUT_MS)
    return Visitor(context, context.new_page(), url, theme)


def stored_player(caller: Caller) -> list[Any]:
    """Return the local storage of a browser that belongs to the player."""
    player = f'{{"id": "{caller.id}", "name": "{caller.name}"}}'
    return [{"name": "dobon.token", "value": caller.token or ""}, {"name": "dobon.player", "value": player}]


def describe_violations(violations: list[dict[str, Any]]) -> str:
    """Return the violations found by axe-core, with their elements."""
    lines = []
    for violation in violations:
        lines.append(f"{violation['id']} ({violation['impact']}): {violation['help']}")
        for node in violation["nodes"]:
            wrong = [check["message"] for check in [*node["any"], *node["all"], *node["none"]]]
            lines += [f"    {node['target']} {node['html'][:200]}", *(f"        {text}" for text in wrong)]
    return "\n".join(lines)
