from typing import Any

import pytest

from api.http import pagination
from domain.game.registry import RULESETS
from prove.harness.application import QUIET, House
from tests.api.conftest import refused


def test_the_creator_sits_first_and_bots_last(house: House) -> None:
    aoi = house.player()
    made = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 4, "bots": ["careful", "novice"]})
    assert made.status_code == 201
    game = made.json
    assert made.headers["Location"] == f"/v1/games/{game['id']}"
    assert game["players"] == [
        {"seat": 0, "id": aoi.id, "name": "Aoi", "kind": "human", "bot": None},
        {"seat": 2, "id": None, "name": "careful", "kind": "bot", "bot": "careful"},
        {"seat": 3, "id": None, "name": "novice", "kind": "bot", "bot": "novice"},
    ]
    assert game["status"] == "waiting"
    assert len(game["join_code"]) == 6
    assert aoi.get(made.headers["Location"]).json == game


def test_bots_of_one_strategy_have_different_names(house: House) -> None:
    game = house.player().post(
        "/v1/games", {"ruleset": "dobon-sato", "seats": 4, "bots": ["novice", "careful", "novice"]}
    )
    assert [player["name"] for player in game.json["players"]] == ["Aoi", "novice 1", "careful", "novice 2"]


def test_the_last_seat_deals(house: House) -> None:
    aoi, ren = house.player(), house.player("Ren")
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "listed": True}).json
    sat = ren.post(f"/v1/games/{game['id']}/seats")
    assert sat.status_code == 201
    assert [event["type"] for event in sat.json["events"]] == ["seat-taken", "round-dealt"]
    assert sat.json["view"]["you"] == {"seat": 1, "anchor": None}
    assert sat.json["view"]["status"] == "playing"
    assert set(sat.json["events"][1]["sealed"]) == {"1"}
    assert set(sat.json["events"][1]["seals"]) == {"0", "1", "table"}
    assert aoi.get(f"/v1/games/{game['id']}/fairness").json["rounds"][0]["links"] == [None, None]


def test_a_game_of_one_and_bots_is_dealt_at_once(house: House) -> None:
    aoi = house.player()
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "bots": ["novice"], "options": QUIET}).json
    assert game["status"] == "playing"


def test_listings_show_listed_games_newest_first_page_by_page(house: House) -> None:
    aoi = house.player()
    made = []
    for _ in range(5):
        house.time.passes(1)
        made.append(aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "listed": True}).json["id"])
    aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2})
    path, found, pages = "/v1/games?mine=true&status=waiting&limit=2", [], 0
    while path:
        page = aoi.get(path)
        found += page.json["games"]
        pages += 1
        link = page.headers.get("Link")
        assert (link is None) == (page.json["next"] is None)
        path = "" if link is None else link.removeprefix("<").removesuffix('>; rel="next"')
    assert pages == 3
    assert [game["id"] for game in found if game["listed"]] == made[::-1]
    assert len(found) == 6


def test_only_its_players_find_an_unlisted_game_in_their_list(house: House) -> None:
    table, stranger = house.table(), house.player("Stranger")
    assert [game["id"] for game in table.people[1].get("/v1/games?mine=true").json["games"]] == [table.id]
    house.table(listed=True)
    for query in ("", "?status=playing", "?ruleset=dobon-sato&limit=100", "?mine=false"):
        shown = stranger.get(f"/v1/games{query}").json["games"]
        assert shown
        assert table.id not in [game["id"] for game in shown]
        assert all(game["listed"] for game in shown)


def test_a_listing_of_an_unknown_ruleset_is_refused_with_the_known_ones(house: House) -> None:
    answer = refused(house.player().get("/v1/games?ruleset=poker"), 422, "bad-parameter")
    assert all(key in answer["detail"] for key in RULESETS)


def test_leaving_during_the_game_hands_the_seat_to_a_bot(house: House) -> None:
    table = house.table(players=3, options={"bot_delay_ms": 60_000})
    left = table.people[1].delete(f"{table.path}/seats/me")
    assert [event["type"] for event in left.json["events"]] == ["seat-handed-over"]
    seat = table.people[0].view(table.id)["players"][1]
    assert (seat["kind"], seat["bot"], seat["name"]) == ("human", "careful", "Ren")
    back = table.people[1].post(f"{table.path}/seats")
    assert [event["type"] for event in back.json["events"]] == ["seat-resumed"]


