"""The guided first game of Dobon: it is offered to newcomers, says what fits, waits and wins, and can be skipped."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from domain.dobon.formula import waits
from domain.log.chance import Chance
from prove.harness.application import House
from prove.harness.views import actions_of
from tests.web.conftest import Deals, Visit
from tests.web.dobon_deal import can_call, deal_codes, first_seat
from tests.web.table_controls import wait_for_change, wait_for_view
from tests.web.visitor import MODULE, Visitor

SIZE = 4
"""The cards of a hand in the guided game."""

WAITS = f"""async (hands) => {{
    const {{waitsOf}} = await {MODULE.format("boards/_dobon-waits.js")};
    return hands.map((hand) => [...waitsOf(hand)]);
}}"""

GUIDE = "localStorage.getItem('dobon.guide')"


def newcomer_waits(chance: Chance) -> bool:
    """Does the newcomer begin with a card that fits and a hand that waits, and can no player call?"""
    hands, top = deal_codes(chance, 3, SIZE)
    fits = any(code[0] == top[0] or code[1:] in (top[1:], "8") for code in hands[0])
    called = any(can_call(chance, seat, 3, SIZE) for seat in range(3))
    return first_seat(chance, 3) == 0 and fits and not called and bool(waits(numbers(hands[0])))


def numbers(hand: list[str]) -> list[int]:
    return [int(code[1:]) for code in hand]


def guided(visit: Visit, who: Any, game: str, language: str, **more: Any) -> Visitor:
    """Open a table as the guided game of this browser."""
    here = visit("/audit.html", who, language=language, **more)
    here.page.evaluate("(game) => localStorage.setItem('dobon.guide', game)", game)
    return here.go(f"/table.html?game={game}")


@pytest.mark.parametrize(("language", "size", "theme"), [("en", "phone", "light"), ("ja", "desktop", "dark")])
def test_a_newcomer_is_guided_and_can_skip_the_hints(
    visit: Visit, house: House, deals: Deals, language: str, size: str, theme: Any
) -> None:
    deals.seed_where(newcomer_waits, 3, pages=[0])
    here = visit("/", language=language, size=size, theme=theme)
    expect(here.key("guide")).to_be_visible()
    here.key("guide").click()
    here.page.locator("#name").fill("Aoi")
    here.page.keyboard.press("Enter")
    dialog = here.page.locator("dialog")
    expect(dialog.locator(".guide-points li")).to_have_count(5)
    here.assert_accessible("dialog")
    dialog.locator("button.primary").click()
    hint = here.page.locator(".guide-words")
    expect(here.page.locator(".hand-card.usable").first).to_be_visible()
    hand = here.page.locator(".hand-card").evaluate_all("cards => cards.map((card) => card.dataset.code)")
    usable = here.page.locator(".hand-card.usable")
    texts = {code: dict(zip("SCHD", "♠♣♥♦", strict=True))[code[0]] for code in hand}
    for code in usable.evaluate_all("cards => cards.map((card) => card.dataset.code)"):
        expect(hint.locator(".guide-first")).to_contain_text(texts[code])
    for number in waits(numbers(hand)):
        name = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(number, str(number))
        expect(hint.locator("p").nth(1)).to_contain_text(f"{name}{' (' if language == 'en' else '('}")
    here.assert_accessible()
    expect(here.page.locator("#announcements")).to_contain_text(hint.locator(".guide-first").inner_text())
    usable.first.click()
    expect(hint.locator(".guide-first")).to_contain_text("“Play”" if language == "en" else "「出す」")
    here.key("guide-end").click()
    expect(here.page.locator(".guide")).to_have_count(0)
    expect(here.page.locator(".hand-card").first).to_be_focused()
    here.page.reload()
    expect(here.page.locator(".hand-card").first).to_be_visible()
    expect(here.page.locator(".guide, dialog")).to_have_count(0)
    here.go("/")
    expect(here.page.locator(".game-card").first).to_be_visible()
    expect(here.key("guide")).to_have_count(0)


def test_a_player_who_knows_the_game_declines_the_guide_for_good(visit: Visit) -> None:
    here = visit("/")
    here.key("guide-skip").click()
    expect(here.key("guide")).to_have_count(0)
    here.page.reload()
    expect(here.page.locator(".game-card").first).to_be_visible()
    expect(here.key("guide")).to_have_count(0)


def test_the_guide_says_when_to_call_and_to_counter_and_ends_with_the_game(
    visit: Visit, house: House, deals: Deals
) -> None:
    deals.seed_where(lambda chance: [can_call(chance, seat, 3, 2) for seat in range(3)] == [False, True, True], 3)
    table = house.table(3, options={"hand_size": 2, "claim_hints": True})
    other, caller, me = table.people
    here = guided(visit, me, table.id, "en", size="phone", theme="dark")
    here.page.locator("dialog button.primary").click()
    view = wait_for_view(here, me, table.id)
    top = view["round"]["board"]["top"]
    formula = waits(numbers(view["round"]["hands"][2]))[int(top["card"][1:])][0]
    shown = "".join(f" {letter} " if letter in "+-×÷" else letter for letter in formula).replace("-", "−")
    hint = here.page.locator(".guide-first")
    expect(hint).to_contain_text(f"{shown}. Press “Dobon!”")
    watcher = guided(visit, other, table.id, "ja")
    watcher.page.locator("dialog button.primary").click()
    assert caller.act(table.id, "dobon", on=top["version"]).status_code == 200
    wait_for_change(here, view)
    view = wait_for_view(here, me, table.id)
    expect(hint).to_contain_text(f"Ren has called, but your hand makes the {shown_number(top)} too: {shown}.")
    expect(watcher.page.locator(".guide-first")).to_contain_text("「ドボンしない」")
    here.assert_accessible()
    here.key("dobon").click()
    wait_for_change(here, view)
    while (answer := other.view(table.id))["status"] == "playing":
        asked = answer["round"]["waiting_for"][0]
        on = next(one["on"] for one in actions_of(table.people[asked].view(table.id)) if one["type"] == "decline")
        assert table.people[asked].act(table.id, "decline", on=on).status_code == 200
    expect(hint).to_contain_text("you win")
    here.assert_accessible()
    assert here.page.evaluate(GUIDE) == "done"
    here.key("guide-end").click()
    expect(here.page.locator(".guide")).to_have_count(0)
    assert here.page.evaluate(GUIDE) == "done"


def shown_number(top: dict[str, Any]) -> str:
    number = int(top["card"][1:])
    return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(number, str(number))


def test_the_page_computes_the_same_waits_as_the_server(visit: Visit) -> None:
    random = Random(17)
    hands = [[random.randint(1, 13) for _ in range(random.randint(0, 6))] for _ in range(3000)]
    found = visit("/audit.html").page.evaluate(WAITS, hands)
    assert [[[number, formulas] for number, formulas in waits(hand).items()] for hand in hands] == found
