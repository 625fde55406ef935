"""Two browsers at one table that call at the same moment."""

import re
from typing import Any

from playwright.sync_api import Route, expect

from prove.harness.application import House
from tests.web.conftest import Deals, Visit
from tests.web.dobon_deal import can_call
from tests.web.visitor import Visitor

SEATS, SIZE = 3, 2
RACERS = (1, 2)
TOO_LATE = {"en": "Too late", "ja": "間に合いませんでした"}


def standings(here: Visitor) -> list[list[str]]:
    """Return the table of points, without texts of either language."""
    rows = here.page.locator(".standing tbody tr")
    expect(rows).to_have_count(SEATS)
    return [row.locator("th, .num").all_inner_texts() for row in rows.all()]


def test_of_two_calls_at_once_one_wins_and_the_other_is_refused(visit: Visit, house: House, deals: Deals) -> None:
    deals.seed_where(lambda chance: all(can_call(chance, seat, SEATS, SIZE) for seat in RACERS), SEATS)
    table = house.table(SEATS, options={"hand_size": SIZE})
    languages = dict(zip(RACERS, TOO_LATE, strict=True))
    pages = {
        seat: visit(f"/table.html?game={table.id}", table.people[seat], language=languages[seat]) for seat in RACERS
    }
    sent: list[Route] = []
    for here in pages.values():
        here.page.route("**/actions", lambda route: sent.append(route), times=1)  # noqa: PLW0108 - needs an attribute
        here.key("dobon").click()
    first = pages[RACERS[0]]
    first.wait_until(lambda: len(sent) == len(RACERS))
    for here in pages.values():
        here.ignore_errors("status of 409")
    for route in sent:
        route.continue_()

    first.wait_until(lambda: table.people[0].view(table.id)["round"]["board"]["calls"])
    call = table.people[0].view(table.id)["round"]["board"]["calls"][0]
    assert call["valid"]
    assert call["seat"] in RACERS
    loser = next(seat for seat in RACERS if seat != call["seat"])
    expect(pages[loser].page.locator(".toast")).to_contain_text(TOO_LATE[languages[loser]])
    expect(pages[loser].page.locator(".toast")).to_have_count(1)
    expect(pages[call["seat"]].page.locator(".toast")).to_have_count(0)

    expect(pages[loser].key("dobon")).to_be_enabled()
    expect(pages[call["seat"]].key("dobon")).to_be_disabled()
    pages[loser].key("decline").click()
    assert table.people[0].act(table.id, "decline", on=call["version"]).status_code == 200
    calls = [
        event for event in event_types(table.people[0].get(f"{table.path}/events").json) if event == "dobon-called"
    ]
    assert len(calls) == 1
    shown = [standings(here) for here in pages.values()]
    assert shown[0] == shown[1]
    formulas = [
        re.split(" or | または ", here.page.locator(".result .formula").inner_text()) for here in pages.values()
    ]
    assert formulas[0] == formulas[1] != []
    for here in pages.values():
        winner = here.page.locator(".standing .winner")
        expect(winner).to_have_count(1)
        expect(winner).to_contain_text(table.people[call["seat"]].name)
        here.assert_accessible()


def event_types(page: dict[str, Any]) -> list[str]:
    return [event["type"] for event in page["events"]]
