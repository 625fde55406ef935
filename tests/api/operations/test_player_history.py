"""Finished games of a player, the rating over time, and the place on a leaderboard."""

from typing import Any

import pytest

from api.http.pagination import encode_cursor
from domain.log.identifiers import LOWEST_ID
from domain.running.self_play import at_once
from infra.queries.player_history import evenly, rating_points
from prove.harness.application import QUICK, Caller, House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.operations.test_leaderboard import counted, pages

ME = "/v1/players/me"


def finished(house: House, **body: Any) -> Table:
    """Return a game of two people that is played to its end."""
    table = house.table(2, ruleset="durak", **body)
    while table.people[0].view(table.id)["status"] != "finished":
        for person in table.people:
            if actions := actions_of(person.view(table.id)):
                assert person.post(f"{table.path}/actions", actions[-1]).status_code == 200
    return table


def history(caller: Caller, player: str, more: str = "") -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = caller.get(f"/v1/players/{player}/history?{more}").json["games"]
    return games


@pytest.fixture(scope="module")
def tables(only_house: House) -> dict[str, Table]:
    """A finished game of each kind."""
    made = {
        "listed": finished(only_house, listed=True),
        "hidden": finished(only_house),
        "closed": finished(only_house, listed=True, spectators="off"),
    }
    counted(only_house)
    return made


def test_a_history_tells_date_players_result_and_rating(house: House, tables: dict[str, Table]) -> None:
    table = tables["listed"]
    for seat, person in enumerate(table.people):
        (one,) = history(person, person.id)
        game = person.get(table.path).json
        game.pop("join_code")
        assert one["game"] == game
        mine = next(row for row in game["standing"] if row["seat"] == seat)
        assert (one["seat"], one["place"], one["score"]) == (seat, mine["place"], mine["score"])
        (now,) = person.get(ME).json["statistics"]
        assert one["rating"]["before"]["mu"] == 25
        assert one["rating"]["after"] == now["rating"]
        assert one["replay"] == f"/replay.html?game={table.id}"
        assert house.nobody.get(one["replay"]).status_code == 200


def test_other_accounts_find_only_the_games_that_they_may_open(house: House, tables: dict[str, Table]) -> None:
    stranger = house.player("Mio")
    for kind, table in tables.items():
        first, second = table.people
        assert [one["game"]["id"] for one in history(first, first.id)] == [table.id]
        assert [one["game"]["id"] for one in history(second, first.id)] == [table.id], "both have a seat"
        may_open = stranger.get(table.path).status_code == 200
        assert may_open == (kind == "listed")
        assert [one["game"]["id"] for one in history(stranger, first.id)] == [table.id] * may_open


def test_a_history_comes_in_pages_and_by_ruleset(house: House) -> None:
    me = house.player("Aoi")
    made = []
    for ruleset in ("durak", "doubt", "durak"):
        body = {"ruleset": ruleset, "seats": 3, "bots": ["novice", "novice"], "listed": True}
        options = {**at_once(ruleset), **QUICK.get(ruleset, {})}
        table = Table(house, me.post("/v1/games", body | {"options": options}).json["id"], "", [me])
        made.append(table.played_until(lambda view: view["status"] == "finished").id)
        house.time.passes(60)
    counted(house)
    path = f"/v1/players/{me.id}/history"
    for reader in (me, house.player("Mio")):
        whole = pages(reader, f"{path}?limit=1", "games")
        assert sorted(one["game"]["id"] for one in whole) == sorted(made)
        ended = [(one["game"]["ended_at"], one["game"]["id"]) for one in whole]
        assert ended == sorted(ended, reverse=True), "the last one to end first"
        found = pages(reader, f"{path}?limit=1&ruleset=durak", "games")
        assert found == [one for one in whole if one["game"]["ruleset"] == "durak"]
    durak = [one for one in whole if one["game"]["ruleset"] == "durak"][::-1]
    assert durak[1]["rating"]["before"] == durak[0]["rating"]["after"]
    points = me.get(f"/v1/players/{me.id}/ratings?ruleset=durak").json["points"]
    assert points == [{"at": one["game"]["ended_at"], "rating": one["rating"]["after"]} for one in durak]
    assert house.player().get(f"/v1/players/{me.id}/ratings?ruleset=durak").json["points"] == points


def test_an_unfinished_game_is_in_no_history(house: House) -> None:
    table = house.table(2, ruleset="durak", listed=True)
    counted(house)
    assert history(table.people[0], table.people[0].id) == []
    assert table.people[0].get(f"/v1/players/{table.people[0].id}/ratings?ruleset=durak").json["points"] == []


