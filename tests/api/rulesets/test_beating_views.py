"""The board in views of beating games.

It has attacker, guardians, defender, attack right, limit, and the reason for each refused card.
"""

from random import Random
from typing import Any

import pytest

from prove.harness.application import House, Table
from prove.harness.views import actions_of
from tests.api.rulesets.beating import RandomPlayers, chosen, do, hand_of, round_of

ROLES = ("attacker", "guardians", "defender", "attack_right", "limit")


def roles(table: Table) -> tuple[Any, ...]:
    """Return the roles on the board, after checking that every view shows the same."""
    watcher = table.house.player("Kai").view(table.id)["round"]
    seen = [round_of(table, seat) for seat in range(len(table.people))] + [watcher]
    assert all(found["board"] == watcher["board"] for found in seen)
    assert all(found["waiting_for"] == watcher["waiting_for"] for found in seen)
    return (watcher["phase"], *(watcher["board"][name] for name in ROLES))


def refused_cards(table: Table, seat: int) -> dict[str, str]:
    return {said["card"]: said["code"] for said in table.people[seat].view(table.id)["refused"]}


# Durak


def test_the_attack_right_goes_from_the_attacker_to_the_guardian_and_back(house: House) -> None:
    hands = ["H6 S6 S9 H13", "H8 S8 D8 C12 C13", "C8 C9"]
    table = chosen(house, "durak", hands, "H9 S13 D1", trump="D")
    assert roles(table) == ("leading", 0, [2], 1, 0, 5)
    do(table, 0, "attack", cards=["H6"])
    assert roles(table) == ("defending", 0, [2], 1, 0, 5)
    do(table, 1, "beat", pairs=[["H6", "H8"]])
    assert roles(table) == ("attacking", 0, [2], 1, 0, 5)
    do(table, 0, "stop")
    assert roles(table) == ("attacking", 0, [2], 1, 2, 5)
    assert round_of(table)["board"]["stopped"] == [0]
    do(table, 2, "attack", cards=["C8"])
    assert roles(table) == ("defending", 0, [2], 1, 2, 5)
    assert round_of(table)["board"]["stopped"] == [], "a new attack card returns the attack right to all"
    do(table, 1, "beat", pairs=[["C8", "C12"]])
    do(table, 2, "stop")
    assert roles(table) == ("attacking", 0, [2], 1, 0, 5)
    attacks = [("H6", 0, "H8"), ("C8", 2, "C12")]
    assert [tuple(attack.values()) for attack in round_of(table)["board"]["attacks"]] == attacks
    assert round_of(table)["board"]["ranks"] == [6, 8, 12]
    said = do(table, 0, "stop")
    assert [event["type"] for event in said["events"][:2]] == ["attack-stopped", "defence-ended"]
    assert roles(table) == ("leading", 1, [0], 2, 1, 1), (
        "the defender attacks next; seat 2 drew nothing, because the attacker drew first"
    )
    assert round_of(table)["board"]["bout"] == 2


def test_a_turnover_makes_the_defender_the_attacker(house: House) -> None:
    hands = ["H7 S9 C13 S10", "S7 S8 C11 D6", "C7 H11 H1 C1"]
    table = chosen(house, "durak", hands, "C6 C8 C10", trump="C", turnover=True)
    do(table, 0, "attack", cards=["H7"])
    assert {"type": "turn-over", "card": "S7"} in actions_of(table.people[1].view(table.id))
    assert "S7" not in refused_cards(table, 1), "it cannot beat the attack, but can turn it over"
    do(table, 1, "turn-over", card="S7")
    assert roles(table) == ("defending", 1, [0], 2, 1, 4)
    do(table, 2, "turn-over", card="C7")
    assert roles(table) == ("defending", 2, [1], 0, 2, 3)
    assert [attack["by"] for attack in round_of(table)["board"]["attacks"]] == [0, 1, 2]


@pytest.mark.parametrize(
    ("options", "seats", "guardians"),
    [({}, 2, []), ({}, 3, [2]), ({}, 5, [2]), ({"guardian_scope": "all"}, 5, [2, 3, 4]), ({"teams": True}, 4, [2])],
)
def test_the_options_decide_which_seats_are_guardians(
    house: House, options: dict[str, Any], seats: int, guardians: list[int]
) -> None:
    hands = ["H6 H7", "S6 S7", "C6 C7", "D6 D7", "H8 S8"][:seats]
    assert roles(chosen(house, "durak", hands, "C8 D8", trump="D", **options)) == ("leading", 0, guardians, 1, 0, 2)


