"""Opening games of Durak, Kirifu and Mustamaija: what can be chosen, what cannot, and bodies that are no action of theirs."""

from typing import Any

import pytest

from tests.api.conftest import House, refused
from tests.api.rulesets.beating import do, hand_of, round_of

BEATING = {"durak": (2, 6), "kirifu": (3, 6), "mustamaija": (2, 6)}

OPTIONS: dict[str, dict[str, Any]] = {
    "durak": {
        "throw_in": False, "turnover": False, "teams": False, "guardian_scope": "neighbours", "first_bout_limit": 6, "multi_lead": False,
        "first_attacker": "lowest_trump", "stall_limit": 100, "rounds": 1, "turn_seconds": 60, "bot_delay_ms": 800,
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
"""Defaults, by the tables of options in the rulebook; `max_lead` 0 is for none but the defender's hand."""

TITLES = {
    "durak": {"ja": "デュラック", "en": "Durak"}, "kirifu": {"ja": "キリフ", "en": "Kirifu"},
    "mustamaija": {"ja": "ムスタマイヤ", "en": "Mustamaija"},
}  # fmt: skip


@pytest.mark.parametrize("key", list(BEATING))
def test_a_ruleset_says_who_can_play_and_what_can_be_chosen(house: House, key: str) -> None:
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
def test_no_fewer_and_no_more_play(house: House, key: str, seats: int) -> None:
    said = refused(house.player().post("/v1/games", {"ruleset": key, "seats": seats}), 422, "bad-seat-count")
    assert f"{BEATING[key][0]} to {BEATING[key][1]} seats" in said["detail"]


@pytest.mark.parametrize("key", list(BEATING))
def test_as_few_and_as_many_as_may_play_do(house: House, key: str) -> None:
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
def test_a_game_of_durak_that_cannot_be_is_not_opened(
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
def test_options_have_the_values_that_the_rulebook_names(house: House, key: str, options: dict[str, Any]) -> None:
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
        ({"type": "throw_in", "cards": []}, 422),
        ({"type": "throw-in", "cards": ["H6"]}, 422),
        ({"type": "turn_over", "cards": ["H6"]}, 422),
        ({"type": "turn_over", "card": "h6"}, 422),
        ({"type": "turn_over", "card": None}, 422),
        ({"type": "Take"}, 422),
        ({"type": "beat", "pairs": [[[[[[[[[[[[[[[[["H6"]]]]]]]]]]]]]]]]]}, 400),
    ],
)
def test_what_is_no_action_does_nothing(house: House, body: dict[str, Any], status: int) -> None:
    table = house.table(2, ruleset="durak", options={"throw_in": True, "turnover": True})
    for person in table.people:
        with table.untouched():
            answer = person.post(f"{table.path}/actions", body)
        assert answer.status_code == status, answer.get_data(as_text=True)
        assert answer.mimetype == "application/problem+json"


def test_a_repeated_attack_is_one_attack(house: House) -> None:
    """The same key gets the same answer, long after the table has moved on; another body with it is refused."""
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
