"""News of other tables while a page is visible, and pushes while none is."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from api.streaming.hub import update_hub
from domain.game.registry import RULESETS
from domain.log.moments import Moment
from infra import clock
from infra.projections.notifications import NotificationProjector
from prove.harness.application import Caller, House, Table
from tests.web.conftest import Visit
from tests.web.visitor import Visitor

PUSH_WORKER = Path(__file__).parents[2] / "api" / "web" / "lib" / "push-worker.js"
GAME = "0b9f4a52-6f0e-4c3d-9a2e-0c6f6d1b7a11"

WORKER = """async ([code, payload, pages, click]) => {
    const done = {shown: [], badge: null, focused: null, opened: null};
    const listeners = {};
    const self = {
        location: {origin: "https://dobon.example"},
        navigator: {setAppBadge: async (count) => { done.badge = count; }},
        registration: {showNotification: async (title, options) => { done.shown.push({title, ...options}); }},
        clients: {
            matchAll: async () => pages.map((url) => ({url, focus: async () => { done.focused = url; }})),
            openWindow: async (url) => { done.opened = url; },
        },
        addEventListener: (name, listener) => { listeners[name] = listener; },
    };
    new Function("self", code)(self);
    const run = async (name, event) => { let work; listeners[name]({...event, waitUntil: (one) => { work = one; }}); await work; };
    await run("push", {data: {json: () => JSON.parse(payload)}});
    if (click) await run("notificationclick", {notification: {close: () => {}, data: done.shown[0].data}});
    return done;
}"""
"""Runs the push worker beside a browser that records what it does."""


def now() -> Moment:
    return clock.now()


def listening(visitor: Visitor, house: House, me: Caller) -> None:
    """Wait until the page follows the stream of its account."""
    hub = update_hub(house.app)
    visitor.wait_until(lambda: any(one.reader.account == me.id for one in hub.accounts._streams()))


def table_of(house: House, me: Caller) -> Table:
    made = me.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "options": {"turn_seconds": 0}}).json
    other = house.player("Ren")
    assert other.post(f"/v1/games/{made['id']}/seats", {"join_code": made["join_code"]}).status_code == 201
    return Table(house, made["id"], made["join_code"], [me, other])


@pytest.mark.parametrize(("language", "size", "theme"), [("en", "desktop", "light"), ("ja", "phone", "dark")])
def test_the_lobby_tells_of_a_game_that_has_started(
    visit: Visit, house: House, language: str, size: str, theme: Any
) -> None:
    me = house.player("Aoi")
    projector = NotificationProjector(house.pool)
    projector.run(now())
    visitor = visit("/", me, language=language, size=size, theme=theme)
    listening(visitor, house, me)
    table = table_of(house, me)
    projector.run(now())
    link = visitor.page.locator(f'[data-key="news-{table.id}"]')
    expect(link).to_be_visible()
    visitor.assert_accessible()
    expect(visitor.page.locator(f'.table-line[data-game="{table.id}"]')).to_be_visible()
    link.click()
    visitor.page.wait_for_url(f"**/table.html?game={table.id}")


def test_a_visible_page_keeps_pushes_away_until_it_is_left(visit: Visit, house: House) -> None:
    me = house.player("Aoi")
    visitor = visit("/", me)
    listening(visitor, house, me)
    visitor.wait_until(lambda: open_pages(house, me) == 1)
    visitor.page.goto("about:blank")
    visitor.wait_until(lambda: open_pages(house, me) == 0)


def open_pages(house: House, me: Caller) -> int:
    with house.pool.connection() as conn:
        row = conn.execute("SELECT count(*) FROM dobon.open_pages WHERE player_id = %s", (me.id,)).fetchone()
    assert row
    return int(row[0])


def run_worker(browser: Browser, payload: str, pages: list[str], *, click: bool = False) -> dict[str, Any]:
    page = browser.new_page()
    try:
        found: dict[str, Any] = page.evaluate(WORKER, [PUSH_WORKER.read_text(), payload, pages, click])
        return found
    finally:
        page.close()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("ruleset", [*RULESETS])
def test_a_push_is_shown_under_the_title_of_its_game(browser: Browser, ruleset: str, language: str) -> None:
    payload = f'{{"kind": "turn", "game": "{GAME}", "ruleset": "{ruleset}", "language": "{language}", "waiting": 2}}'
    done = run_worker(browser, payload, [])
    (shown,) = done["shown"]
    assert (shown["tag"], shown["renotify"], shown["lang"]) == (GAME, True, language)
    assert shown["title"] == RULESETS[ruleset].title[language]
    assert done["badge"] == 2


@pytest.mark.parametrize("payload", ["{}", '{"kind": "later", "ruleset": "later"}', "no json"])
def test_every_push_is_shown(browser: Browser, payload: str) -> None:
    assert len(run_worker(browser, payload, [])["shown"]) == 1


def test_a_click_focuses_the_page_of_the_game_or_opens_one(browser: Browser) -> None:
    payload = f'{{"kind": "turn", "game": "{GAME}"}}'
    address = f"https://dobon.example/table.html?game={GAME}"
    other = "https://dobon.example/table.html?game=other"
    assert run_worker(browser, payload, [other, address], click=True)["focused"] == address
    done = run_worker(browser, payload, [other], click=True)
    assert (done["focused"], done["opened"]) == (None, address)
