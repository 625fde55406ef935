"""The board of Dobon: plays of several cards, the suit of an 8, the waiting time for calls, and counter-calls."""

from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Route, expect

from domain.log.chance import Chance
from prove.harness.application import House
from prove.harness.views import actions_of
from tests.web.conftest import Deals, Visit
from tests.web.dobon_deal import can_call, deal_codes, first_seat
from tests.web.table_controls import assert_moves_offered, wait_for_change, wait_for_view
from tests.web.visitor import Visitor

SIZE = 5


def of_same_suit(hand: list[str], top: str) -> list[str]:
    """Return the cards that fit only by their suit."""
    return [code for code in hand if code[0] == top[0] and code[1:] not in (top[1:], "8", "2", "13")]


def has_two_of_the_number(chance: Chance) -> bool:
    """Does the first player begin, with two cards of the number on top?"""
    hands, top = deal_codes(chance, 2, SIZE)
    return first_seat(chance, 2) == 0 and top[1:] not in ("2", "8", "13") and len(of_same_number(hands[0], top)) > 1


def of_same_number(hand: list[str], top: str) -> list[str]:
    """Return the cards of the number on top."""
    return [code for code in hand if code[1:] == top[1:]]


def has_a_match(chance: Chance) -> bool:
    """Does the first player begin, with a card that fits?"""
    hands, top = deal_codes(chance, 2, SIZE)
    return first_seat(chance, 2) == 0 and len(of_same_suit(hands[0], top)) > 0


def has_an_8(chance: Chance) -> bool:
    """Does the first player begin, with an 8?"""
    hands, _ = deal_codes(chance, 2, SIZE)
    return first_seat(chance, 2) == 0 and "D8" in hands[0]


def pick(here: Visitor, *cards: str) -> None:
    for code in cards:
        here.key(f"card-{code}").click()


def top_of(view: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = view["round"]["board"]["top"]
    return found


def test_several_cards_are_played_in_the_order_of_picking(visit: Visit, house: House, deals: Deals) -> None:
    deals.seed_where(has_two_of_the_number, 2)
    table = house.table(2)
    me = table.people[0]
    here = visit(f"/table.html?game={table.id}", me, size="phone")
    view = wait_for_view(here, me, table.id)
    assert_moves_offered(here, view)
    hand = view["round"]["hands"][0]
    play = next(entry for entry in view["actions"] if "cards" in entry.get("more", {}))
    below, above = play["action"]["cards"][0], play["more"]["cards"][0]
    pick(here, below, above)
    expect(here.page.locator(".pick-order")).to_have_text(pick_numbers(hand, [below, above]))
    here.assert_accessible()
    here.key("play").click()
    wait_for_change(here, view)
    assert top_of(wait_for_view(here, me, table.id))["card"] == above
    expect(here.page.locator(".top-card .card")).to_have_attribute("data-code", above)


def pick_numbers(hand: list[str], picked: list[str]) -> list[str]:
    """Return the order numbers of the picked cards, in the order of the hand."""
    return [str(picked.index(code) + 1) for code in hand if code in picked]


def test_an_8_asks_for_its_suit(visit: Visit, house: House, deals: Deals) -> None:
    deals.seed_where(has_an_8, 2)
    table = house.table(2)
    me = table.people[0]
    here = visit(f"/table.html?game={table.id}", me, language="ja")
    view = wait_for_view(here, me, table.id)
    pick(here, "D8")
    here.key("play").click()
    expect(here.key("suit-S")).to_be_focused()
    here.assert_accessible()
    here.key("suit-cancel").click()
    expect(here.key("suit-S")).to_have_count(0)
    assert me.view(table.id)["version"] == view["version"]
    here.key("play").click()
    here.key("suit-C").click()
    wait_for_change(here, view)
    assert (top_of(wait_for_view(here, me, table.id))["card"], top_of(me.view(table.id))["suit"]) == ("D8", "C")
    expect(here.page.locator(".suit-named")).to_contain_text("クラブ")


def test_a_play_waits_until_the_time_for_calls_is_over(visit: Visit, house: House, deals: Deals) -> None:
    deals.seed_where(has_a_match, 2)
    host, guest = house.player("Aoi"), house.player("Ren")
    options = {"claim_grace_seconds": 3, "turn_seconds": 0, "answer_seconds": 0}
    made = host.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "options": options}).json
    here = visit(f"/table.html?game={made['id']}", host)
    expect(here.page.locator(".join-code")).to_have_text(made["join_code"])
    assert guest.post(f"/v1/games/{made['id']}/seats", {"join_code": made["join_code"]}).status_code == 201
    view = wait_for_view(here, host, made["id"])
    card = of_same_suit(view["round"]["hands"][0], top_of(view)["card"])[0]
    pick(here, card)
    here.key("play").click()
    wait_for_change(here, view)
    assert top_of(wait_for_view(here, host, made["id"]))["card"] == card
    expect(here.page.locator(".toast")).to_have_count(0)


