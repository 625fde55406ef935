"""The lobby: from an empty browser to a table, alone and with others."""

import re

import pytest
from playwright.sync_api import expect

from domain.log.chance import Chance
from prove.harness.application import House
from tests.web.conftest import Deals, Visit
from tests.web.dobon_deal import can_call, first_seat
from tests.web.visitor import Theme


def newcomer_begins(chance: Chance) -> bool:
    """Does the newcomer move first, with no bot able to call before that?"""
    called = any(can_call(chance, seat, 3, 5) for seat in range(3))
    return not called and first_seat(chance, 3) == first_seat(chance, 4) == 0


@pytest.mark.parametrize(
    ("ruleset", "seats", "rounds", "language", "size", "theme"),
    [("dobon-sato", 3, 1, "en", "desktop", "light"), ("dobon-kawagoe", 4, 4, "ja", "phone", "dark")],
)
def test_a_newcomer_gets_to_a_table_with_one_click_and_a_name(
    visit: Visit, deals: Deals, ruleset: str, seats: int, rounds: int, language: str, size: str, theme: Theme
) -> None:
    deals.seed_where(newcomer_begins, seats, rounds=rounds, pages=[0])
    newcomer = visit("/", language=language, size=size, theme=theme)
    expect(newcomer.key(f"quick-{ruleset}")).to_be_visible()
    newcomer.assert_accessible()
    newcomer.key(f"quick-{ruleset}").click()
    expect(newcomer.page.locator("#name")).to_be_focused()
    newcomer.assert_accessible("dialog")
    newcomer.page.locator("#name").fill("あおい")
    newcomer.page.keyboard.press("Enter")
    expect(newcomer.page.locator(".board-own .hand-card").first).to_be_visible()
    expect(newcomer.key("dobon")).to_be_visible()
    expect(newcomer.page.locator(".connection.live")).to_be_attached()
    newcomer.assert_accessible()
    newcomer.page.goto(newcomer.url)
    expect(newcomer.page.locator("#name")).to_have_count(0)
    expect(newcomer.page.locator('[data-testid="me"]')).to_contain_text("あおい")
    expect(newcomer.page.locator('.table-line [data-key^="go-"]')).to_have_count(1)


def test_a_table_with_changed_options_is_opened_and_found_by_its_code(visit: Visit, house: House) -> None:
    player = house.player("Aoi")
    host = visit("/", player, language="ja", size="phone")
    host.key("new-durak").click()
    host.page.locator("#seats").select_option("2")
    host.page.locator(".more-options > summary").click()
    host.page.locator("#option-throw_in").check()
    host.page.locator("#option-turn_seconds").fill("0")
    host.page.locator("#listed").uncheck()
    host.assert_accessible("dialog")
    host.page.locator(".new-game button.primary").click()
    code = host.page.locator(".join-code").inner_text()
    assert re.fullmatch("[A-Z]{6}", code)
    host.assert_accessible()
    listed = house.player("Hana").post("/v1/games", {"ruleset": "doubt", "seats": 2, "listed": True}).json["id"]
    guest = visit("/", house.player("Ren"), theme="dark")
    expect(guest.page.locator(f'.table-line[data-game="{listed}"]')).to_be_visible()
    expect(guest.page.locator(f'.table-line[data-game="{host.page.url.rpartition("=")[2]}"]')).to_have_count(0)
    guest.page.locator("#code").fill(code.lower())
    guest.key("join").click()
    for here in (host, guest):
        expect(here.page.locator(".board-own .hand-card")).to_have_count(6)
        assert code not in here.page.url
    game = guest.page.url.rpartition("=")[2]
    options = player.get(f"/v1/games/{game}").json["options"]
    assert (options["throw_in"], options["turn_seconds"]) == (True, 0)


def test_an_open_table_is_listed_with_its_rules_and_can_be_joined(visit: Visit, house: House) -> None:
    host = house.player("Aoi")
    body = {"ruleset": "doubt", "seats": 2, "options": {"decks": 2}, "listed": True}
    game = host.post("/v1/games", body).json["id"]
    here = visit("/", house.player("Ren"))
    line = here.page.locator(f'.table-line[data-game="{game}"]')
    expect(line).to_contain_text("Aoi")
    expect(line).to_contain_text("Decks of cards: 2")
    here.assert_accessible()
    here.key(f"sit-{game}").click()
    expect(here.page.locator(".board-own .hand-card")).to_have_count(52)


def test_language_and_theme_change_without_losing_typed_text(visit: Visit, house: House) -> None:
    here = visit("/", house.player("Aoi"))
    here.page.locator("#code").fill("QWERTY")
    here.page.locator(".settings > summary").click()
    here.assert_accessible()
    here.page.locator('input[name="language"][value="ja"]').check(force=True)
    expect(here.page.locator("html")).to_have_attribute("lang", "ja")
    expect(here.page.locator("h1")).to_have_text(re.compile("[ぁ-んァ-ン]"))
    expect(here.page.locator("#code")).to_have_value("QWERTY")
    here.page.locator('input[name="theme"][value="dark"]').check(force=True)
    expect(here.page.locator("html")).to_have_attribute("data-theme", "dark")
    here.page.reload()
    expect(here.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(here.page.locator("html")).to_have_attribute("lang", "ja")
    here.assert_accessible()
