"""The table: announcements, picking cards, waiting actions and leaving."""

from typing import Any

import pytest
from playwright.sync_api import expect

from prove.harness.application import House
from prove.harness.views import actions_of
from tests.web.conftest import Deals, Visit
from tests.web.dobon_deal import first_seat
from tests.web.narration import shown_narration, spoken_narration
from tests.web.table_controls import perform, preferred_action, wait_for_change, wait_for_view
from tests.web.visitor import MODULE

IS_STILL_ALLOWED = f"""async ([listed, actions]) => {{
    const {{TableSession}} = await {MODULE.format("table/session.js")};"""
IS_STILL_ALLOWED += """
    const session = new TableSession("none", {onChange() {}, onEvents() {}, onRefusal() {}});
    session.view = {actions: listed};
    return actions.map((action) => session.isStillAllowed(action));
}"""

APPLY_OLD = f"""async () => {{
    const {{TableSession}} = await {MODULE.format("table/session.js")};"""
APPLY_OLD += """
    const session = new TableSession("none", {onChange() {}, onEvents() {}, onRefusal() {}});
    for (const version of [7, 6]) session.applyView({version, you: null, actions: []}, `"${version}"`);
    for (const versions of [[1, 2], [1], [2, 3], [5]]) session.appendEvents(versions.map((version) => ({version})));
    return [session.view.version, session.events.map((event) => event.version)];
}"""


def test_events_of_others_are_announced_and_logged(visit: Visit, house: House) -> None:
    table = house.table(2, ruleset="durak")
    me, other = table.people
    here = visit(f"/table.html?game={table.id}", me, language="ja")
    before = wait_for_view(here, me, table.id)
    while not actions_of(other.view(table.id)):
        perform(here, preferred_action(before))
        wait_for_change(here, before)
        before = wait_for_view(here, me, table.id)
    lines = here.page.locator(".log-line").count()
    assert other.post(f"{table.path}/actions", preferred_action(other.view(table.id))).status_code == 200
    wait_for_change(here, before)
    wait_for_view(here, me, table.id)
    expect(here.page.locator(".log-line").nth(lines)).to_be_attached()
    told = me.get(f"{table.path}/events?after={before['version']}").json["events"][-1]["text"]["ja"]
    newest = here.page.locator(".log-line").last.inner_text()
    assert newest == shown_narration(told, "ja")
    expect(here.page.locator("#announcements")).to_contain_text(spoken_narration(newest))
    expect(here.page.locator("#announcements")).to_have_attribute("aria-live", "polite")


def test_an_unusable_card_says_why(visit: Visit, house: House, deals: Deals) -> None:
    deals.seed_where(lambda chance: first_seat(chance, 2) == 1, 2)
    table = house.table(2)
    here = visit(f"/table.html?game={table.id}", table.people[0])
    wait_for_view(here, table.people[0], table.id)
    expect(here.page.locator(".hand-card.usable")).to_have_count(0)
    here.page.locator(".hand-card").first.click()
    expect(here.page.locator(".toast")).to_contain_text("Ren")
    expect(here.page.locator(".hand-card.picked")).to_have_count(0)


def test_equal_cards_of_two_decks_are_played_together(visit: Visit, house: House, deals: Deals) -> None:
    deals.seed_where(lambda chance: first_seat(chance, 2) == 0, 2)
    options = {"decks": 2, "max_cards_per_play": 2}
    table = house.table(2, ruleset="doubt", options=options)
    me = table.people[0]
    here = visit(f"/table.html?game={table.id}", me, size="phone")
    view = wait_for_view(here, me, table.id)
    hand = view["round"]["hands"][0]
    twice = next(code for code in hand if hand.count(code) == 2)
    for copy in range(2):
        here.page.locator(f'.hand-card[data-code="{twice}"]').nth(copy).click()
        expect(here.page.locator(".hand-card.picked")).to_have_count(copy + 1)
    here.assert_accessible()
    here.key("play").click()
    wait_for_change(here, view)
    left = wait_for_view(here, me, table.id)["round"]["hands"][0]
    assert twice not in left
    assert len(left) == len(hand) - 2
    expect(here.page.locator(".hand-card")).to_have_count(len(left))


