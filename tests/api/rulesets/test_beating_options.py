"""Opening games of Durak, Kirifu and Mustamaija: valid options, invalid ones, and bodies of invalid actions."""

from typing import Any

import pytest

from prove.harness.application import House
from tests.api.conftest import refused
from tests.api.rulesets.beating import do, hand_of, round_of

BEATING = {"durak": (2, 6), "kirifu": (3, 6), "mustamaija": (2, 6)}

OPTIONS: dict[str, dict[str, Any]] = {
    "durak": {
        "throw_in": False, "turnover": False, "teams": False, "guardian_scope": "neighbours", "first_bout_limit": 6, "multi_lead": False,
        "first_attacker": "lowest_trump", "both_out": "draw", "stall_limit": 100, "rounds": 1, "turn_seconds": 60, "bot_delay_ms": 800,
    },
    "kirifu": {
        "joker": True, "ace_rule": "spade_ace", "trump": "clubs", "finish": "play_on", "sequences": True, "extra_card": True,
        "min_sequence": 3, "two_groups": False, "limit_by_defender_hand": False, "plain_follow_suit": False, "stall_limit": 100,
        "rounds": 1, "turn_seconds": 60, "bot_delay_ms": 800,
    },
    "mustamaija": {
        "trump_reveal": "after_first_lead", "max_lead": 0, "spades_can_be_trump": False, "stall_limit": 100, "rounds": 1,
        "turn_seconds": 60, "bot_delay_ms": 800,
    },
}  # fmt: skip
"""Defaults in the rulebook's tables of options; with `max_lead` 0, only the defender's hand limits a lead."""

TITLES = {
    "durak": {"ja": "デュラック", "en": "Durak"}, "kirifu": {"ja": "キリフ", "en": "Kirifu"},
    "mustamaija": {"ja": "ムスタマイヤ", "en": "Mustamaija"},
}  # fmt: skip


@pytest.mark.parametrize("key", list(BEATING))
def test_a_ruleset_declares_its_seats_and_options(house: House, key: str) -> None:
    found = house.nobody.get(f"/v1/rulesets/{key}").json
    assert found in house.nobody.get("/v1/rulesets").json["rulesets"]
    assert found["title"] == TITLES[key]
    assert (found["seats"]["min"], found["seats"]["max"]) == BEATING[key]
    assert {option["name"]: option["default"] for option in found["options"]} == OPTIONS[key]
    assert all(option["title"]["ja"] and option["title"]["en"] for option in found["options"])
    assert all(option["schema"]["default"] == option["default"] for option in found["options"])
    assert found["text"]["ja"]
    assert found["text"]["en"]


@pytest.mark.parametrize(("key", "seats"), [("durak", 1), ("durak", 7), ("kirifu", 2), ("kirifu", 7), ("mustamaija", 1), ("mustamaija", 7)])  # fmt: skip
def test_a_game_with_too_few_or_too_many_seats_is_refused(house: House, key: str, seats: int) -> None:
    said = refused(house.player().post("/v1/games", {"ruleset": key, "seats": seats}), 422, "bad-seat-count")
    assert f"{BEATING[key][0]} to {BEATING[key][1]} seats" in said["detail"]


@pytest.mark.parametrize("key", list(BEATING))
def test_a_game_opens_with_the_fewest_and_the_most_seats(house: House, key: str) -> None:
    for seats in BEATING[key]:
        table = house.table(seats, ruleset=key)
        found = round_of(table)
        assert found["phase"] == "leading"
        assert [len(hand) for hand in found["hands"]] == [6 if key == "durak" else 5] * seats


