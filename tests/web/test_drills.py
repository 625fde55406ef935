"""The drills: the visitor's own mistakes as questions, and the drill of the day."""

from datetime import date

import pytest
from playwright.sync_api import expect

from api.operations import drills
from prove.harness.application import House
from tests.web.analysed import analysed, daily
from tests.web.conftest import Visit


def test_own_mistakes_are_asked_answered_and_shown_in_the_replay(visit: Visit, house: House) -> None:
    table = house.finished()
    analysed(house, table.id)
    me = table.people[0]
    first = me.get("/v1/drills").json["drills"][0]
    asked = me.get(f"/v1/drills/{first['id']}").json
    here = visit("/drills.html", me, size="phone")
    expect(here.page.locator(".drill-choice")).to_have_count(len(asked["choices"]))
    here.assert_accessible()
    here.key("choice-0").click()
    verdict = here.page.locator(".drill-result")
    expect(verdict).to_be_focused()
    known = me.post(f"/v1/drills/{first['id']}/answers", {"choice": 0}).json
    expect(verdict).to_contain_text("Right" if known["right"] else "Another action is better")
    expect(here.key(f"known-{known['best']}")).to_contain_text("best")
    expect(here.key(f"known-{known['played']}")).to_contain_text("played in the game")
    expect(here.key(f"drill-{first['id']}")).to_contain_text("✓ right" if known["right"] else "✗ wrong")
    here.assert_accessible()
    replay = here.key("replay").get_attribute("href")
    here.key("next").click()
    expect(here.key(f"drill-{first['id']}")).not_to_have_attribute("aria-current", "true")
    assert replay is not None
    here.go(replay)
    expect(here.page.locator(f'.decision[data-version="{first["version"]}"]').first).to_be_visible()


def test_the_drill_of_the_day_needs_no_account(visit: Visit, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    drill = daily(house, monkeypatch)
    here = visit("/", language="ja", theme="dark")
    here.key("daily").click()
    best = drill["question"]["best"]
    here.key(f"choice-{best}").click()
    expect(here.page.locator(".drill-result")).to_contain_text("正解")
    here.assert_accessible()
    assert here.page.evaluate("localStorage.getItem('dobon.token')") is None


def test_a_drill_of_the_day_that_is_not_ready_is_told(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drills, "today", lambda: date(2000, 1, 1))
    here = visit("/drills.html?daily")
    here.ignore_errors("404")
    expect(here.page.get_by_role("alert")).to_have_text(
        "The drill of the day is not ready yet. Please try again in a minute."
    )
