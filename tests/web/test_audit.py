"""The page for admins."""

import pytest
from playwright.sync_api import expect

from api.cli import main
from infra.accounts import accounts
from prove.harness.application import Caller, House
from prove.harness.stored_signals import assisted_signal, durak_signal
from tests.web.conftest import Visit
from tests.web.visitor import Visitor


@pytest.fixture
def token(house: House) -> str:
    return accounts.create_admin(house.pool, "Root")[2]


def log_in(here: Visitor, token: str) -> Visitor:
    here.page.locator("#token").fill(token)
    here.page.locator("form button").click()
    here.page.locator(".audit-nav").wait_for()
    return here


def test_a_wrong_token_opens_nothing(visit: Visit) -> None:
    here = visit("/audit.html")
    here.ignore_errors("401")
    here.assert_accessible()
    here.page.locator("#token").fill("dbnadm_wrong")
    here.page.locator("form button").click()
    expect(here.page.get_by_role("alert")).not_to_be_empty()
    expect(here.page.locator(".audit-nav")).to_have_count(0)


def test_a_call_is_judged_again_and_shown_with_the_table_at_that_moment(visit: Visit, house: House, token: str) -> None:
    game = next(
        table
        for table in (house.finished(ruleset="doubt") for _ in range(9))
        if table.people[0].get(f"{table.path}/claims").json["claims"]
    )
    claim = game.people[0].get(f"{game.path}/claims").json["claims"][-1]
    frame = game.people[0].get(f"{game.path}/rounds/{claim['round']}/review/{claim['version']}").json
    here = log_in(visit("/audit.html#claims"), token)
    here.page.locator("select[name=ruleset]").select_option("doubt")
    here.page.locator("form button").click()
    here.page.get_by_label(f"View the call at version {claim['version']}", exact=True).first.wait_for()
    here.assert_accessible()
    here.page.get_by_label(f"View the call at version {claim['version']}", exact=True).first.click()
    expect(here.page.locator('[data-testid="agrees"]')).to_contain_text("the same verdict")
    with here.page.expect_download() as saved:
        here.page.locator('[data-key="case"]').click()
    assert saved.value.suggested_filename == f"dobon-case-{game.id}.json"
    assert main.main(["verify", str(saved.value.path())]) == 0
    hands = here.page.locator("section", has=here.page.get_by_role("heading", name="The table at that moment")).last
    for seat, cards in enumerate(frame["hands"]):
        shown = hands.locator(".fan").nth(seat).locator(".card")
        expect(shown).to_have_count(len(cards))
        assert [one.get_attribute("data-code") for one in shown.all()] == cards
    here.assert_accessible()


@pytest.mark.parametrize(("language", "size"), [("en", "desktop"), ("ja", "phone")])
def test_calls_are_shown_by_week_with_the_filters_of_the_list(
    visit: Visit, house: House, token: str, language: str, size: str
) -> None:
    root, verdicts = Caller(house.app, token), set[bool]()
    while len(verdicts) < 2:
        house.finished(ruleset="doubt")
        weeks = root.get("/v1/admin/claims/totals?ruleset=doubt").json["weeks"]
        verdicts = {one["valid"] for one in weeks[-1]["totals"]}
    here = log_in(visit("/audit.html#claims", language=language, size=size), token)
    expect(here.page.locator(".audit-totals tbody tr")).to_have_count(26)
    here.page.locator("select[name=ruleset]").select_option("doubt")
    with here.page.expect_response("**/v1/admin/claims/totals?ruleset=doubt") as answer:
        here.page.locator("form button").click()
    week = answer.value.json()["weeks"][-1]
    calls = [sum(one["calls"] for one in week["totals"] if one["valid"] is valid) for valid in (True, False)]
    newest = here.page.locator(".audit-totals tbody tr").first
    expect(newest.locator(".num")).to_have_text([str(number) for number in calls])
    assert newest.get_attribute("data-week") == week["monday"]
    shares = [float(part.get_attribute("width") or 0) for part in newest.locator(".bar-right, .bar-wrong").all()]
    assert shares == pytest.approx([100 * number / sum(calls) for number in calls])
    here.assert_accessible()
    here.page.locator("select[name=ruleset]").select_option("durak")
    here.page.locator("input[name=since]").fill("2026-01-05T08:30")
    with here.page.expect_response("**/v1/admin/claims/totals?*since=2026-01-0*") as answer:
        here.page.locator("form button").click()
    assert answer.value.status == 200
    expect(here.page.locator("input[name=since]")).to_have_value("2026-01-05T08:30")
    expect(here.page.locator(".audit-totals")).to_have_count(0)
    expect(here.page.get_by_test_id("totals")).to_contain_text("No calls" if language == "en" else "宣言はありません")


