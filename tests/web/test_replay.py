"""The replay of a round: its moments, the knowledge of a seat, comments, links, and the verification of its log."""

import re

from playwright.sync_api import expect

from prove.harness.application import House, Table
from tests.web.conftest import Visit
from tests.web.narration import shown_narration
from tests.web.visitor import Visitor


def when_verified(here: Visitor) -> Visitor:
    """Wait until the page is drawn and the log is verified."""
    here.page.locator("body[data-ready]").wait_for()
    here.page.locator('[data-testid="verification"]:not([data-phase="running"])').wait_for()
    return here


def address(table: Table, more: str = "") -> str:
    return f"/replay.html?game={table.id}&round=1{more}"


def test_the_hands_are_those_of_the_review_and_a_seat_sees_its_own_alone(visit: Visit, house: House) -> None:
    table = house.finished()
    frame = table.people[0].get(f"{table.path}/rounds/1/review").json["frames"][0]
    here = when_verified(visit(address(table, f"&version={frame['version']}"), table.people[0]))
    for seat, cards in enumerate(frame["hands"]):
        shown = here.page.locator(".replay-hand").nth(seat).locator(".card")
        assert [one.get_attribute("data-code") for one in shown.all()] == cards
    here.page.locator(".replay-as select").select_option("0")
    expect(here.page.locator(".replay-hand").nth(1).locator('[data-code="??"]')).to_have_count(len(frame["hands"][1]))
    assert "as=0" in here.page.url


def test_a_moment_gets_a_comment_and_a_link_that_needs_no_account(visit: Visit, house: House) -> None:
    table = house.finished()
    frames = table.people[0].get(f"{table.path}/rounds/1/review").json["frames"]
    at = frames[len(frames) // 2]
    here = when_verified(
        visit(address(table, f"&version={at['version']}"), table.people[0], language="ja", size="phone")
    )
    page = here.page
    page.locator("#comment").fill("ここで呼べた")
    page.locator("form button").click()
    expect(page.locator(".replay-comment-list").first).to_contain_text("ここで呼べた")
    page.locator(".replay-comments section").last.locator("button").first.click()
    link = page.locator('[data-testid="shared"]').get_attribute("href")
    assert link is not None
    here.assert_accessible()
    stranger = when_verified(visit(link.removeprefix(here.url), language="en"))
    expect(stranger.page.locator(".replay-words")).to_have_text(shown_narration(at["event"]["text"]["en"], "en"))
    expect(stranger.page.locator("#comment")).to_have_count(0)
    page.get_by_role("button", name="無効にする").click()
    expect(page.locator('[data-testid="shared"]')).to_have_count(0)
    stranger.ignore_errors("404")
    stranger.page.reload()
    expect(stranger.page.locator("[role=alert]")).to_be_visible()


def test_a_log_rewritten_since_the_last_visit_is_detected(visit: Visit, house: House) -> None:
    table = house.finished()
    here = when_verified(visit(address(table), table.people[0]))
    here.page.evaluate("game => localStorage.setItem(`dobon.head.${game}`, '00'.repeat(32))", table.id)
    here.page.reload()
    expect(when_verified(here).page.locator('[data-testid="verification"]')).to_have_attribute("data-phase", "bad")


def test_the_language_changes_without_losing_the_moment(visit: Visit, house: House) -> None:
    table = house.finished()
    frames = table.people[0].get(f"{table.path}/rounds/1/review").json["frames"]
    here = when_verified(visit(address(table, f"&version={frames[3]['version']}"), table.people[0], theme="dark"))
    here.page.locator(".settings > summary").click()
    here.page.locator('input[name="language"][value="ja"]').check(force=True)
    expect(here.page.locator(".replay-words")).to_have_text(shown_narration(frames[3]["event"]["text"]["ja"], "ja"))
    expect(here.page.locator("html")).to_have_attribute("lang", "ja")
    here.page.keyboard.press("Escape")
    here.assert_accessible()


def test_the_replay_of_a_running_round_is_refused_with_a_message(visit: Visit, house: House) -> None:
    table = house.table(1, bots=["careful"])
    here = visit(address(table), table.people[0])
    here.ignore_errors("409|404")
    expect(here.page.get_by_role("alert")).to_have_text(re.compile("."))
