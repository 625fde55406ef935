"""Phones: every opponent of a full table is in the window, nothing is covered, and controls are large enough."""

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from prove.harness.application import House
from tests.web.conftest import Visit
from tests.web.visitor import SIZES, Visitor

BOXES = """() => [...document.querySelectorAll(".seats .seat")].map((seat) => {
    const box = (name, node) => {
        const {left, top, right, bottom} = node.getBoundingClientRect();
        return {name, left, top, right, bottom};
    };
    const parts = [...seat.querySelectorAll(".seat-face, .seat-name, .held-number, .held-words, .score, .chip, .ring")];
    const shown = parts.filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 1);
    return {seat: box(seat.dataset.seat, seat), parts: shown.map((part) => box(part.classList[0], part))};
})"""
"""Returns the place of each opponent's seat, and of the visible parts in it."""

SMALL = """(least) => [...document.querySelectorAll("button:not(.hand-card), a[href]:not(.skip), summary, select, .segments label")]
    .filter((control) => control.checkVisibility())
    .map((control) => [control.textContent.slice(0, 30), control.dataset.key, control.getBoundingClientRect()])
    .filter(([, , {width, height}]) => width < least || height < least)
    .map(([text, key, {width, height}]) => `${key ?? text}: ${width} x ${height}`)"""
"""Returns the controls that are smaller than that in one direction."""

LEAST = 43.5
"""Pixels: 44, as far as rounding allows."""

Box = dict[str, Any]


def overlap(one: Box, other: Box) -> bool:
    """Do two boxes share more than half a pixel in both directions?"""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    along = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 0.5 and along > 0.5


def inside(one: Box, other: Box) -> bool:
    """Is the first box within the second one?"""
    return bool(
        one["left"] >= other["left"] - 0.5
        and one["right"] <= other["right"] + 0.5
        and one["top"] >= other["top"] - 0.5
        and one["bottom"] <= other["bottom"] + 0.5
    )


def assert_all_seats_are_visible(here: Visitor, seats: int) -> None:
    """Assert that the opponents' seats, and the parts of each, lie side by side within the window."""
    width, height = here.page.evaluate("[innerWidth, innerHeight]")
    window = {"left": 0, "top": 0, "right": width, "bottom": height}
    found = here.page.evaluate(BOXES)
    assert len(found) == seats - 1
    for one in found:
        assert inside(one["seat"], window), (window, one)
        assert {"seat-name", "score"} < {part["name"] for part in one["parts"]}
        assert {"held-number", "held-words"} & {part["name"] for part in one["parts"]}, one
        assert all(inside(part, one["seat"]) for part in one["parts"]), one
        assert not [pair for pair in combinations(one["parts"], 2) if overlap(*pair)], one
    assert not [pair for pair in combinations([one["seat"] for one in found], 2) if overlap(*pair)], found
    assert sum(part["name"] == "ring" for one in found for part in one["parts"]) == 1


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 8])
def test_a_phone_shows_every_opponent_with_number_of_cards_and_ring(visit: Visit, house: House, seats: int) -> None:
    options = {"turn_seconds": 60, "bot_delay_ms": 60_000, "rounds": 3}
    table = house.table(seats - 1, bots=["novice"], options=options)
    turn = table.people[0].view(table.id)["round"]["turn"]
    me = table.people[1 if turn == 0 else 0]
    for language in ("ja", "en"):
        here = visit(f"/table.html?game={table.id}", me, language=language, size="phone")
        expect(here.page.locator(".hand-card")).to_have_count(5)
        for size in ("phone", "tall phone"):
            width, height = SIZES[size]
            here.page.set_viewport_size({"width": width, "height": height})
            assert_all_seats_are_visible(here, seats)
        here.assert_accessible()
        here.context.close()


def test_controls_are_large_enough_for_a_finger(visit: Visit, house: House) -> None:
    table = house.table(2, options={"rounds": 3})
    here = visit("/", table.people[0], size="phone")
    expect(here.page.locator(".table-line").first).to_be_visible()
    for path in ("/", f"/table.html?game={table.id}"):
        here.go(path)
        expect(here.page.locator(".game-card, .hand-card").first).to_be_visible()
        here.page.locator(".settings > summary").click()
        assert here.page.evaluate(SMALL, LEAST) == []
        here.page.keyboard.press("Escape")
    here.key("stamps").click()
    assert here.page.evaluate(SMALL, LEAST) == []


def test_a_full_table_keeps_the_own_seat_in_the_window_and_long_times_in_the_ring(visit: Visit, house: House) -> None:
    table = house.table(5, bots=["novice"], options={"turn_seconds": 86_400, "bot_delay_ms": 60_000})
    here = visit(f"/table.html?game={table.id}", table.people[0])
    expect(here.page.locator(".hand-card")).to_have_count(5)
    expect(here.page.locator(".seat.own")).to_be_in_viewport(ratio=1)
    expect(here.page.locator(".ring-number").first).to_have_text("24h")
