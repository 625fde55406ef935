"""The analysis in the replay: accuracy and chances, marks, dangers under the cards, and what if."""

import re
from typing import Any

from playwright.sync_api import expect

from prove.harness.application import House, Table
from prove.harness.service_games import owning
from tests.web.analysed import REASON, analysed
from tests.web.conftest import Visit
from tests.web.visitor import Visitor


def replay(visit: Visit, table: Table, more: str = "", **look: Any) -> Visitor:
    """Open the replay of the first round and wait until it is drawn."""
    here = visit(f"/replay.html?game={table.id}&round=1{more}", table.people[0], **look)
    here.page.locator("body[data-ready]").wait_for()
    return here


def frames(table: Table, more: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.people[0].get(f"{table.path}/rounds/1/review{more}").json["frames"]
    return found


def test_a_round_is_analysed_when_the_visitor_asks_and_not_before(visit: Visit, house: House) -> None:
    table = house.finished()
    asked: list[str] = []
    here = visit(None, table.people[0], language="ja", size="phone", theme="dark")
    here.page.on("request", lambda request: asked.append(request.url))
    here.go(f"/replay.html?game={table.id}&round=1").page.locator("body[data-ready]").wait_for()
    assert not any(url.endswith("/analysis") for url in asked)
    here.key("analyse").click()
    expect(here.page.locator(".analysis progress")).to_be_visible()
    result = analysed(house, table.id)
    rows = here.page.locator(".analysis-seats tbody tr")
    expect(rows).to_have_count(3)
    for seat, row in zip(result["seats"], rows.all(), strict=True):
        expect(row.locator("td").first).to_have_text(f"{round(100 * seat['accuracy'])}\u00a0%")
        counts = [str(seat["marks"][mark]) for mark in ("inaccuracy", "mistake", "blunder")]
        assert row.locator("td").all_text_contents()[2:] == counts
    here.assert_accessible()


def test_keys_and_the_lines_lead_to_the_marks_and_show_the_best_action(visit: Visit, house: House) -> None:
    table = house.finished()
    result = analysed(house, table.id)
    moments = frames(table)
    here = replay(visit, table, "&analysis")
    page, decision = here.page, here.page.locator(".decision")
    marked = [one for one in result["decisions"] if one["mark"]]
    expect(page.locator(".of-analysis i")).to_have_count(len({one["version"] for one in marked}))
    here.key("danger").check()
    page.keyboard.press("m")
    first = min(one["version"] for one in marked)
    expect(decision).to_have_attribute("data-version", str(first))
    assert f"version={first}&" in page.url
    expect(decision.locator(".decision-reason")).to_have_text(REASON["en"].replace("Seat 1", "Novice"))
    expect(decision.locator("dd")).to_have_count(2)
    page.keyboard.press("m")
    expect(decision.first).not_to_have_attribute("data-version", str(first))
    page.keyboard.press("Shift+M")
    expect(decision.first).to_have_attribute("data-version", str(first))
    chart = page.get_by_test_id("chances")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] - 1, "y": box["height"] / 2})
    expect(page.locator(".replay-buttons .nowrap")).to_have_text(f"{len(moments)} / {len(moments)}")
    page.locator(".chances summary").click()
    page.get_by_role("button", name=f"To move {first}", exact=True).first.click()
    expect(decision.first).to_have_attribute("data-version", str(first))
    here.assert_accessible()


def test_the_danger_stands_under_each_card_and_is_that_of_the_api(visit: Visit, house: House) -> None:
    table = house.finished()
    at = next(frame for frame in frames(table)[8:] if frame["hands"][0])
    here = replay(visit, table, f"&version={at['version']}", size="phone")
    here.key("danger").check()
    read = table.people[0].get(f"{table.path}/rounds/1/dangers?as=0&from=1").json["moments"]
    wanted = next(moment for moment in read if moment["version"] == at["version"])["dangers"]
    shown = here.page.locator(".replay-hand").first.locator(".danger-chip")
    expect(shown).to_have_count(len(wanted))
    told = [float(text.rstrip("\u00a0%")) / 100 for text in shown.all_text_contents()]
    assert all(abs(chance - one["chance"]) <= 0.006 for chance, one in zip(told, wanted, strict=True))
    here.page.locator(".danger-words summary").first.click()
    here.assert_accessible()
    here.page.locator(".replay-as select").select_option("0")
    expect(here.page.locator(".replay-hand").nth(1).locator(".danger-chip")).to_have_count(0)
    expect(shown).to_have_count(len(wanted))
    here.page.reload()
    expect(shown).to_have_count(len(wanted))


def test_what_if_is_played_on_taken_back_and_recorded_nowhere(visit: Visit, house: House) -> None:
    table = house.finished()
    first = frames(table)[0]["version"]
    with table.untouched():
        here = replay(visit, table, f"&version={first}")
        here.key("what-if-0").click()
        board = here.page.locator(".what-if .board")
        board.wait_for()
        here.assert_accessible()
        hand = here.page.locator(".what-if .hand-card")
        held = hand.count()
        assert held == len(frames(table)[0]["hands"][0])
        here.page.locator(".what-if").get_by_role("button", name=re.compile("Draw|Wait|Do not call")).first.click()
        expect(here.key("what-if-undo")).to_be_enabled()
        expect(here.page.locator(".what-if-log p")).not_to_have_count(0)
        here.key("what-if-undo").click()
        expect(hand).to_have_count(held)
        expect(here.key("what-if-undo")).to_be_disabled()
        here.page.keyboard.press("Escape")
        expect(here.page.locator("dialog")).to_have_count(0)
        expect(here.key("what-if-0")).to_be_focused()


def test_an_analysis_that_has_failed_says_so(visit: Visit, house: House) -> None:
    table = house.finished()
    assert table.people[0].get(f"{table.path}/rounds/1/analysis").status_code == 202
    with owning(house.pool) as connection:
        connection.execute("UPDATE dobon.analyses SET attempts = 3 WHERE game_id = %s", (table.id,))
    here = replay(visit, table)
    here.ignore_errors("500")
    here.key("analyse").click()
    expect(here.page.locator(".analysis [role=alert]")).to_have_text("The analysis of this round has failed.")