def test_games_are_checked_and_projections_shown_in_japanese_on_a_phone(visit: Visit, house: House, token: str) -> None:
    game = house.finished()
    here = log_in(visit("/audit.html#integrity", language="ja", size="phone", theme="dark"), token)
    here.page.locator("#game").fill(game.id)
    here.page.locator("form button").first.click()
    expect(here.page.locator('[data-testid="intact"]')).to_contain_text("完全です")
    expect(here.page.locator('[data-key="case"]')).to_have_text("案件をダウンロード")
    here.page.locator("form button").last.click()
    expect(here.page.locator('[data-testid="checked"]')).to_contain_text("検査しました")
    here.assert_accessible()
    here.page.locator(".audit-nav a").last.click()
    expect(here.page.locator('[data-testid="projection-claims"]')).to_be_visible()
    here.assert_accessible()


def test_a_signal_opens_its_decisions_move_by_move(visit: Visit, house: House, token: str) -> None:
    signal, table = durak_signal(house)
    names = {person.id: person.name for person in table.people}
    pair = f"{names[signal.first]} and {names[signal.second]}"
    here = log_in(visit("/audit.html#signals"), token)
    here.page.get_by_role("link", name=f"View: {pair}").first.wait_for()
    here.assert_accessible()
    here.page.goto(f"{here.page.url.split('#')[0]}#signals/{signal.id}")
    here.page.get_by_role("heading", name=pair).wait_for()
    expect(here.page.get_by_role("region", name="What was found")).to_contain_text("attack left out")
    here.page.locator("[data-moment] button").first.click()
    here.page.get_by_role("heading", name="The table at that moment").wait_for()
    assert table.id in str(here.page.locator("[data-moment]").first.get_attribute("data-moment"))
    here.assert_accessible()
    here.page.locator("[data-key=close]").click()
    here.page.locator("#act-reason").fill("two friends who play alike")
    here.page.locator("[data-key=act-go]").click()
    expect(here.page.locator("h2 .chip").last).to_have_text("closed")
    expect(here.page.locator(".audit-acts")).to_contain_text("two friends who play alike")


def test_a_signal_of_help_says_what_a_rule_of_thumb_would_have_done(visit: Visit, house: House, token: str) -> None:
    signal, table = assisted_signal(house)
    here = log_in(visit("/audit.html#signals"), token)
    here.page.locator("select[name=kind]").select_option("assistance")
    here.page.get_by_role("link", name=f"View: {table.people[0].name}").first.wait_for()
    here.assert_accessible()
    here.page.goto(f"{here.page.url.split('#')[0]}#signals/{signal.id}")
    here.page.get_by_role("heading", name=table.people[0].name).wait_for()
    expect(here.page.locator("h2")).to_contain_text("help from a program")
    expect(here.page.get_by_role("region", name="What was found")).to_contain_text("its older rounds")
    decision = here.page.locator(f"[data-moment^='{table.id}']")
    expect(decision).to_contain_text("By rules of thumb: Take the cards")
    decision.locator("button").click()
    here.page.get_by_role("heading", name="The table at that moment").wait_for()
    here.assert_accessible()
