"""Profiles and leaderboards: finished games, ratings and calls as pictures with tables, my place."""

import re

import pytest
from playwright.sync_api import expect

from domain.running.self_play import at_once
from infra.projections.statistics_projector import StatisticsProjector
from prove.harness.application import Caller, House
from prove.harness.views import actions_of
from tests.web.conftest import Visit
from tests.web.visitor import Theme

LOOKS = [("en", "desktop", "light"), ("ja", "tall phone", "dark")]


def play(house: House, people: list[Caller], ruleset: str = "durak", bots: int = 0) -> str:
    """Return a listed game of these people and bots that is played to its end and counted."""
    body = {"ruleset": ruleset, "seats": len(people) + bots, "bots": ["novice"] * bots, "listed": True}
    game = str(people[0].post("/v1/games", {**body, "options": at_once(ruleset)}).json["id"])
    for person in people[1:]:
        assert person.post(f"/v1/games/{game}/seats").status_code == 201
    for _ in range(500):
        if people[0].view(game)["status"] == "finished":
            break
        for person in people:
            if actions := actions_of(person.view(game)):
                assert person.post(f"/v1/games/{game}/actions", actions[-1]).status_code == 200
    else:
        raise AssertionError("the game does not end")
    while StatisticsProjector(house.pool).run():
        pass
    return game


@pytest.mark.parametrize(("language", "size", "theme"), LOOKS, ids=["desktop", "phone"])
def test_a_profile_shows_games_ratings_and_calls(
    visit: Visit, house: House, language: str, size: str, theme: Theme
) -> None:
    people = [house.player("Aoi"), house.player("Ren")]
    games = [play(house, people), play(house, people), play(house, people[:1], "mustamaija", 2)]
    with house.pool.connection() as conn:
        conn.execute(
            "UPDATE dobon.statistics SET calls = 9, false_calls = 2, missed = 3, countered = 1"
            " WHERE entrant = %s AND ruleset = 'durak'", (people[0].id,),
        )  # fmt: skip
    here = visit("/profile.html", people[0], language=language, size=size, theme=theme)
    expect(here.page.locator("h1")).to_have_text("Aoi")
    expect(here.page.locator(".played")).to_have_count(3)
    expect(here.page.get_by_test_id("rating-chart")).to_be_visible()
    assert here.page.locator(".calls-count").all_text_contents() == ["7", "2", "3", "1"]
    here.assert_accessible()
    here.key("rating-table").press("Enter")
    expect(here.page.locator(".rating-table tbody tr")).to_have_count(2)
    here.key("ruleset-mustamaija").press("Space")
    expect(here.page.locator(".rating-now")).to_contain_text(re.compile("Mustamaija|ムスタマイヤ"))
    assert here.key(f"replay-{games[0]}").get_attribute("href") == f"/replay.html?game={games[0]}"
    here.page.locator(".played").last.get_by_role("link", name="Ren").click()
    expect(here.page.locator("h1")).to_have_text("Ren")
    here.key("follow").press("Enter")
    expect(here.key("follow")).not_to_have_class(re.compile("primary"))
    here.assert_accessible()
    follows = people[0].get("/v1/players/me/follows").json["players"]
    assert [one["id"] for one in follows] == [people[1].id]
    here.key("report").press("Enter")
    expect(here.page.locator(".report-shown")).to_have_text("Ren")
    here.key("report-send").press("Enter")
    expect(here.page.locator("dialog")).to_have_count(0)
    assert [one["player"] for one in people[0].get("/v1/reports").json["reports"]] == [people[1].id]


@pytest.mark.parametrize(("language", "size", "theme"), LOOKS, ids=["desktop", "phone"])
def test_the_leaderboard_shows_my_place_although_i_am_not_at_the_top(
    visit: Visit, house: House, language: str, size: str, theme: Theme
) -> None:
    people = [house.player("Aoi"), house.player("Ren")]
    play(house, people[:1], "kirifu", 2)
    with house.pool.connection() as conn:
        crowd = [str(one) for (one,) in conn.execute("SELECT gen_random_uuid() FROM generate_series(1, 25)")]
        conn.execute(
            "INSERT INTO dobon.players (id, name, created_at) SELECT one::uuid, 'Sora', '' FROM unnest(%s::text[]) AS one",
            (crowd,),
        )
        for table, columns, values in (
            ("ratings", "build, ruleset, entrant, mu, sigma, ordinal", "build, 'kirifu', one, 30000000, 0, 30000000"),
            ("statistics", "build, ruleset, entrant", "build, 'kirifu', one"),
        ):
            conn.execute(
                f"INSERT INTO dobon.{table} ({columns}) SELECT {values} FROM unnest(%s::text[]) AS one, dobon.projections"
                " WHERE name = 'statistics' AND state = 'live'", (crowd,),
            )  # fmt: skip
        conn.execute(
            "INSERT INTO dobon.rating_bands SELECT build, 'kirifu', 300, 25 FROM dobon.projections"
            " WHERE name = 'statistics' AND state = 'live'"
        )
    try:
        here = visit("/leaderboard.html?ruleset=kirifu", people[0], language=language, size=size, theme=theme)
        place = people[0].get("/v1/leaderboard/me?ruleset=kirifu").json["place"]
        assert place > 25
        expect(here.page.get_by_test_id("place")).to_contain_text(str(place))
        expect(here.page.locator("[aria-labelledby=mine] tr.own")).to_contain_text("Aoi")
        expect(here.page.locator("[aria-labelledby=top] tbody tr")).to_have_count(20)
        here.assert_accessible()
        here.key("more").press("Enter")
        expect(here.page.locator("[aria-labelledby=mine] table")).to_have_count(0)
        expect(here.page.locator("[aria-labelledby=top] tr.own")).to_have_count(1)
    finally:
        with house.pool.connection() as conn:
            for table in ("ratings", "statistics"):
                conn.execute(f"DELETE FROM dobon.{table} WHERE entrant = ANY(%s)", (crowd,))
            conn.execute("DELETE FROM dobon.rating_bands WHERE ruleset = 'kirifu' AND band = 300")


def test_an_unknown_player_has_no_profile(visit: Visit, house: House) -> None:
    here = visit(None, house.player())
    here.ignore_errors("404")
    here.go("/profile.html?player=11111111-1111-4111-8111-111111111111")
    expect(here.page.get_by_role("alert")).to_be_visible()
    here.assert_accessible()


@pytest.mark.parametrize("page", ["profile", "leaderboard"])
def test_a_visitor_without_a_name_is_asked_for_one(visit: Visit, page: str) -> None:
    here = visit(f"/{page}.html")
    here.assert_accessible()
    here.page.locator("#name").fill("Hina")
    here.page.keyboard.press("Enter")
    expect(here.page.locator("h2").first).to_be_visible()


def test_the_lobby_and_the_settings_lead_to_the_profile(visit: Visit, house: House) -> None:
    here = visit("/", house.player())
    here.key("own-profile").click()
    here.page.wait_for_url(re.compile("/profile.html"))
    here.page.locator("details.settings summary").click()
    expect(here.key("profile")).to_be_visible()