def test_in_pairs_the_defender_is_an_opponent_and_the_guardian_a_partner(house: House) -> None:
    table = chosen(house, "durak", ["H6 S6", "H9", "C8", "C6 D6"], "", trump="D", lead=1, teams=True)
    assert roles(table) == ("leading", 1, [3], 2, 1, 1)
    do(table, 1, "attack", cards=["H9"])
    do(table, 2, "take")
    assert roles(table)[1:4] == (3, [], 0), "seat 1 is out, and seat 3 is on the left of seat 2"


def test_the_first_bout_may_have_a_limit_of_its_own(house: House) -> None:
    hands = ["H6 S6 C6 H9 S9 C9", "H7 S7 C7 H10 S10 C10"]
    table = chosen(house, "durak", hands, "C8 D8", trump="D", first_bout_limit=5)
    assert roles(table)[-1] == 5
    do(table, 0, "attack", cards=["H6"])
    do(table, 1, "take")
    assert roles(table)[-1] == 6


def test_the_trump_card_lies_open_until_a_seat_draws_it(
    house: House,
) -> None:
    table = chosen(house, "durak", ["H6 S6", "H7 S7"], "C9 D8", trump="D")
    assert [round_of(table)["board"][name] for name in ("trump", "trump_card", "trump_holder")] == ["D", "D8", None]
    do(table, 0, "attack", cards=["H6"])
    said = do(table, 1, "take")
    drawn = next(event for event in said["events"] if event["type"] == "cards-drawn")
    assert (drawn["public"]["count"], drawn["public"]["stock"], drawn["public"]["shown"]) == (2, 0, ["D8"])
    assert [round_of(table)["board"][name] for name in ("trump_card", "trump_holder")] == ["D8", 0]
    assert round_of(table, 1)["hands"] == [["??"] * 3, ["S7", "H6", "H7"]], "views do not keep former open cards"


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_holder_of_the_lowest_trump_begins(house: House, seats: int) -> None:
    table = house.table(seats, ruleset="durak")
    board, dealt = round_of(table)["board"], table.people[0].get(f"{table.path}/events?limit=500").json["events"]
    public = next(event["public"] for event in dealt if event["type"] == "round-dealt")
    assert board["trump"] == board["trump_card"][0]
    assert board["trump_holder"] == (5 if seats == 6 else None), (
        "with six players, the last card dealt shows the trump and stays in that hand"
    )
    trumps = {
        code: seat for seat in range(seats) for code in hand_of(table, seat) if code[0] == board["trump"]
    }  # fmt: skip
    lowest = min(trumps, key=lambda code: 14 if code[1:] == "1" else int(code[1:]), default=None)
    assert public["decided_by"] == lowest
    if lowest is not None:
        assert board["attacker"] == trumps[lowest] == public["first"]


# Kirifu and Mustamaija


def test_in_lead_games_the_leader_attacks_the_next_player_only(house: House) -> None:
    table = chosen(house, "kirifu", ["H9 D9 C4 S2 X1", "H10 D10 S1 C2 S9", "S3 S4 S5 S6 S7"], "D2 D3 D4 D6 D7 D8")
    assert roles(table) == ("leading", 0, [], 1, 0, 5)
    do(table, 0, "lead", cards=["H9", "D9"], extra="C4")
    assert roles(table) == ("defending", 0, [], 1, None, None)
    assert [len(hand) for hand in round_of(table)["hands"]] == [5, 5, 5], "the leader has drawn"
    do(table, 1, "beat", pairs=[["H9", "H10"]])
    assert roles(table)[:4] == ("defending", 0, [], 1)
    assert [attack["beaten_with"] for attack in round_of(table)["board"]["attacks"]] == ["H10", None, None]
    do(table, 1, "take")
    assert roles(table) == ("leading", 2, [], 0, 2, 5)
    assert round_of(table)["board"]["discarded"] == 2


