from typing import Any

import pytest

from infra.projections.statistics_projector import StatisticsProjector
from prove.harness.application import Caller, House
from tests.api.conftest import refused


def counted(house: House) -> None:
    projector = StatisticsProjector(house.pool)
    while projector.run():
        pass


def pages(caller: Caller, path: str, name: str) -> list[dict[str, Any]]:
    """Return all rows of a list, a few per page, by following its links."""
    found: list[dict[str, Any]] = []
    while True:
        response = caller.get(path)
        assert response.status_code == 200, response.json
        found += response.json[name]
        link = response.headers.get("Link")
        assert (link is None) == (response.json["next"] is None)
        if link is None:
            return found
        path = link.removeprefix("<").partition(">")[0]


def test_a_profile_counts_finished_rounds(house: House) -> None:
    table = house.finished(options={"rounds": 2})
    me = table.people[0]
    counted(house)
    (mine,) = me.get("/v1/players/me").json["statistics"]
    ledger = me.get(f"{table.path}/rounds").json
    assert (mine["ruleset"], mine["games"], mine["rounds"]) == ("dobon-sato", 1, 2)
    assert mine["wins"] == sum(line["winner"] == 0 for line in ledger["rounds"])
    assert mine["losses"] == sum(0 in line["losers"] for line in ledger["rounds"])
    assert mine["points"] == ledger["scores"][0]
    assert mine["rating"]["value"] == pytest.approx(mine["rating"]["mu"] - 3 * mine["rating"]["sigma"])
    seen = house.player("Ren").get(f"/v1/players/{me.id}").json
    assert seen == me.get("/v1/players/me").json


def test_a_new_player_has_no_statistics(house: House) -> None:
    assert house.player().get("/v1/players/me").json["statistics"] == []


def test_a_running_round_changes_no_statistics(house: House) -> None:
    table = house.table(players=3, options={"false_claim": "expose"})
    on = table.people[0].view(table.id)["round"]["board"]["top"]["version"]
    assert table.people[0].act(table.id, "dobon", on=on).status_code == 200
    counted(house)
    assert table.people[0].get("/v1/players/me").json["statistics"] == []


def test_the_leaderboard_is_ordered_by_rating_and_comes_in_pages(house: House) -> None:
    for _ in range(3):
        house.finished(ruleset="doubt")
    counted(house)
    caller = house.player()
    whole = caller.get("/v1/leaderboard?ruleset=doubt&limit=100").json["players"]
    values = [player["rating"]["value"] for player in whole]
    assert len(whole) >= 5, "three players and two strategies"
    assert values == sorted(values, reverse=True)
    assert [player["place"] for player in whole] == list(range(1, len(whole) + 1))
    assert pages(caller, "/v1/leaderboard?ruleset=doubt&limit=2", "players") == whole
    bots = [player["name"] for player in whole if player["kind"] == "bot"]
    assert sorted(bots) == ["careful", "novice"]
    assert all((player["id"] is None) == (player["kind"] == "bot") for player in whole)


def test_a_leaderboard_covers_one_ruleset(house: House) -> None:
    caller = house.player()
    refused(caller.get("/v1/leaderboard"), 422, "bad-parameter")
    refused(caller.get("/v1/leaderboard?ruleset=poker"), 422, "bad-parameter")
