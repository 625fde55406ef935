"""A whole game of each ruleset against bots, from the first card to the end of its replay, by clicking."""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import expect

from domain.running.self_play import at_once
from prove.harness.application import Caller, House
from tests.web.conftest import Deals, Visit
from tests.web.narration import shown_narration
from tests.web.table_controls import play_game, wait_for_view
from tests.web.visitor import Theme, Visitor


@dataclass
class Story:
    """A game, its deal and the browser that plays it. The deals lead to short games."""

    ruleset: str
    deal: str
    language: str
    size: str
    theme: Theme = "light"
    options: dict[str, Any] = field(default_factory=dict)
    checked: bool = False
    "Check rules, result and replay for accessibility too; they look the same in all games of a family."


STORIES = {
    "dobon-sato": Story("dobon-sato", "dobon-sato 4 3", "ja", "desktop", checked=True),
    "dobon-kawagoe": Story("dobon-kawagoe", "dobon-kawagoe 10 3", "en", "phone", "dark", {"rounds": 1}),
    "doubt": Story("doubt", "doubt 9 3", "ja", "phone", "light", {"penalty": "exchange_two"}, checked=True),
    "cheat": Story("doubt", "cheat", "en", "tablet", "dark", {"penalty": "exchange_two", "variant": "cheat"}),
    "durak": Story("durak", "durak 11 3", "en", "phone", "light", {"throw_in": True, "turnover": True}),
    "kirifu": Story("kirifu", "kirifu 11 3", "ja", "desktop", "dark", {"finish": "first_out"}, checked=True),
    "mustamaija": Story("mustamaija", "mustamaija 8 3", "en", "tablet"),
}


@pytest.mark.slow
@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES.keys())
def test_a_whole_game_is_played_by_clicking_and_replayed(
    visit: Visit, house: House, deals: Deals, story: Story
) -> None:
    me = house.player("Aoi")
    deals.seed(story.deal)
    options = {**at_once(story.ruleset), **story.options}
    body = {"ruleset": story.ruleset, "seats": 3, "bots": ["careful", "novice"], "options": options}
    game = me.post("/v1/games", body).json["id"]
    here = visit(f"/table.html?game={game}", me, language=story.language, size=story.size, theme=story.theme)
    wait_for_view(here, me, game)
    here.assert_accessible()
    assert_rules_are_shown(here, checked=story.checked)
    assert not play_game(here, me, game, most=3)
    assert_reload_keeps_game(here, me, game)
    assert play_game(here, me, game)
    expect(here.page.locator(".result")).to_be_visible()
    expect(here.page.locator("#announcements")).not_to_be_empty()
    if story.checked:
        here.assert_accessible()
    here.key("replay").click()
    assert_replay_is_complete(here, me, game, story.language)
    if story.checked:
        here.assert_accessible()


def assert_rules_are_shown(here: Visitor, *, checked: bool) -> None:
    """Assert that the rules open in a dialog, which takes the focus and returns it."""
    here.key("rules").click()
    expect(here.page.locator("dialog .rule-row").first).to_be_attached()
    assert here.page.evaluate("document.activeElement.closest('dialog') !== null")
    if checked:
        here.assert_accessible("dialog")
    here.page.keyboard.press("Escape")
    expect(here.page.locator("dialog")).to_have_count(0)
    expect(here.key("rules")).to_be_focused()


def assert_reload_keeps_game(here: Visitor, player: Caller, game: str) -> None:
    """Assert that reloading the page loses nothing and changes nothing."""
    before = {**wait_for_view(here, player, game), "now": None}
    lines = here.page.locator(".log-line").all_inner_texts()
    here.page.reload()
    assert {**wait_for_view(here, player, game), "now": None} == before
    expect(here.page.locator(".log-line")).to_have_text(lines)
    expect(here.page.locator(".board-own .hand-card")).to_have_count(len(before["round"]["hands"][0]))


def assert_replay_is_complete(here: Visitor, player: Caller, game: str, language: str) -> None:
    """Assert that the replay verifies the log and shows the sentence of each moment."""
    page = here.page
    page.wait_for_url(re.compile(r"/replay\.html"))
    page.locator("body[data-ready]").wait_for()
    page.locator('[data-testid="verification"]:not([data-phase="running"])').wait_for()
    expect(page.locator('[data-testid="verification"]')).to_have_attribute("data-phase", "good")
    expect(page.locator("html")).to_have_attribute("lang", language)
    frames = player.get(f"/v1/games/{game}/rounds/1/review").json["frames"]
    expect(page.locator(".replay-hand")).to_have_count(len(frames[0]["hands"]))
    page.keyboard.press("End")
    expect(page.locator(".replay-words")).to_have_text(shown_narration(frames[-1]["event"]["text"][language], language))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay-words")).to_have_text(shown_narration(frames[-2]["event"]["text"][language], language))
    assert f"version={frames[-2]['version']}" in page.url
    page.keyboard.press("Home")
    expect(page.locator(".replay-controls .nowrap").last).to_have_text(f"1 / {len(frames)}")