def test_a_waiting_action_stays_as_long_as_it_is_listed(visit: Visit, house: House) -> None:
    def play(*cards: str, **more: Any) -> dict[str, Any]:
        return {"type": "play", "cards": [*cards], **more}

    here = visit("/audit.html")
    ace, eight, two = ({"action": play("S1"), "more": {"cards": ["H1"], "most": 2}}, {"action": play("D8", suit="S"), "more": {"suits": ["S", "H"]}}, {"action": play("S2", "H2")})  # fmt: skip
    pairs = {"action": {"type": "beat", "pairs": [["S1", "H1"]]}, "more": {"pairs": [["S2", "H2"]]}}
    listed = [ace, eight, two, pairs, {"action": {"type": "dobon", "on": 7}}]
    asked = {
        "one": (play("S1"), True),
        "another": (play("C1"), False),
        "with one that may be added": (play("S1", "H1"), True),
        "with one that may not": (play("S1", "C1"), False),
        "the same card twice": (play("S1", "S1"), False),
        "with another first card": (play("H2", "S2"), False),
        "a pair with another": ({"type": "beat", "pairs": [["S2", "H2"], ["S1", "H1"]]}, True),
        "the other pair alone": ({"type": "beat", "pairs": [["S2", "H2"]]}, False),
        "with its suit": (play("D8", suit="H"), True),
        "with another suit": (play("D8", suit="C"), False),
        "on that card": ({"type": "dobon", "on": 7}, True),
        "on the card before": ({"type": "dobon", "on": 6}, False),
        "nothing of the kind": ({"type": "draw"}, False),
    }
    answers = here.page.evaluate(IS_STILL_ALLOWED, [listed, [action for action, _ in asked.values()]])
    assert dict(zip(asked, answers, strict=True)) == {name: allowed for name, (_, allowed) in asked.items()}


def test_an_older_view_or_event_changes_nothing(visit: Visit) -> None:
    here = visit("/audit.html")
    assert here.page.evaluate(APPLY_OLD) == [7, [1, 2, 3]]


def test_leaving_asks_first_and_lets_a_bot_play_on(visit: Visit, house: House) -> None:
    table = house.table(2, ruleset="durak")
    here = visit(f"/table.html?game={table.id}", table.people[0], language="ja", size="phone", theme="dark")
    wait_for_view(here, table.people[0], table.id)
    here.key("leave").click()
    here.assert_accessible("dialog")
    here.page.keyboard.press("Escape")
    expect(here.key("leave")).to_be_focused()
    assert table.people[1].view(table.id)["players"][0].get("bot") is None
    here.key("leave").click()
    here.page.locator("dialog button.danger").click()
    expect(here.page.locator(".game-card").first).to_be_visible()
    assert table.people[1].view(table.id)["players"][0]["bot"]


def test_the_focus_returns_from_a_dialog_to_a_button_drawn_anew_meanwhile(visit: Visit, house: House) -> None:
    table = house.table(2, ruleset="durak")
    here = visit(f"/table.html?game={table.id}", table.people[0])
    before = wait_for_view(here, table.people[0], table.id)
    here.key("leave").click()
    expect(here.page.locator("dialog")).to_be_visible()
    asked = next(one for one in table.people if actions_of(one.view(table.id)))
    assert asked.post(f"{table.path}/actions", preferred_action(asked.view(table.id))).status_code == 200
    wait_for_change(here, before)
    here.page.keyboard.press("Escape")
    expect(here.key("leave")).to_be_focused()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion_stops_animations(visit: Visit, house: House, motion: str) -> None:
    table = house.table(2, ruleset="durak")
    here = visit(None, table.people[0])
    here.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    here.go(f"/table.html?game={table.id}")
    wait_for_view(here, table.people[0], table.id)
    seconds = here.page.locator(".hand-card").evaluate_all(
        """cards => cards.flatMap((card) => {
            const style = getComputedStyle(card);
            return [...style.transitionDuration.split(","), ...style.animationDuration.split(",")].map(parseFloat);
        })"""
    )
    assert (max(seconds) < 0.01) == (motion == "reduce")