def test_a_repeated_request_for_a_seat_gets_the_same_answer(house: House) -> None:
    aoi, ren, key = house.player(), house.player("Ren"), {"Idempotency-Key": "sit"}
    game = aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": 2, "listed": True, "options": QUIET}).json
    path = f"/v1/games/{game['id']}/seats"
    first = ren.post(path, {"anchor": "a0" * 32}, headers=key)
    again = ren.post(path, {"anchor": "a0" * 32}, headers=key)
    assert (first.status_code, first.data) == (again.status_code, again.data)
    refused(ren.post(path, {"anchor": "b0" * 32}, headers=key), 422, "key-reused")


def test_rulesets_declare_their_options(house: House) -> None:
    found = house.nobody.get("/v1/rulesets").json["rulesets"]
    assert [ruleset["key"] for ruleset in found] == list(RULESETS)
    sato, kawagoe, *_ = found
    assert sato == house.nobody.get("/v1/rulesets/dobon-sato").json
    assert sato["seats"] == {"min": 2, "max": 8}
    size = next(option for option in sato["options"] if option["name"] == "hand_size")
    assert size["schema"] == {"type": "integer", "minimum": 1, "maximum": 10, "default": 5}
    mode = next(option for option in sato["options"] if option["name"] == "claim_mode")
    assert mode["values"] == ["race", "ask_all"]
    assert kawagoe == house.nobody.get("/v1/rulesets/dobon-kawagoe").json
    defaults = {option["name"]: option["default"] for option in kawagoe["options"]}
    assert defaults == {
        "hand_size": 4, "rounds": 4, "dealer_after_ippatsu": "same", "claim_grace_seconds": 3, "false_claim": "expose", "claim_hints": False,
        "score_hand": "payer", "voluntary_draw": False, "eight_wild": False, "turn_seconds": 60, "answer_seconds": 10, "bot_delay_ms": 800,
    }  # fmt: skip
    for ruleset in found:
        assert all(ruleset[name][language] for name in ("title", "text") for language in ("ja", "en"))
        assert all(option["title"][language] for option in ruleset["options"] for language in ("ja", "en"))
    assert "ippatsu" in kawagoe["text"]["en"]
    assert "一発ドボン" in kawagoe["text"]["ja"]
    refused(house.nobody.get("/v1/rulesets/poker"), 404, "no-such-ruleset")


def test_a_player_is_found_by_id(house: House) -> None:
    aoi, ren = house.player(), house.player("Ren")
    assert aoi.get(f"/v1/players/{ren.id}").json == {"id": ren.id, "name": "Ren", "kind": "human", "statistics": []}
    refused(aoi.get("/v1/players/00000000-0000-4000-8000-000000000000"), 404, "no-such-player")


def test_the_health_check_succeeds(house: House) -> None:
    assert house.nobody.get("/healthz").json == {"status": "ok"}
    assert house.nobody.get("/readyz").json["status"] == "ready"


@pytest.mark.parametrize(
    "place",
    [
        ["\0" * 27, "0b9f4a52-6f0e-4c3d-9a2e-0c6f6d1b7a11"],
        ["é" * 27, "0b9f4a52-6f0e-4c3d-9a2e-0c6f6d1b7a11"],
        ["2026-11-21T03:24:00.123456Z", "\0"],
        ["2026", "0b9f4a52-6f0e-4c3d-9a2e-0c6f6d1b7a11"],
    ],
)
def test_an_unknown_cursor_is_refused(house: House, place: list[Any]) -> None:
    refused(house.player().get(f"/v1/games?cursor={pagination.encode_cursor(place)}"), 422, "bad-parameter")


def test_a_list_shows_each_game_as_its_own_address_does(house: House) -> None:
    delayed = {"listed": True, "spectators": "delayed", "spectator_delay": 3}
    left, late = house.table(2, listed=True), house.table(1, bots=["novice"], **delayed)
    left.people[1].delete(f"{left.path}/seats/me")
    house.table(2, listed=True, spectators="off")
    waiting = late.people[0].post("/v1/games", {"ruleset": "doubt", "seats": 3, "listed": True}).json["id"]
    found = dict[str, Any]()
    for caller in (house.player("Kai"), left.people[0], late.people[0]):
        for query in ("", "?mine=true"):
            for row in caller.get(f"/v1/games{query}").json["games"]:
                if query or caller.name == "Kai":
                    alone = caller.get(f"/v1/games/{row['id']}").json
                    assert row == {name: value for name, value in alone.items() if name != "join_code"}
                    found[row["id"]] = row
    assert found.keys() >= {left.id, late.id, waiting}
    assert found[left.id]["players"][1]["bot"] == "careful"
