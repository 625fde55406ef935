"""The replay of a round: every moment, what a seat knew, talk and links, and the check of its log."""

import re

from playwright.sync_api import expect

from prove.harness.application import House, Table
from tests.web.browsing import Visitor
from tests.web.conftest import Visit
from tests.web.telling import told


def opened(here: Visitor) -> Visitor:
    """The page is there, and the log is checked."""
    here.page.locator("body[data-ready]").wait_for()
    here.page.locator('[data-testid="check"]:not([data-phase="running"])').wait_for()
    return here


def address(table: Table, more: str = "") -> str:
    return f"/replay.html?game={table.id}&round=1{more}"


def test_the_hands_are_those_of_the_review_and_a_seat_sees_its_own_alone(visit: Visit, house: House) -> None:
    table = house.finished()
    frame = table.people[0].get(f"{table.path}/rounds/1/review").json["frames"][0]
    here = opened(visit(address(table, f"&version={frame['version']}"), table.people[0]))
    for seat, cards in enumerate(frame["hands"]):
        shown = here.page.locator(".replay-hand").nth(seat).locator(".card")
        assert [one.get_attribute("data-code") for one in shown.all()] == cards
    here.page.locator(".replay-as select").select_option("0")
    expect(here.page.locator(".replay-hand").nth(1).locator('[data-code="??"]')).to_have_count(len(frame["hands"][1]))
    assert "as=0" in here.page.url


def test_a_moment_is_talked_about_and_shared_with_who_has_no_account(visit: Visit, house: House) -> None:
    table = house.finished()
    frames = table.people[0].get(f"{table.path}/rounds/1/review").json["frames"]
    at = frames[len(frames) // 2]
    here = opened(visit(address(table, f"&version={at['version']}"), table.people[0], language="ja", size="phone"))
    page = here.page
    page.locator("#comment").fill("ここで呼べた")
    page.locator("form button").click()
    expect(page.locator(".replay-comments").first).to_contain_text("ここで呼べた")
    page.locator(".replay-talk section").last.locator("button").first.click()
    link = page.locator('[data-testid="shared"]').get_attribute("href")
    assert link is not None
    here.accessible()
    stranger = opened(visit(link.removeprefix(here.url), language="en"))
    expect(stranger.page.locator(".replay-words")).to_have_text(told(at["text"]["en"], "en"))
    expect(stranger.page.locator("#comment")).to_have_count(0)
    page.get_by_role("button", name="無効にする").click()
    expect(page.locator('[data-testid="shared"]')).to_have_count(0)
    stranger.expects("404")
    stranger.page.reload()
    expect(stranger.page.locator("[role=alert]")).to_be_visible()


def test_a_log_that_was_rewritten_since_the_last_visit_is_noticed(visit: Visit, house: House) -> None:
    table = house.finished()
    here = opened(visit(address(table), table.people[0]))
    here.page.evaluate("game => localStorage.setItem(`dobon.head.${game}`, '00'.repeat(32))", table.id)
    here.page.reload()
    expect(opened(here).page.locator('[data-testid="check"]')).to_have_attribute("data-phase", "bad")


def test_the_language_changes_without_losing_the_moment(visit: Visit, house: House) -> None:
    table = house.finished()
    frames = table.people[0].get(f"{table.path}/rounds/1/review").json["frames"]
    here = opened(visit(address(table, f"&version={frames[3]['version']}"), table.people[0], theme="dark"))
    here.page.locator(".settings > summary").click()
    here.page.locator('input[name="language"][value="ja"]').check(force=True)
    expect(here.page.locator(".replay-words")).to_have_text(told(frames[3]["text"]["ja"], "ja"))
    expect(here.page.locator("html")).to_have_attribute("lang", "ja")
    here.page.keyboard.press("Escape")
    here.accessible()


def test_a_round_that_is_not_over_is_refused_in_words(visit: Visit, house: House) -> None:
    table = house.table(1, bots=["careful"])
    here = visit(address(table), table.people[0])
    here.expects("409|404")
    expect(here.page.get_by_role("alert")).to_have_text(re.compile("."))