def test_bad_requests_for_a_history_are_refused(house: House) -> None:
    me = house.player()
    for rest in ("history", "ratings?ruleset=durak"):
        refused(me.get(f"/v1/players/{LOWEST_ID}/{rest}"), 404, "no-such-player")
        refused(me.get(f"/v1/players/me/{rest}"), 404, "no-such-player")
    refused(me.get(f"/v1/players/{me.id}/ratings"), 422, "bad-parameter")
    for query in (
        "ruleset=poker", f"cursor={encode_cursor(['now', LOWEST_ID])}",
        f"cursor={encode_cursor(['2026-11-21T03:24:00.123456Z', 'x'])}",
    ):  # fmt: skip
        refused(me.get(f"/v1/players/{me.id}/history?{query}"), 422, "bad-parameter")


def test_an_erased_player_has_no_profile_and_no_history_and_the_games_stay(house: House) -> None:
    table = finished(house, listed=True)
    counted(house)
    gone, other = table.people
    assert history(other, gone.id)
    assert other.get(f"/v1/players/{gone.id}").json["statistics"]
    assert gone.delete(f"{ME}?confirm=true").status_code == 204
    for rest in ("history", "ratings?ruleset=durak"):
        refused(other.get(f"/v1/players/{gone.id}/{rest}"), 404, "no-such-player")
    assert other.get(f"/v1/players/{gone.id}").json == {
        "id": gone.id, "name": "-", "kind": "human", "statistics": [],
    }  # fmt: skip
    (one,) = history(other, other.id)
    assert [player["name"] for player in one["game"]["players"]] == ["-", "Ren"]
    assert other.get(f"{table.path}/rounds").status_code == 200


def test_the_export_has_the_history_and_the_statistics(house: House) -> None:
    table = finished(house)
    counted(house)
    me = table.people[0]
    found = me.get(f"{ME}/export").json
    (one,) = history(me, me.id)
    (row,) = found["history"]
    assert (row["game"], row["ruleset"], row["ended_at"]) == (table.id, "durak", one["game"]["ended_at"])
    assert row["mu"] == round(one["rating"]["after"]["mu"] * 1_000_000)
    assert found["statistics"] == me.get(ME).json["statistics"]


def test_my_place_is_that_of_the_whole_leaderboard(house: House, tables: dict[str, Table]) -> None:
    whole = pages(house.player(), "/v1/leaderboard?ruleset=durak&limit=100", "players")
    assert len(whole) > 5
    people = {person.id: person for table in tables.values() for person in table.people}
    for entry in [one for one in whole if one["id"] in people]:
        for around in (0, 2, 20):
            mine = people[entry["id"]].get(f"/v1/leaderboard/me?ruleset=durak&around={around}").json
            assert mine["place"] == entry["place"]
            assert mine["players"] == whole[max(0, entry["place"] - 1 - around) : entry["place"] + around]


def test_a_player_without_a_finished_game_has_no_place(house: House) -> None:
    me = house.player()
    assert me.get("/v1/leaderboard/me?ruleset=durak").json == {"ruleset": "durak", "place": None, "players": []}
    refused(me.get("/v1/leaderboard/me"), 422, "bad-parameter")
    refused(me.get("/v1/leaderboard/me?ruleset=durak&around=21"), 422, "bad-parameter")


def test_a_long_history_has_as_many_points_as_asked_for_and_ends_with_the_newest(house: House) -> None:
    me = house.player()
    with house.pool.connection() as conn:
        conn.execute(
            "INSERT INTO dobon.player_games SELECT projections.build, %s, '2026-01-01T00:' || lpad((n / 60)::text, 2, '0') || ':'"
            " || lpad((n %% 60)::text, 2, '0') || '.000000Z', gen_random_uuid(), 'durak', true, n, 0, n + 1, 0"
            " FROM generate_series(0, 2999) AS n, dobon.projections WHERE name = 'statistics' AND state = 'live'",
            (me.id,),
        )
        try:
            conn.commit()
            found = rating_points(house.pool, me.id, "durak", 5)
            whole = rating_points(house.pool, me.id, "durak", 3000)
        finally:
            conn.execute("DELETE FROM dobon.player_games WHERE player_id = %s", (me.id,))
            conn.commit()
    assert [point.rating.mu for point in found] == [1, 750, 1500, 2250, 3000]
    assert [point.rating.mu for point in whole] == list(range(1, 3001))


def test_the_moments_of_a_long_history_include_the_first_and_the_last() -> None:
    first, last = "2026-01-01T00:00:00.000123Z", "2026-01-01T00:00:10.000999Z"
    found = evenly(first, last, 11)
    assert (found[0], found[-1], len(found)) == (first, last, 11)
    assert found == sorted(found)
