"""Finding a game to join by its join code alone."""

from typing import Any

from prove.harness.application import Caller, House
from tests.api.conftest import refused


def found(caller: Caller, code: str) -> list[dict[str, Any]]:
    answer = caller.get(f"/v1/games?join_code={code}")
    assert answer.status_code == 200, answer.json
    assert answer.json["next"] is None
    games: list[dict[str, Any]] = answer.json["games"]
    return games


def opened(house: House, **body: Any) -> tuple[Caller, dict[str, Any]]:
    aoi = house.player()
    made = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, **body})
    assert made.status_code == 201, made.json
    return aoi, made.json


def test_the_code_alone_leads_a_player_to_the_seat(house: House) -> None:
    _, made = opened(house)
    ren = house.player("Ren")
    (game,) = found(ren, made["join_code"])
    assert game == {name: value for name, value in made.items() if name != "join_code"}
    assert ren.post(f"/v1/games/{game['id']}/seats", {"join_code": made["join_code"]}).status_code == 201
    assert found(house.player("Yui"), made["join_code"]) == [], "it has begun"


def test_a_listed_game_is_found_by_its_code_too(house: House) -> None:
    for spectators in ("live", "delayed", "off"):
        _, made = opened(house, listed=True, spectators=spectators)
        assert [game["id"] for game in found(house.player("Ren"), made["join_code"])] == [made["id"]]


def test_unknown_codes_and_codes_of_other_games_get_the_same_empty_answer(house: House) -> None:
    running, over, listed = house.table(), house.old(), house.table(listed=True)
    ren = house.player("Ren")
    wrong = ren.get("/v1/games?join_code=IIIIII")
    assert wrong.json == {"games": [], "next": None}
    for code in (running.join_code, over.join_code, listed.join_code, "iiiiii", "O"):
        answer = ren.get(f"/v1/games?join_code={code}")
        assert (answer.status_code, answer.data, {**answer.headers}) == (200, wrong.data, {**wrong.headers})


def test_other_filters_never_widen_a_search_by_code(house: House) -> None:
    table = house.table()
    me = table.people[0]
    for more in ("&mine=true", "&status=playing", "&limit=100"):
        assert found(me, table.join_code + more) == []


def test_looking_up_a_code_needs_a_player_token(house: House) -> None:
    _, made = opened(house)
    refused(house.nobody.get(f"/v1/games?join_code={made['join_code']}"), 401, "unauthorized")
    for code in ("", "x" * 33, "a%00b"):
        assert house.player().get(f"/v1/games?join_code={code}").status_code in (400, 422)
