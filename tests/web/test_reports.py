"""Reports: the dialog of the players, and the forms of the admins."""

import pytest
from playwright.sync_api import expect

from infra.accounts import accounts
from prove.harness.application import House, Table
from tests.api.operations.test_reports import call, comment, report
from tests.web.conftest import Visit
from tests.web.test_audit import log_in
from tests.web.visitor import Theme, Visitor


@pytest.fixture
def token(house: House) -> str:
    """The token of an admin, at a server without open reports."""
    player, _, token = accounts.create_admin(house.pool, "Root")
    with house.pool.connection() as connection:
        connection.execute(
            "UPDATE dobon.reports SET status = 'dismissed', verdict_id = %s WHERE status = 'open'", [player]
        )
    return token


@pytest.fixture
def table(house: House) -> Table:
    """A game of two people whose first round ended with a false call."""
    table = house.table(options={"rounds": 2, "false_claim": "lose"})
    call(table, table.turn)
    return table


def send_report(here: Visitor, reason: str, text: str) -> None:
    here.page.locator("#report-reason").select_option(reason)
    here.page.locator("#report-text").fill(text)
    here.key("report-send").click()
    expect(here.page.locator(".toast.good")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "size", "theme"), [("en", "desktop", "light"), ("ja", "phone", "dark")], ids=["desktop", "phone"]
)
def test_a_comment_is_reported_and_hidden_by_keys(
    visit: Visit, house: House, table: Table, token: str, language: str, size: str, theme: Theme
) -> None:
    look = {"language": language, "size": size, "theme": theme}
    author, reporter = table.people
    said = comment(table, author, "You play like a bot!")
    here = visit(f"/replay.html?game={table.id}&round=1", reporter, **look)
    here.key(f"report-{said}").click()
    expect(here.page.locator(".report-shown")).to_have_text("You play like a bot!")
    here.assert_accessible("dialog")
    send_report(here, "insult", "This hurts.")

    admin = log_in(visit("/audit.html", **look), token)
    admin.page.locator(".audit-list a").first.click()
    expect(admin.page.locator(".audit-claim h2")).to_be_focused()
    expect(admin.page.locator(".audit-claim .report-shown").last).to_have_text("You play like a bot!")
    admin.assert_accessible()
    admin.page.keyboard.press("u")
    expect(admin.page.locator("#verdict-reason")).to_be_focused()
    admin.page.keyboard.type("an insult")
    admin.page.locator('input[value="hide-comment"]').check()
    admin.page.keyboard.press("Control+Enter")
    expect(admin.page.locator(".toast.good")).to_be_visible()
    assert author.get("/v1/verdicts").json["verdicts"][0]["measures"] == ["hide-comment"]

    here.page.reload()
    expect(here.page.locator(".replay-comment-list").first).not_to_contain_text("You play like a bot!")
    admin.go("/audit.html#reports")
    admin.page.locator("select[name=status]").select_option("upheld")
    admin.page.locator(".audit-list a").first.click()
    admin.key("hiding").click()
    admin.page.locator("#act-reason").fill("a mistake")
    admin.key("act-go").click()
    expect(admin.page.locator(".audit-claim .report-shown").last).to_be_visible()
    path = f"{table.path}/rounds/1/comments"
    admin.wait_until(lambda: reporter.get(path).json["comments"][0]["text"] == "You play like a bot!")
    mine = visit("/account.html", author, **look)
    expect(mine.page.locator("section[aria-labelledby=reports] .entry")).to_have_count(1)
    mine.assert_accessible()


@pytest.mark.parametrize(
    ("language", "size", "theme"), [("ja", "desktop", "dark"), ("en", "phone", "light")], ids=["desktop", "phone"]
)
def test_a_disputed_call_is_shown_with_its_arithmetic_and_decided(
    visit: Visit, house: House, table: Table, token: str, language: str, size: str, theme: Theme
) -> None:
    look = {"language": language, "size": size, "theme": theme}
    [claim] = table.people[0].get(f"{table.path}/claims").json["claims"]
    reporter, caller = table.people[1 - claim["seat"]], table.people[claim["seat"]]
    here = visit(f"/replay.html?game={table.id}&round=1&version={claim['version']}", reporter, **look)
    here.key("report-play").click()
    send_report(here, "wrong-verdict", "The numbers make it.")

    admin = log_in(visit("/audit.html", **look), token)
    admin.page.locator(".audit-list a").first.click()
    play = admin.page.locator(".audit-play")
    expect(play.get_by_test_id("agrees")).to_be_visible()
    hand = play.locator(".audit-sum .fan .card")
    expect(hand).to_have_count(len(claim["hand"]))
    assert [one.get_attribute("data-code") for one in hand.all()] == claim["hand"]
    expect(play.locator(".audit-timeline .here")).to_have_count(1)
    admin.assert_accessible()
    admin.page.keyboard.press("d")
    admin.page.keyboard.type("judged again")
    admin.page.keyboard.press("Tab")
    admin.page.keyboard.type("No formula gives the number.")
    admin.key("decide").click()
    expect(admin.page.locator(".toast.good")).to_be_visible()
    assert reporter.get("/v1/reports").json["reports"][0]["status"] == "dismissed"
    assert caller.get("/v1/verdicts").json["verdicts"][0]["note"] == "No formula gives the number."


@pytest.mark.parametrize(
    ("language", "size", "theme"), [("en", "desktop", "dark"), ("ja", "phone", "light")], ids=["desktop", "phone"]
)
def test_a_player_is_found_by_name_and_suspended_for_a_time(
    visit: Visit, house: House, token: str, language: str, size: str, theme: Theme
) -> None:
    name = f"{size.title()} Rob"
    rude = house.player(name)
    report(house.player(), kind="name", player=rude.id)
    admin = log_in(visit("/audit.html#players", language=language, size=size, theme=theme), token)
    admin.page.locator("#player-name").fill(name.upper())
    admin.page.keyboard.press("Enter")
    admin.page.locator(".audit-list a").first.wait_for()
    admin.assert_accessible()
    admin.page.locator(".audit-list a").first.click()
    admin.key("name-reset").click()
    admin.page.locator("#act-reason").fill("an insult")
    admin.key("act-go").click()
    expect(admin.page.locator(".audit-acts").first).to_contain_text(name)
    admin.key("suspension").click()
    admin.key("duration").select_option("7")
    admin.page.locator("#act-reason").fill("again and again")
    admin.assert_accessible("dialog")
    admin.key("act-go").click()
    expect(admin.key("reinstatement")).to_be_visible()
    admin.assert_accessible()
    admin.ignore_errors("403")
    assert rude.get("/v1/players/me").json["until"] is not None


def test_a_name_is_reported_at_the_table(visit: Visit, house: House) -> None:
    table = house.table()
    me, other = table.people
    here = visit(f"/table.html?game={table.id}", me)
    here.key("people").click()
    here.key(f"report-{other.id}").click()
    send_report(here, "impersonation", "")
    assert me.get("/v1/reports").json["reports"][0]["player"] == other.id
