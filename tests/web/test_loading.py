"""How a page is loaded: the first time, again, and after an upgrade."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from api.middleware import static_files
from api.operations import reviews
from prove.harness.application import House
from tests.web.conftest import Visit
from tests.web.visitor import Visitor


@pytest.fixture
def asked(house: House, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that the server is asked for. What a browser takes from its cache never gets here."""
    paths: list[str] = []
    answer = house.app.wsgi_app

    def record(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        paths.append(environ["PATH_INFO"])
        return answer(environ, start)

    monkeypatch.setattr(house.app, "wsgi_app", record)
    return paths


def load(here: Visitor, path: str, asked: list[str]) -> tuple[list[str], list[str]]:
    """Open a page. Return the paths of files and of the API that the server was asked for until it was quiet."""
    asked.clear()
    here.go(path)
    here.page.wait_for_load_state("networkidle")
    files = [one for one in asked if not one.startswith("/v1/")]
    return files, [one for one in asked if one not in files]


@pytest.mark.parametrize("path", ["/", "/audit.html"])
def test_a_page_that_is_loaded_again_asks_for_itself_alone(visit: Visit, asked: list[str], path: str) -> None:
    here = visit(None)
    cold, _ = load(here, path, asked)
    expect(here.page.locator("h1").first).to_be_visible()
    assert len(cold) > 15
    assert all(one == path or one.startswith("/static/") for one in cold)
    warm, _ = load(here, path, asked)
    expect(here.page.locator("h1").first).to_be_visible()
    assert warm == [path]


def test_another_page_loads_only_files_that_are_new_to_the_browser(visit: Visit, asked: list[str]) -> None:
    here = visit(None)
    first, _ = load(here, "/", asked)
    second, _ = load(here, "/audit.html", asked)
    assert not set(first) & set(second)


def test_a_long_review_is_read_in_parts_and_kept_by_the_browser(
    visit: Visit, house: House, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.finished()
    frames = table.people[0].get(f"{table.path}/rounds/1/review").json["frames"]
    monkeypatch.setattr(reviews, "MAX_FRAMES", len(frames) // 2)
    here, path = visit(None, table.people[0]), f"/replay.html?game={table.id}&round=1"
    for parts in (2 + len(frames) % 2, 0):
        _, api = load(here, path, asked)
        expect(here.page.locator(".replay-moments li")).to_have_count(len(frames))
        assert sum(one.endswith("/review") for one in api) == parts


def test_after_an_upgrade_a_page_loads_the_files_of_the_new_version(
    visit: Visit, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = visit(None)
    old, _ = load(here, "/", asked)
    upgrade(monkeypatch, "f" * 16)
    new, _ = load(here, "/", asked)
    expect(here.page.locator("h1").first).to_be_visible()
    assert [one.replace("f" * 16, old[1].split("/")[2]) for one in sorted(new)] == sorted(old)


def test_a_page_that_was_open_during_an_upgrade_still_gets_files(
    visit: Visit, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = visit(None)
    load(here, "/", asked)
    upgrade(monkeypatch, "e" * 16)
    asked.clear()
    loaded = "async () => Object.keys((await import(new URL('boards/doubt.js', document.scripts[1].src).href))).length"
    assert here.page.evaluate(loaded) > 0
    assert any(one.endswith("/boards/doubt.js") for one in asked)
    assert not any("e" * 16 in one for one in asked)


def upgrade(monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    """Let the server serve its files as another version."""
    monkeypatch.setattr(static_files.ClientFiles, "version", property(lambda _: version), raising=False)


def test_no_file_of_the_client_names_another_by_an_address_without_a_version() -> None:
    for path in Path(static_files.WEB).rglob("*"):
        if path.suffix in (".js", ".css", ".html"):
            for kind in ("/css/", "/lib/", "/text/", "/boards/", "/icon.svg"):
                for quote in "\"'(":
                    assert f"{quote}{kind}" not in path.read_text("utf-8"), (path, kind)
