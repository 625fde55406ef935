"""The installed app: it can be installed, opens offline and says so, recovers, and follows new versions."""

import re
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from api.middleware import static_files
from api.texts import messages
from prove.harness.application import House
from prove.harness.views import actions_of
from tests.web.conftest import Visit
from tests.web.table_controls import preferred_action, wait_for_view
from tests.web.test_loading import upgrade
from tests.web.visitor import MODULE, Visitor

OFFLINE = r"ERR_INTERNET_DISCONNECTED|ERR_FAILED"
"""Chromium's messages about requests without a network."""

PNG = re.compile(rb"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR(.{4})(.{4})", re.DOTALL)

READY = "Boolean(navigator.serviceWorker.controller)"
"""Does a service worker control the page? Awaiting `navigator.serviceWorker.ready` would never end without one."""

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        for (const {url} of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found;
}"""
"""Returns the paths of everything that the service worker keeps."""

BADGES = """
    window.badges = [];
    navigator.setAppBadge = async (count) => { window.badges.push(count); };
    navigator.clearAppBadge = async () => { window.badges.push(0); };
"""
"""Records the numbers for the icon, because a browser shows them only for an installed app."""


def open_app(visit: Visit, path: str, *args: Any, **more: Any) -> Visitor:
    """Open a page and wait until a service worker controls it."""
    here = visit(path, *args, service_workers="allow", **more)
    here.wait_until(lambda: here.page.evaluate(READY))
    return here


def test_the_app_can_be_installed_by_the_checks_of_chromium(visit: Visit) -> None:
    here = open_app(visit, "/")
    browser = here.context.new_cdp_session(here.page)
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].startswith(f"{here.url}/static/")
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = here.page.evaluate("async (url) => (await fetch(url)).json()", found["url"])
    purposes = set()
    for icon in manifest["icons"]:
        answer = here.page.request.get(found["url"].replace("manifest.webmanifest", icon["src"]))
        assert answer.status == 200
        assert answer.headers["content-type"].split(";")[0] == icon["type"]
        purposes.add((icon["purpose"], icon["sizes"]))
        if icon["type"] == "image/png":
            size = PNG.match(answer.body())
            assert size
            assert "x".join(str(int.from_bytes(side)) for side in size.groups()) == icon["sizes"]
    assert {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")} <= purposes


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_lobby_opens_offline_says_so_and_recovers(visit: Visit, house: House, language: str) -> None:
    here = open_app(visit, "/", house.player("Aoi"), language=language, size="phone")
    here.ignore_errors(OFFLINE)
    here.context.set_offline(True)
    here.page.reload()
    expect(here.page.locator(".trouble")).to_contain_text("オフライン" if language == "ja" else "You are offline")
    expect(here.key("retry")).to_be_visible()
    expect(here.page.locator(".game-card, .table-line")).to_have_count(0)
    here.assert_accessible()
    here.context.set_offline(False)
    expect(here.page.locator(".game-card").first).to_be_visible()
    expect(here.page.locator(".trouble")).to_be_hidden()


def test_a_table_is_never_shown_as_live_offline_and_recovers(visit: Visit, house: House) -> None:
    table = house.table(2, ruleset="durak")
    here = open_app(visit, f"/table.html?game={table.id}", table.people[0])
    here.ignore_errors(OFFLINE)
    before = wait_for_view(here, table.people[0], table.id)
    expect(here.page.locator(".connection.live")).to_be_attached()
    here.context.set_offline(True)
    expect(here.page.locator(".connection.reconnecting")).to_be_visible()
    expect(here.page.locator(".felt.not-live")).to_be_visible()
    expect(here.page.locator(".trouble")).to_be_visible()
    mover = next(person for person in table.people if actions_of(person.view(table.id)))
    assert mover.post(f"{table.path}/actions", preferred_action(mover.view(table.id))).status_code == 200
    here.context.set_offline(False)
    expect(here.page.locator(".connection.live")).to_be_attached()
    expect(here.page.locator(".felt.not-live")).to_have_count(0)
    assert wait_for_view(here, table.people[0], table.id)["version"] > before["version"]
    here.context.set_offline(True)
    here.page.reload()
    expect(here.page.locator(".trouble")).to_be_visible()
    expect(here.key("retry")).to_be_visible()
    expect(here.page.locator(".hand-card, .connection.live")).to_have_count(0)
    here.context.set_offline(False)
    expect(here.page.locator(".connection.live")).to_be_attached()
    wait_for_view(here, table.people[0], table.id)


def test_the_worker_keeps_every_page_and_file_and_no_answer_of_the_api(visit: Visit, house: House) -> None:
    table = house.old()
    here = open_app(visit, f"/table.html?game={table.id}", table.people[0])
    here.go("/")
    expect(here.page.locator(".table-line").first).to_be_visible()
    kept = here.page.evaluate(KEPT)
    paths = [path.relative_to(static_files.WEB) for path in static_files.WEB.rglob("*") if path.is_file()]
    names = {path.as_posix() for path in paths if path.suffix != ".md"} | {*messages.modules()}
    pages = {name for name in names if "/" not in name and name.endswith(".html")}
    version = next(path.split("/")[2] for path in kept if path.startswith("/static/"))
    expected = {"/" if page == "index.html" else f"/{page}" for page in pages}
    assert {*kept} == expected | {f"/static/{version}/{name}" for name in names - pages}


def test_a_new_version_replaces_the_old_one_and_an_open_page_is_told(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = open_app(visit, "/")
    old = here.page.evaluate(KEPT)
    upgrade(monkeypatch, "d" * 16)
    here.page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    expect(here.key("new-version")).to_be_visible()
    here.assert_accessible()
    loaded: list[str] = []

    def record(request: Request) -> None:
        loaded.append(request.url)

    here.page.on("request", record)
    here.key("new-version").click()
    expect(here.page.locator(".game-card").first).to_be_visible()
    assert any("d" * 16 in url for url in loaded)
    expect(here.key("new-version")).to_have_count(0)
    upgrade(monkeypatch, "c" * 16)
    here.page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    expect(here.key("new-version")).to_be_visible()
    versions = {path.split("/")[2] for path in here.page.evaluate(KEPT) if path.startswith("/static/")}
    assert versions == {"d" * 16, "c" * 16}
    assert len(here.page.evaluate(KEPT)) == 2 * len(old)


def test_files_of_another_version_are_not_kept_under_the_address_of_this_one(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgraded: list[str] = []
    response = static_files.worker_response

    def upgrade_after_the_worker(client: static_files.ClientFiles) -> Any:
        answer = response(client)
        if not upgraded:
            upgraded.append("b" * 16)
            upgrade(monkeypatch, upgraded[0])
        return answer

    monkeypatch.setattr(static_files, "worker_response", upgrade_after_the_worker)
    here = visit("/", service_workers="allow")
    here.wait_until(lambda: upgraded)

    def is_controlled_after_a_reload() -> bool:
        here.page.reload()
        expect(here.page.locator(".game-card").first).to_be_visible()
        return bool(here.page.evaluate(READY))

    # The first installation fails, and each visit tries again.
    here.wait_until(is_controlled_after_a_reload)
    assert {path.split("/")[2] for path in here.page.evaluate(KEPT) if path.startswith("/static/")} == {*upgraded}


def test_the_icon_shows_how_many_games_wait_for_me(visit: Visit, house: House) -> None:
    me = house.player("Aoi")
    body = {"ruleset": "dobon-sato", "seats": 2, "bots": ["novice"], "options": {"bot_delay_ms": 0, "turn_seconds": 0}}
    games = [me.post("/v1/games", body).json["id"] for _ in range(3)]
    me.post("/v1/games", {**body, "bots": []})
    waiting = [game for game in games if actions_of(me.view(game))]
    here = visit(None, me)
    here.context.add_init_script(BADGES)
    here.go("/")
    here.wait_until(lambda: here.page.evaluate("badges.at(-1)") == len(waiting))
    here.go(f"/table.html?game={waiting[0]}")
    here.wait_until(lambda: here.page.evaluate("badges.at(-1)") == len(waiting))


def test_a_game_that_a_bot_plays_for_me_does_not_wait(visit: Visit) -> None:
    here = visit("/audit.html")
    count = f"async (games) => (await {MODULE.format('lib/installation.js')}).countWaiting(games, 'me')"
    mine = {"seat": 1, "id": "me", "bot": None}
    other = {"seat": 0, "id": "other", "bot": None}
    games = [
        {"turn": [1], "players": [other, mine]},
        {"turn": [0], "players": [other, mine]},
        {"turn": [0, 1], "players": [other, {**mine, "bot": "careful"}]},
        {"turn": [], "players": [mine]},
    ]
    assert here.page.evaluate(count, games) == 1


OFFER = """() => {
    const offer = new Event("beforeinstallprompt", {cancelable: true});
    offer.prompt = async () => { window.asked = true; };
    window.dispatchEvent(offer);
    return offer.defaultPrevented;
}"""
"""Lets the page believe that the browser offers to install it; returns whether the page asks by itself."""


def test_the_app_is_offered_as_long_as_the_browser_can_install_it(visit: Visit) -> None:
    here = visit("/", language="ja")
    expect(here.page.locator(".game-card").first).to_be_visible()
    expect(here.key("install")).to_have_count(0)
    assert here.page.evaluate(OFFER)
    expect(here.key("install")).to_have_count(2)  # in the lobby and in the settings
    here.page.locator(".settings > summary").click()
    here.assert_accessible()
    here.page.locator(".settings").locator("[data-key=install]").click()
    expect(here.key("install")).to_have_count(0)
    assert here.page.evaluate("window.asked")


def test_the_declined_offer_stays_in_the_settings_only(visit: Visit) -> None:
    here = visit("/")
    expect(here.page.locator(".game-card").first).to_be_visible()
    here.page.evaluate(OFFER)
    here.key("install-not-now").click()
    expect(here.key("install")).to_have_count(1)
    here.page.reload()
    expect(here.page.locator(".game-card").first).to_be_visible()
    here.page.evaluate(OFFER)
    expect(here.page.locator(".settings").locator("[data-key=install]")).to_have_count(1)
    expect(here.page.locator("main").locator("[data-key=install]")).to_have_count(0)


@pytest.mark.parametrize("page", sorted(path.name for path in static_files.WEB.glob("*.html")))
def test_every_page_belongs_to_the_app(page: str) -> None:
    source = (static_files.WEB / page).read_text("utf-8")
    assert '<link rel="manifest" href="/static/VERSION/manifest.webmanifest">' in source
    assert source.count('<meta name="theme-color"') == 2