def test_a_move_that_is_refused_as_too_early_is_sent_again_later(visit: Visit, house: House, deals: Deals) -> None:
    deals.seed_where(has_a_match, 2)
    table = house.table(2)
    me = table.people[0]
    here = visit(f"/table.html?game={table.id}", me)
    view = wait_for_view(here, me, table.id)
    refusal = {"type": "/problems/too-early", "title": "Too early", "status": 409, "code": "too-early"}

    def refuse(route: Route) -> None:
        body = {**refusal, "allowed_from": (datetime.now(UTC) + timedelta(seconds=1)).isoformat()}
        route.fulfill(status=409, json=body, content_type="application/problem+json")

    here.ignore_errors("status of 409")
    here.page.route("**/actions", refuse, times=1)
    card = of_same_suit(view["round"]["hands"][0], top_of(view)["card"])[0]
    pick(here, card)
    here.key("play").click()
    wait_for_change(here, view)
    assert top_of(wait_for_view(here, me, table.id))["card"] == card
    expect(here.page.locator(".toast")).to_have_count(0)


def test_a_call_can_be_countered_and_the_result_shows_both_formulas(visit: Visit, house: House, deals: Deals) -> None:
    deals.seed_where(lambda chance: all(can_call(chance, seat, 3, 2) for seat in (1, 2)), 3)
    table = house.table(3, options={"hand_size": 2})
    first_to_call, countering = table.people[1:]
    here = visit(f"/table.html?game={table.id}", countering, language="ja", size="phone", theme="dark")
    view = wait_for_view(here, countering, table.id)
    assert_moves_offered(here, view)
    assert first_to_call.act(table.id, "dobon", on=top_of(view)["version"]).status_code == 200
    wait_for_change(here, view)
    view = wait_for_view(here, countering, table.id)
    expect(here.key("dobon")).to_be_enabled()
    expect(here.key("dobon")).to_contain_text("ドボン返し")
    assert_moves_offered(here, view)
    here.assert_accessible()
    here.key("dobon").click()
    wait_for_change(here, view)
    while (answer := table.people[0].view(table.id))["status"] == "playing":
        asked = next(seat for seat in answer["round"]["waiting_for"])
        on = next(one["on"] for one in actions_of(table.people[asked].view(table.id)) if one["type"] == "decline")
        assert table.people[asked].act(table.id, "decline", on=on).status_code == 200
    expect(here.page.locator(".result-call")).to_have_count(2)
    result = wait_for_view(here, countering, table.id)
    assert result["result"]["winner"] == 2
    for number, call in enumerate(result["round"]["board"]["calls"]):
        numbers = here.page.locator(".result-call .formula").nth(number).inner_text()
        assert numbers.endswith(f"= {top_of(view)['card'][1:]}"), call
    here.assert_accessible()