@pytest.mark.parametrize(
    ("seats", "options", "code", "option"),
    [
        (3, {"teams": True}, "bad-seat-count", "teams"),
        (4, {"teams": True, "turnover": True}, "option-conflict", "turnover"),
        (3, {"guardian_scope": "everybody"}, "bad-option", "guardian_scope"),
        (3, {"first_bout_limit": 4}, "bad-option", "first_bout_limit"),
        (3, {"throw_in": 1}, "bad-option", "throw_in"),
        (3, {"stall_limit": -1}, "bad-option", "stall_limit"),
        (3, {"stall_limit": 1001}, "bad-option", "stall_limit"),
        (3, {"joker": True}, "unknown-option", "joker"),
        (3, {"answer_seconds": 5}, "unknown-option", "answer_seconds"),
    ],
)
def test_a_game_of_durak_with_invalid_options_is_not_opened(
    house: House, seats: int, options: dict[str, Any], code: str, option: str
) -> None:
    body = {"ruleset": "durak", "seats": seats, "options": options}
    assert refused(house.player().post("/v1/games", body), 422, code)["option"] == option


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("kirifu", {"ace_rule": "any"}),
        ("kirifu", {"trump": "C"}),
        ("kirifu", {"min_sequence": 4}),
        ("mustamaija", {"max_lead": None}),
        ("mustamaija", {"max_lead": 14}),
        ("mustamaija", {"trump_reveal": "never"}),
    ],
)
def test_options_accept_the_values_in_the_rulebook_only(house: House, key: str, options: dict[str, Any]) -> None:
    answer = house.player().post("/v1/games", {"ruleset": key, "seats": 3, "options": options})
    refused(answer, 422, "bad-body" if None in options.values() else "bad-option")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"type": "attack"}, 422),
        ({"type": "attack", "cards": []}, 422),
        ({"type": "attack", "cards": "H6"}, 422),
        ({"type": "attack", "cards": ["H14"]}, 422),
        ({"type": "attack", "cards": ["??"]}, 422),
        ({"type": "attack", "cards": ["H6"] * 54}, 422),
        ({"type": "attack", "cards": ["H6"], "card": "H6"}, 422),
        ({"type": "attack", "cards": ["H6"], "seat": 1}, 422),
        ({"type": "lead", "cards": ["H6"], "extra": None}, 422),
        ({"type": "lead", "cards": ["H6"], "extra": ["H7"]}, 422),
        ({"type": "beat"}, 422),
        ({"type": "beat", "pairs": []}, 422),
        ({"type": "beat", "pairs": [["H6"]]}, 422),
        ({"type": "beat", "pairs": [["H6", "H7", "H8"]]}, 422),
        ({"type": "beat", "pairs": ["H6", "H7"]}, 422),
        ({"type": "beat", "pairs": {"H6": "H7"}}, 422),
        ({"type": "beat", "pairs": [["H6", None]]}, 422),
        ({"type": "beat", "pairs": [["H6", "H7"]] * 54}, 422),
        ({"type": "beat", "attack": "H6", "card": "H7"}, 422),
        ({"type": "take", "cards": ["H6"]}, 422),
        ({"type": "stop", "on": 6}, 422),
        ({"type": "throw-in", "cards": []}, 422),
        ({"type": "throw_in", "cards": ["H6"]}, 422),
        ({"type": "turn-over", "cards": ["H6"]}, 422),
        ({"type": "turn-over", "card": "h6"}, 422),
        ({"type": "turn-over", "card": None}, 422),
        ({"type": "Take"}, 422),
        ({"type": "beat", "pairs": [[[[[[[[[[[[[[[[["H6"]]]]]]]]]]]]]]]]]}, 400),
    ],
)
def test_an_invalid_action_changes_nothing(house: House, body: dict[str, Any], status: int) -> None:
    table = house.table(2, ruleset="durak", options={"throw_in": True, "turnover": True})
    for person in table.people:
        with table.untouched():
            answer = person.post(f"{table.path}/actions", body)
        assert answer.status_code == status, answer.get_data(as_text=True)
        assert answer.mimetype == "application/problem+json"


def test_an_attack_with_a_repeated_key_is_done_once(house: House) -> None:
    """A repeated key gets the same answer, even after further moves; the same key with another body is refused."""
    table = house.table(2, ruleset="durak")
    turn = round_of(table)["turn"]
    person, code = table.people[turn], hand_of(table, turn)[0]
    sent = {
        "path": f"{table.path}/actions",
        "json": {"type": "attack", "cards": [code]},
        "headers": {"Idempotency-Key": "one"},
    }
    first = person.post(**sent)
    assert first.status_code == 200
    do(table, 1 - turn, "take")
    with table.untouched():
        again = person.post(**sent)
        assert again.json["events"] == first.json["events"]
        refused(person.post(**{**sent, "json": {"type": "stop"}}), 422, "key-reused")


def test_a_move_for_another_version_is_refused(house: House) -> None:
    table = house.table(2, ruleset="durak")
    turn = round_of(table)["turn"]
    old, code = table.people[1 - turn].get(f"{table.path}/view").headers["ETag"], hand_of(table, turn)[0]
    do(table, turn, "attack", cards=[code])
    with table.untouched():
        answer = table.people[1 - turn].post(f"{table.path}/actions", {"type": "take"}, headers={"If-Match": old})
        refused(answer, 412, "precondition-failed")
    do(table, 1 - turn, "take")
