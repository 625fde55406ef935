"""Rulesets as the API declares them, and the games that they open and refuse."""

from typing import Any

import pytest

from prove.harness.application import House
from tests.api.conftest import refused
from tests.api.rulesets.played import round_of

SEATS = {
    "dobon-sato": (2, 8), "dobon-kawagoe": (2, 8), "doubt": (2, 10), "durak": (2, 6), "kirifu": (3, 6), "mustamaija": (2, 6),
}  # fmt: skip

TITLES = {
    "doubt": {"ja": "ダウト", "en": "Doubt"}, "durak": {"ja": "デュラック", "en": "Durak"}, "kirifu": {"ja": "キリフ", "en": "Kirifu"},
    "mustamaija": {"ja": "ムスタマイヤ", "en": "Mustamaija"},
}  # fmt: skip


@pytest.mark.parametrize("key", SEATS)
def test_a_ruleset_declares_its_seats_and_options(house: House, key: str) -> None:
    found = house.nobody.get(f"/v1/rulesets/{key}").json
    assert found in house.nobody.get("/v1/rulesets").json["rulesets"]
    assert found["title"] == TITLES.get(key, found["title"])
    assert (found["seats"]["min"], found["seats"]["max"]) == SEATS[key]
    opened = house.table(SEATS[key][0], ruleset=key).people[0]
    game = opened.get("/v1/games?mine=true").json["games"][0]["id"]
    assert {option["name"] for option in found["options"]} == {*opened.view(game)["options"]}
    for option in found["options"]:
        assert option["schema"]["default"] == option["default"]
        assert option["title"]["ja"]
        assert option["title"]["en"]


def test_values_and_limits_of_options_are_declared(house: House) -> None:
    options = {option["name"]: option for option in house.nobody.get("/v1/rulesets/doubt").json["options"]}
    assert options["penalty"]["values"] == ["pile", "eliminate", "exchange_two"]
    assert options["variant"]["default"] == "doubt"
    assert (options["decks"]["schema"]["minimum"], options["decks"]["schema"]["maximum"]) == (1, 4)


@pytest.mark.parametrize("key", SEATS)
def test_a_game_opens_with_the_fewest_and_the_most_seats_and_no_others(house: House, key: str) -> None:
    least, most = SEATS[key]
    for seats in (least - 1, most + 1):
        said = refused(house.player().post("/v1/games", {"ruleset": key, "seats": seats}), 422, "bad-seat-count")
        assert f"{least} to {most} seats" in said["detail"]
    for seats in (least, min(most, 8)):
        assert len(round_of(house.table(seats, ruleset=key))["hands"]) == seats


@pytest.mark.parametrize(
    ("key", "seats", "options", "code", "option"),
    [
        ("dobon-kawagoe", 2, {"claim_mode": "race"}, "unknown-option", "claim_mode"),
        ("dobon-sato", 2, {"score_hand": "race"}, "unknown-option", "score_hand"),
        ("dobon-kawagoe", 2, {"eight_wild": 1}, "bad-option", "eight_wild"),
        ("dobon-kawagoe", 2, {"hand_size": 11}, "bad-option", "hand_size"),
        ("dobon-kawagoe", 8, {"hand_size": 7}, "bad-option", "hand_size"),
        ("doubt", 3, {"variant": "Cheat"}, "bad-option", "variant"),
        ("doubt", 3, {"decks": 3, "max_plays": 0}, "option-conflict", "max_plays"),
        ("durak", 3, {"teams": True}, "bad-seat-count", "teams"),
        ("durak", 4, {"teams": True, "turnover": True}, "option-conflict", "turnover"),
        ("durak", 3, {"stall_limit": 1001}, "bad-option", "stall_limit"),
        ("mustamaija", 3, {"max_lead": 14}, "bad-option", "max_lead"),
    ],
)
def test_a_game_with_invalid_options_is_not_opened(
    house: House, key: str, seats: int, options: dict[str, Any], code: str, option: str
) -> None:
    body = {"ruleset": key, "seats": seats, "options": options}
    said = refused(house.player().post("/v1/games", body), 422, code)
    assert said["option"] == option


def test_an_option_without_a_value_is_an_invalid_body(house: House) -> None:
    body = {"ruleset": "mustamaija", "seats": 3, "options": {"max_lead": None}}
    refused(house.player().post("/v1/games", body), 422, "bad-body")
