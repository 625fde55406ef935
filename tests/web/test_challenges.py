"""Challenges, the search of players, and bot accounts in the pages."""

import re
from uuid import UUID

import pytest
from playwright.sync_api import expect

from prove.harness.application import Caller, House
from tests.web.conftest import Visit
from tests.web.visitor import Theme


def program(house: House, name: str) -> Caller:
    player = house.player(name)
    assert player.call("PUT", "/v1/players/me/bot?confirm=true").status_code == 200
    return player


@pytest.mark.parametrize(
    ("language", "size", "theme"), [("en", "desktop", "light"), ("ja", "phone", "dark")], ids=["desktop", "phone"]
)
def test_a_player_is_found_challenged_and_accepts(
    visit: Visit, house: House, language: str, size: str, theme: Theme
) -> None:
    other = house.player(f"Tanuki {language}")
    here = visit("/", house.player("Aoi"), language=language, size=size, theme=theme)
    here.page.locator("#player-name").fill(f"tanuki {language}")
    here.key("find-players").click()
    here.key(f"challenge-{other.id}").click()
    here.page.locator("#challenge-ruleset").select_option("durak")
    here.page.locator("#challenge-seats").select_option("3")
    here.assert_accessible()
    here.page.locator("dialog .dialog-actions button.primary").click()
    shown = here.page.locator(".challenges [data-challenge]")
    expect(shown).to_have_count(1)
    there = visit("/", other, language=language, size=size, theme=theme)
    one = there.page.locator(".challenges [data-challenge]").get_attribute("data-challenge")
    assert UUID(one)
    there.assert_accessible()
    there.key(f"accept-{one}").click()
    there.page.wait_for_url(re.compile("/table.html"))
    expect(there.key("people")).to_be_visible()
    expect(shown).to_have_count(0)
    expect(here.key(f"news-{one}")).to_be_visible()


def test_both_players_of_a_challenge_cut_its_deck(visit: Visit, house: House) -> None:
    me, other = house.player("Aoi"), house.player("Cutter")
    here = visit("/", me)
    here.page.locator("#player-name").fill("cutter")
    here.key("find-players").click()
    here.key(f"challenge-{other.id}").click()
    here.page.locator("#challenge-ruleset").select_option("durak")
    here.page.locator("dialog .dialog-actions button.primary").click()
    expect(here.page.locator(".challenges [data-challenge]")).to_have_count(1)
    there = visit("/", other)
    there.page.locator("[data-key^='accept-']").click()
    there.page.wait_for_url(re.compile("/table.html"))
    here.go(re.sub(r"^https?://[^/]+", "", there.page.url))
    for one in (here, there):
        expect(one.page.locator(".chip.cut")).to_contain_text("Your cut is in this deck")


def test_a_challenge_is_declined_and_another_one_withdrawn(visit: Visit, house: House) -> None:
    me, other = house.player("Aoi"), house.player("Kitsune")
    received = other.post("/v1/challenges", {"player": me.id, "ruleset": "durak"}).json["id"]
    made = me.post("/v1/challenges", {"player": other.id, "ruleset": "doubt"}).json["id"]
    here = visit("/", me)
    here.key(f"decline-{received}").click()
    expect(here.key(f"decline-{received}")).to_have_count(0)
    assert other.get(f"/v1/challenges/{received}").json["status"] == "declined"
    here.key(f"withdraw-{made}").click()
    expect(here.page.locator(".challenges [data-challenge]")).to_have_count(0)
    assert other.get(f"/v1/challenges/{made}").json["status"] == "withdrawn"


def test_a_bot_account_has_a_badge_wherever_its_name_stands(visit: Visit, house: House) -> None:
    bot, me = program(house, "Karakuri"), house.player("Aoi")
    game = me.post("/v1/games", {"ruleset": "durak", "seats": 3, "listed": True, "bot_accounts": True}).json["id"]
    assert bot.post(f"/v1/games/{game}/seats", {}).status_code == 201
    assert me.call("PUT", f"/v1/players/me/follows/{bot.id}").status_code == 204
    here = visit("/", me)
    expect(here.page.locator(".friends")).to_contain_text("Karakuri (bot)")
    expect(here.page.locator(f'[data-game="{game}"]').first).to_contain_text("Karakuri (bot)")
    here.page.goto(f"{here.page.url}table.html?game={game}")
    expect(here.page.locator(".seated-people")).to_contain_text("Karakuri (bot)")
    here.page.goto(re.sub(r"/table.html.*", f"/profile.html?player={bot.id}", here.page.url))
    expect(here.page.locator("h1")).to_have_text("Karakuri (bot)")
    here.key("challenge").click()
    expect(here.page.locator("#challenge-ruleset")).to_be_visible()


def test_a_table_admits_bot_accounts_if_its_creator_says_so(visit: Visit, house: House) -> None:
    me = house.player("Aoi")
    here = visit("/", me)
    here.key("new-durak").click()
    here.page.locator("#programs").check()
    here.page.locator("dialog button.primary").click()
    here.page.wait_for_url(re.compile("/table.html"))
    assert me.get("/v1/games?mine=true").json["games"][0]["bot_accounts"] is True


def test_games_with_bot_accounts_have_a_leaderboard_of_their_own(visit: Visit, house: House) -> None:
    here = visit("/leaderboard.html", house.player("Aoi"))
    here.page.locator("#bots").check()
    here.page.wait_for_url(re.compile("bot_accounts=true"))
    here.assert_accessible()
    here.page.reload()
    expect(here.page.locator("#bots")).to_be_checked()