def test_the_trump_of_mustamaija_is_turned_after_the_first_lead(house: House) -> None:
    table = chosen(house, "mustamaija", ["C5 C6 H3", "C12 D7", "C9"], "S4 S5 H7 D8 D9 D1 D2 D3 D6 D10")
    assert [round_of(table)["board"][name] for name in ("trump", "trump_card")] == [None, None]
    assert roles(table) == ("leading", 0, [], 1, 0, 2)
    said = do(table, 0, "lead", cards=["C5", "C6"])
    assert [event["type"] for event in said["events"]] == ["cards-led", "trump-turned", "cards-drawn"]
    turned = said["events"][1]["public"]
    assert (turned["card"], turned["trump"], turned["skipped"]) == ("H7", "H", ["S4", "S5"])
    assert [round_of(table)["board"][name] for name in ("trump", "trump_card")] == ["H", "H7"]
    assert hand_of(table, 0) == ["S4", "H3", "D1", "D8", "D9"], "skipped spades go under three of the seven cards left"


@pytest.mark.parametrize(("most", "limit"), [(0, 3), (2, 2), (5, 3)])
def test_a_lead_is_limited_by_the_defenders_hand_and_max_lead(house: House, most: int, limit: int) -> None:
    table = chosen(house, "mustamaija", ["C5 C6 C7 C8", "C12 D7 D9", "C9"], "", trump="H", max_lead=most)
    assert roles(table)[-1] == limit


# Refused cards


def test_a_view_gives_the_refusal_of_each_own_card_only(house: House) -> None:
    table = chosen(house, "durak", ["H6 S6 C9", "H8 S9 D6", "C8"], "H1 H13 D1", trump="D")
    do(table, 0, "attack", cards=["H6"])
    said = table.people[1].view(table.id)["refused"]
    words = "S9 does not beat H6; it takes a higher heart or a diamond (trump)."
    assert said == [{"card": "S9", "code": "cannot-beat", "detail": words}]
    assert [table.people[seat].view(table.id)["refused"] for seat in (0, 2)] == [[], []]
    assert "refused" not in house.player("Kai").view(table.id)
    do(table, 1, "beat", pairs=[["H6", "H8"]])
    assert table.people[0].view(table.id)["refused"] == [
        {"card": "C9", "code": "rank-not-on-table", "detail": "Numbers on the table: 6, 8."}
    ]


def test_views_of_other_families_have_no_refused_cards(house: House) -> None:
    for key in ("dobon-sato", "doubt"):
        table = house.table(2, ruleset=key)
        assert "refused" not in table.people[0].view(table.id)


def single(action: dict[str, Any]) -> list[str]:
    """Return the cards of the own hand in an action."""
    if action["type"] == "beat":
        return [card for _, card in action["pairs"]]
    return action.get("cards", []) + ([action["card"]] if "card" in action else [])


def uses(board: dict[str, Any], card: str) -> list[dict[str, Any]]:
    """Return all actions with this card alone."""
    attacks = [attack["card"] for attack in board["attacks"] if attack["beaten_with"] is None]
    found = [{"type": "beat", "pairs": [[attack, card]]} for attack in attacks] + [{"type": "turn-over", "card": card}]
    return found + [{"type": kind, "cards": [card]} for kind in ("lead", "attack", "throw-in")]


@pytest.mark.parametrize(
    ("key", "options"),
    [("durak", {"throw_in": True, "turnover": True}), ("kirifu", {"plain_follow_suit": True}), ("mustamaija", {})],
)
def test_a_listed_card_is_refused_with_its_code_and_all_others_can_be_used(
    house: House, key: str, options: dict[str, Any]
) -> None:
    people = RandomPlayers(house.table(3, ruleset=key, options=options), Random(key))
    table = people.played.table
    for _ in range(25):
        if (round_now := table.peek())["status"] != "playing":
            break
        (seat,) = round_now["round"]["waiting_for"]
        view = table.people[seat].view(table.id)
        named = {said["card"]: said["code"] for said in view["refused"]}
        able = {card for action in actions_of(view) for card in single(action)}
        hand = {*view["round"]["hands"][seat]}
        assert (hand - able, hand & able) == ({*named}, hand - {*named})
        for card, code in [*named.items()][:2]:
            with table.untouched():
                answers = [
                    table.people[seat].post(f"{table.path}/actions", body)
                    for body in uses(view["round"]["board"], card)
                ]
            assert all(answer.status_code == 409 for answer in answers)
            assert code in {answer.json["code"] for answer in answers}
        people.move()
