"""A whole game of each ruleset against bots, by clicking, from a deal that is always the same."""

import re

import pytest
from playwright.sync_api import expect

from domain.selfplay import at_once
from tests.api.conftest import House
from tests.web.conftest import Deals, Visit
from tests.web.playing import QUICK, chosen, play_to_the_end, press, shown

LANGUAGES = {"dobon-sato": "ja", "doubt": "ja", "kirifu": "ja"}
SIZES = {"dobon-kawagoe": "phone", "doubt": "phone", "durak": "phone"}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", QUICK)
def test_a_whole_game_is_played_by_clicking(visit: Visit, house: House, deals: Deals, ruleset: str) -> None:
    me = house.player("Aoi")
    deals.seed(f"whole {ruleset}")
    body = {"ruleset": ruleset, "seats": 3, "bots": ["careful", "novice"]}
    game = me.post("/v1/games", {**body, "options": {**at_once(ruleset), **QUICK[ruleset]}}).json["id"]
    deals.seed(None)
    language = LANGUAGES.get(ruleset, "en")
    here = visit(f"/table.html?game={game}", me, language=language, size=SIZES.get(ruleset, "desktop"))
    shown(here, me, game)
    here.accessible()
    assert play_to_the_end(here, me, game) > 0
    expect(here.key("replay")).to_be_visible()
    expect(here.key("replay")).to_have_attribute("href", re.compile(game))
    expect(here.page.locator("html")).to_have_attribute("lang", language)
    here.accessible()


def test_a_page_loaded_again_in_the_middle_of_a_game_goes_on_where_it_was(
    visit: Visit, house: House, deals: Deals
) -> None:
    me = house.player("Aoi")
    deals.seed("again")
    body = {"ruleset": "durak", "seats": 2, "bots": ["novice"], "options": at_once("durak")}
    game = me.post("/v1/games", body).json["id"]
    here = visit(f"/table.html?game={game}", me)
    view = shown(here, me, game)
    press(here, chosen(view))
    expect(here.page.locator("body")).not_to_have_attribute("data-version", str(view["version"]))
    before = shown(here, me, game)
    here.page.reload()
    after = shown(here, me, game)
    assert after == before
    expect(here.page.locator(".board-own .hand-card")).to_have_count(len(before["round"]["hands"][0]))
    press(here, chosen(after))
    expect(here.page.locator("body")).not_to_have_attribute("data-version", str(after["version"]))
