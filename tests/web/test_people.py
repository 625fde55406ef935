"""Other people: quick play, rematches, invitations, follows and blocks."""

import re

import pytest
from playwright.sync_api import APIResponse, Route, expect

from prove.harness.application import House, Table
from prove.harness.views import actions_of
from tests.web.conftest import Visit
from tests.web.visitor import Theme


@pytest.fixture(autouse=True)
def empty(house: House) -> None:
    """Nobody waits."""
    with house.pool.connection() as connection:
        connection.execute("DELETE FROM dobon.queue")


def finished(house: House) -> Table:
    """Return a game of two people that is played to its end."""
    table = house.table(2, ruleset="durak")
    while table.people[0].view(table.id)["status"] != "finished":
        for person in table.people:
            if actions := actions_of(person.view(table.id)):
                assert person.post(f"{table.path}/actions", actions[-1]).status_code == 200
    return table


@pytest.mark.parametrize(
    ("language", "size", "theme"), [("en", "desktop", "light"), ("ja", "phone", "dark")], ids=["desktop", "phone"]
)
def test_two_players_meet_in_quick_play(visit: Visit, house: House, language: str, size: str, theme: Theme) -> None:
    here = visit("/", house.player("Aoi"), language=language, size=size, theme=theme)
    here.page.locator("#queue-ruleset").select_option("durak")
    here.page.locator("#queue-seats").select_option("2")
    here.page.locator("#queue-bots_after").select_option("")
    here.page.locator("#queue-within").select_option("5")
    here.key("queue").click()
    expect(here.key("queue-cancel")).to_be_focused()
    here.assert_accessible()
    here.page.keyboard.press("Enter")
    expect(here.key("queue")).to_be_visible()
    expect(here.page.locator("#queue-ruleset")).to_have_value("durak")
    here.key("queue").click()
    here.key("queue-cancel").wait_for()
    here.page.reload()
    expect(here.key("queue-cancel")).to_be_visible()
    assert house.player("Ren").post("/v1/queue", {"ruleset": "durak", "seats": 2}).status_code == 201
    here.page.wait_for_url(re.compile("/table.html"))
    expect(here.key("people")).to_be_visible()


@pytest.mark.parametrize("answered_before", [True, False], ids=["place", "none"])
def test_a_late_answer_about_a_place_that_was_given_up_changes_nothing(
    visit: Visit, house: House, answered_before: bool
) -> None:
    me = house.player("Aoi")
    here = visit("/", me)
    asked: list[tuple[Route, APIResponse | None]] = []
    here.page.route(
        "**/v1/queue/me", lambda route: asked.append((route, route.fetch() if answered_before else None)), times=1
    )
    here.page.locator("#queue-bots_after").select_option("")
    here.key("queue").click()
    here.wait_until(lambda: asked)
    here.key("queue-cancel").click()
    expect(here.page.locator(".toast")).to_contain_text("You do not wait any more.")
    assert me.get("/v1/queue/me").status_code == 404
    for route, answer in asked:
        route.fulfill(response=answer) if answer else route.continue_()
    here.page.reload()
    expect(here.key("queue")).to_be_visible()


def test_a_rematch_takes_one_click_and_is_offered_to_the_others(visit: Visit, house: House) -> None:
    table = finished(house)
    me, other = table.people
    here = visit(f"/table.html?game={table.id}", me)
    expect(here.key("again")).to_have_text("Rematch")
    game = other.post(f"{table.path}/rematch").json["id"]
    expect(here.page.locator(".rematch-note")).to_have_text("Another player wants to play again.")
    here.assert_accessible()
    here.key("again").click()
    here.page.wait_for_url(re.compile(game))
    expect(here.page.locator(".board-own .hand-card")).to_have_count(6)
    assert {seat["id"] for seat in me.view(game)["players"]} == {me.id, other.id}


@pytest.mark.parametrize(
    ("language", "size", "theme"), [("ja", "desktop", "dark"), ("en", "phone", "light")], ids=["desktop", "phone"]
)
def test_a_friend_is_followed_by_link_and_joined_at_an_open_table(
    visit: Visit, house: House, language: str, size: str, theme: Theme
) -> None:
    me, friend = house.player("Aoi"), house.player("Mio")
    here = visit(f"/?follow={friend.id}", me, language=language, size=size, theme=theme)
    here.page.locator("dialog .primary").wait_for()
    here.assert_accessible("dialog")
    here.page.locator("dialog .primary").click()
    expect(here.key(f"unfollow-{friend.id}")).to_be_visible()
    game = friend.post("/v1/games", {"ruleset": "doubt", "seats": 3, "listed": True}).json["id"]
    here.page.reload()
    here.key(f"friend-sit-{game}").wait_for()
    here.assert_accessible()
    here.key(f"friend-sit-{game}").click()
    expect(here.page.locator(".seated-people")).to_contain_text("Mio")
    expect(here.page.locator(".invite-qr path")).to_have_attribute("d", re.compile("^M4 4h7v1h-7z"))
    here.assert_accessible()
    here.page.goto(f"{here.url}/")
    here.key(f"unfollow-{friend.id}").click()
    expect(here.key(f"unfollow-{friend.id}")).to_have_count(0)
    assert me.get("/v1/players/me/follows").json == {"players": []}


def test_a_player_is_blocked_at_the_table_and_unblocked_in_the_lobby(visit: Visit, house: House) -> None:
    table = house.table(2, ruleset="durak")
    me, other = table.people
    with house.pool.connection() as connection:
        connection.execute(
            "INSERT INTO dobon.statistics (build, entrant, ruleset, turns, timeouts)"
            " SELECT build, %s, 'durak', 50, 5 FROM dobon.projections WHERE name = 'statistics' AND state = 'live'",
            (other.id,),
        )
    here = visit(f"/table.html?game={table.id}", me)
    here.key("people").click()
    expect(here.page.locator("dialog .reliability")).to_have_text("Time ran out in 10% of 50 turns.")
    here.key(f"follow-{other.id}").click()
    here.key(f"block-{other.id}").click()
    expect(here.key(f"block-{other.id}")).to_have_text("Unblock")
    expect(here.key(f"block-{other.id}")).to_be_focused()
    expect(here.key(f"follow-{other.id}")).to_have_count(0)
    here.assert_accessible("dialog")
    assert [one["id"] for one in me.get("/v1/players/me/blocks").json["players"]] == [other.id]
    here.page.goto(f"{here.url}/")
    here.key("blocked").click()
    here.key(f"unblock-{other.id}").click()
    expect(here.key(f"unblock-{other.id}")).to_have_count(0)
    here.assert_accessible()
    assert me.get("/v1/players/me/blocks").json == {"players": []}
