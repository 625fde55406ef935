"""Screenshots of the pages: `make screenshots` writes them to `screenshots/`, the same ones each time.

The README shows copies of three of them, with 256 colours, from `docs/screenshots/`.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from domain.running.self_play import at_once
from infra.accounts import accounts
from prove.harness.application import Caller, House
from prove.harness.description import ROOT
from prove.harness.views import actions_of
from tests.web.analysed import analysed, daily
from tests.web.conftest import Deals, Visit
from tests.web.table_controls import preferred_action
from tests.web.visitor import Visitor

FOLDER = ROOT / "screenshots"
LOOKS = [("en", "desktop", "light"), ("ja", "desktop", "dark"), ("ja", "phone", "light"), ("en", "phone", "dark")]
DEALS = 100
"""The number of deals to try for the wanted moment."""
MOVES = 120

View = dict[str, Any]


class Stage(NamedTuple):
    """A moment of a game."""

    ruleset: str
    wanted: Callable[[View, int], object]
    "A function of a view and of the number of moves so far."
    bots: tuple[str, ...] = ("careful", "novice")
    options: Mapping[str, Any] = MappingProxyType({})


def offers(view: View, *types: str) -> bool:
    """Does the view list an action of one of these types?"""
    return any(action["type"] in types for action in actions_of(view))


def in_phase(view: View, phase: str) -> bool:
    """Is the viewer to act in this phase?"""
    return view["status"] == "playing" and view["round"]["phase"] == phase and bool(actions_of(view))


def finished(view: View, _: int) -> bool:
    return bool(view["status"] == "finished")


MANY = ("careful", "novice", "careful")
STAGES = {
    "dobon-sato": Stage("dobon-sato", lambda view, moves: moves > 3 and offers(view, "play"), MANY),
    "dobon-sato-counter": Stage("dobon-sato", lambda view, _: in_phase(view, "countering"), MANY),
    "dobon-sato-suit": Stage(
        "dobon-sato",
        lambda view, moves: (
            moves > 1
            and any("suit" in action and len(action["cards"]) == 1 for action in actions_of(view))
            and view["status"] == "playing"
        ),
    ),
    "dobon-sato-end": Stage(
        "dobon-sato", lambda view, _: view["status"] == "finished" and view["result"]["reason"] == "dobon"
    ),
    "dobon-kawagoe": Stage("dobon-kawagoe", lambda view, moves: moves > 5 and in_phase(view, "playing"), MANY),
    "dobon-kawagoe-flip": Stage("dobon-kawagoe", lambda view, _: in_phase(view, "opening"), MANY),
    "dobon-kawagoe-result": Stage(
        "dobon-kawagoe", lambda view, _: view["status"] == "between-rounds" and view["result"].get("score"), MANY
    ),
    "doubt": Stage("doubt", lambda view, moves: moves > 3 and offers(view, "doubt"), MANY),
    "doubt-end": Stage("doubt", finished, options={"penalty": "exchange_two"}),
    "durak": Stage(
        "durak",
        lambda view, moves: moves > 3 and offers(view, "beat") and len(view["round"]["board"]["attacks"]) > 1,
        options={"throw_in": True, "turnover": True},
    ),
    "kirifu": Stage("kirifu", lambda view, moves: moves > 2 and offers(view, "beat")),
    "mustamaija": Stage("mustamaija", lambda view, moves: moves > 2 and offers(view, "lead")),
}

games: dict[str, tuple[Caller, str]] = {}
"""The viewer and the game of each stage, shared by all looks."""


def staged(house: House, deals: Deals, name: str) -> tuple[Caller, str]:
    """Return the viewer and a game at that moment."""
    if name not in games:
        me = house.player("Aoi")
        games[name] = me, next(game for n in range(DEALS) if (game := play_until_wanted(me, deals, name, n)))
    return games[name]


def play_until_wanted(me: Caller, deals: Deals, name: str, number: int) -> str | None:
    """Play one deal until the wanted moment; return None if the game ends before it."""
    ruleset, wanted, bots, options = STAGES[name]
    deals.seed(f"picture {number} of {name}")
    body = {"ruleset": ruleset, "seats": len(bots) + 1, "bots": list(bots), "listed": True}
    game = str(me.post("/v1/games", {**body, "options": {**at_once(ruleset), **options}}).json["id"])
    for moves in range(MOVES):
        view = me.view(game)
        if wanted(view, moves):
            deals.seed(None)
            return game
        if view["status"] == "finished":
            return None
        assert me.post(f"/v1/games/{game}/actions", preferred_action(view)).status_code == 200
    return None


def picture(page: Page, name: str, look: tuple[str, ...]) -> None:
    """Save a screenshot of the window."""
    page.screenshot(path=FOLDER / f"{'-'.join((name, *look))}.png")


def open_with_look(visit: Visit, path: str, who: Caller | None, look: tuple[str, str, str]) -> Visitor:
    language, size, theme = look
    return visit(path, who, language=language, size=size, theme=theme)


pytestmark = pytest.mark.parametrize("look", LOOKS, ids="-".join)
Look = tuple[str, str, str]


def test_the_lobby_and_the_form_of_a_table(visit: Visit, house: House, deals: Deals, look: Look) -> None:
    here = open_with_look(visit, "/", None, look)
    here.key("new-dobon-sato").wait_for()
    picture(here.page, "lobby", look)
    mine = open_with_look(visit, "/", staged(house, deals, "dobon-sato-end")[0], look)
    mine.key("new-dobon-sato").click()
    mine.page.locator(".more-options summary").click()
    picture(mine.page, "new-table", look)


def test_a_table_that_waits(visit: Visit, house: House, deals: Deals, look: Look) -> None:
    deals.seed(f"waiting {look}")
    me = house.player("Aoi")
    game = me.post("/v1/games", {"ruleset": "dobon-sato", "seats": 4, "bots": ["careful"]}).json["id"]
    here = open_with_look(visit, f"/table.html?game={game}", me, look)
    here.page.locator(".waiting-room").wait_for()
    picture(here.page, "waiting", look)
    stranger = open_with_look(visit, f"/table.html?game={game}", None, look)
    stranger.key("watch").wait_for()
    picture(stranger.page, "sign-in", look)


@pytest.mark.parametrize("name", STAGES)
def test_a_table(visit: Visit, house: House, deals: Deals, name: str, look: Look) -> None:
    me, game = staged(house, deals, name)
    here = open_with_look(visit, f"/table.html?game={game}", me, look)
    here.page.locator(".board-own:visible, .result:visible").first.wait_for()
    if name == "dobon-sato-suit":
        eight = next(action["cards"][0] for action in actions_of(me.view(game)) if "suit" in action)
        here.key(f"card-{eight}").click()
        here.key("play").click()
        here.key("suit-H").wait_for()
    picture(here.page, f"table-{name}", look)
    if name == "dobon-sato":
        here.key("stamps").click()
        here.key("stamp-hello").wait_for()
        picture(here.page, "stamps", look)
        here.page.keyboard.press("Escape")
        here.key("rules").click()
        here.page.locator(".rule-list").wait_for()
        picture(here.page, "rules", look)


def replayed(visit: Visit, who: Caller | None, query: str, look: Look) -> Visitor:
    here = open_with_look(visit, f"/replay.html?{query}", who, look)
    here.page.locator('[data-testid="verification"]:not([data-phase="running"])').wait_for()
    return here


def test_a_replay(visit: Visit, house: House, deals: Deals, look: Look) -> None:
    me, game = staged(house, deals, "dobon-sato-end")
    frames = me.get(f"/v1/games/{game}/rounds/1/review").json["frames"]
    call = next(frame["version"] for frame in frames[::-1] if frame["event"]["type"] == "dobon-called")
    moment = f"round=1&version={call}"
    picture(replayed(visit, me, f"game={game}&{moment}", look).page, "replay", look)
    picture(replayed(visit, me, f"game={game}&{moment}&as=0", look).page, "replay-of-one", look)
    token = me.post(f"/v1/games/{game}/shares").json["token"]
    picture(replayed(visit, None, f"share={token}&{moment}", look).page, "replay-shared", look)
    me, game = staged(house, deals, "doubt-end")
    lie = next(
        frame["version"]
        for frame in me.get(f"/v1/games/{game}/rounds/1/review").json["frames"]
        if frame["event"]["type"] == "doubt-called"
    )
    picture(replayed(visit, me, f"game={game}&round=1&version={lie}", look).page, "replay-doubt", look)


analyses: dict[str, dict[str, Any]] = {}
"""The analysis of each game, shared by all looks."""


def test_an_analysis(visit: Visit, house: House, deals: Deals, look: Look) -> None:
    me, game = staged(house, deals, "dobon-sato-end")
    found = analyses.get(game) or analyses.setdefault(game, analysed(house, game))
    blunder = next(one["version"] for one in found["decisions"] if one["mark"] == "blunder")
    here = replayed(visit, me, f"game={game}&round=1&version={blunder}&analysis", look)
    here.key("danger").check()
    here.page.locator(".danger-chip").first.wait_for()
    here.page.locator(".decision").wait_for()
    picture(here.page, "analysis", look)
    here.key("what-if-0").click()
    here.page.locator(".what-if .board").wait_for()
    picture(here.page, "what-if", look)


def test_the_drills(visit: Visit, house: House, deals: Deals, look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    me, game = staged(house, deals, "dobon-sato-end")
    analyses.get(game) or analyses.setdefault(game, analysed(house, game))
    daily(house, monkeypatch)
    here = open_with_look(visit, "/drills.html", me, look)
    here.key("choice-0").click()
    here.page.locator(".drill-result").wait_for()
    picture(here.page, "drill", look)
    stranger = open_with_look(visit, "/drills.html?daily", None, look)
    stranger.key("choice-0").wait_for()
    picture(stranger.page, "drill-of-the-day", look)


def test_the_account(visit: Visit, house: House, look: Look) -> None:
    me = house.player("Aoi")
    code = me.post("/v1/players/me/device-links").json["code"]
    house.nobody.post("/v1/sessions/device-link", {"code": code, "label": "Firefox (Android)"})
    fresh = open_with_look(visit, "/account.html", None, look)
    fresh.key("by-recovery").wait_for()
    picture(fresh.page, "account-sign-in", look)
    here = open_with_look(visit, "/account.html", me, look)
    here.page.locator("#devices").wait_for()
    picture(here.page, "account-unsafe", look)
    here.page.locator("#devices").scroll_into_view_if_needed()
    here.page.mouse.wheel(0, 2000)
    here.page.locator("#data").scroll_into_view_if_needed()
    picture(here.page, "account-devices", look)
    here.key("new-codes").click()
    here.page.locator('[data-testid="codes"]').wait_for()
    picture(here.page, "account-codes", look)
    here.page.locator("dialog .primary").click()
    here.key("new-link").click()
    here.page.locator('[data-testid="link-code"]').wait_for()
    picture(here.page, "account-link", look)
    here.page.keyboard.press("Escape")
    linked = open_with_look(visit, "/account.html#link=AAAA-BBBB-CCCC", me, look)
    linked.key("link-go").wait_for()
    picture(linked.page, "account-linked", look)


def test_the_audit(visit: Visit, house: House, deals: Deals, look: Look) -> None:
    _, game = staged(house, deals, "dobon-sato-end")
    here = open_with_look(visit, "/audit.html#claims", None, look)
    here.page.locator("#token").fill(accounts.create_admin(house.pool, "Root")[2])
    here.page.keyboard.press("Enter")
    here.page.locator("tbody tr").first.wait_for()
    picture(here.page, "audit-calls", look)
    here.page.locator("select[name=ruleset]").select_option("dobon-sato")
    here.page.locator("select[name=verdict]").select_option("true")
    here.page.locator(".audit-filters button").click()
    here.page.locator("tbody tr", has_text="Doubt").first.wait_for(state="detached")
    here.page.locator("tbody button").first.click()
    here.page.locator('[data-testid="agrees"]').wait_for()
    picture(here.page, "audit-call", look)
    here.page.locator('a[href="#integrity"]').click()
    here.page.locator("[name=game]").fill(game)
    here.page.keyboard.press("Enter")
    here.page.locator('[data-testid="intact"]').wait_for()
    picture(here.page, "audit-integrity", look)
    here.page.locator('a[href="#projections"]').click()
    here.page.locator('[data-testid^="projection-"]').first.wait_for()
    picture(here.page, "audit-projections", look)
