"""Refusals in Durak, Kirifu and Mustamaija.

Each gives a code and the actions that would have been allowed, and leaves the log unchanged.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from prove.harness.application import House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused
from tests.api.rulesets.beating import chosen, do, round_of

U1 = ["H6 S6 C9 H10 S13 C1", "H8 S9 C11 D6 D10 H12"]
U3 = ["H6 S6 S7 C7 D7 D8 S1", "H7 H8 S8 C8 C10 D10 D11 D12", "C12"]
U4 = ["H7 S9 C13 S10", "S7 S8 C11 D6", "C7 H11 H1 C1"]
M2 = ["S12 C5 D4 C3 D5", "S13 S11 H2 C12 D7", "C9 C11 H1 S3 D3"]
K1 = ["H9 D9 C4 S2 X1", "H10 D10 S1 C2 S9", "S3 S4 S5 S6 S7"]


def act(table: Table, seat: int, status: int, code: str, kind: str, **fields: Any) -> dict[str, Any]:
    """Return the body of a refusal, after checking that the log has not changed."""
    with table.untouched():
        said = refused(table.people[seat].act(table.id, kind, **fields), status, code)
    if status == 409:
        assert said["detail"]
        assert said["version"] == table.log()[0]
    return said


def durak(house: House, hands: list[str], stock: str = "H1 H13 D1", **options: Any) -> Table:
    return chosen(house, "durak", hands, stock, trump="D", **options)


def kirifu(house: House, hands: list[str], stock: str = "D2 D3 D4 D6 D7 D8", **more: Any) -> Table:
    return chosen(house, "kirifu", hands, stock, trump="C", **more)


def mustamaija(house: House, hands: list[str], stock: str = "D8 D9 D10 C2 H4", **more: Any) -> Table:
    return chosen(house, "mustamaija", hands, stock, trump="H", **more)


# Turns


def test_only_the_attacker_begins_a_bout(house: House) -> None:
    table = durak(house, U1)
    act(table, 0, 409, "must-lead", "stop")
    assert act(table, 1, 409, "not-your-turn", "attack", cards=["H8"])["turn"] == 0
    said = act(table, 1, 409, "wrong-phase", "beat", pairs=[["H6", "H8"]])
    assert (said["phase"], said["turn"]) == ("leading", 0)
    assert said["detail"] == "The phase is leading: seat 0 may `attack`."


def test_only_the_defender_acts_while_an_attack_is_unanswered(house: House) -> None:
    table = durak(house, U3)
    do(table, 0, "attack", cards=["H6"])
    for seat in (0, 2):
        assert act(table, seat, 409, "not-your-turn", "take")["turn"] == 1
        assert act(table, seat, 409, "not-your-turn", "beat", pairs=[["H6", "H7"]])["turn"] == 1
    for seat in range(3):
        said = act(table, seat, 409, "wrong-phase", "attack", cards=["S6"])
        assert (said["phase"], said["detail"]) == ("defending", "The phase is defending: seat 1 may `beat` or `take`.")
        act(table, seat, 409, "wrong-phase", "stop")


def test_the_guardian_waits_until_the_attack_right_has_come_round(house: House) -> None:
    table = durak(house, ["H6 S6", "H8 S9 C11", "S8 C8"])
    do(table, 0, "attack", cards=["H6"])
    do(table, 1, "beat", pairs=[["H6", "H8"]])
    assert act(table, 2, 409, "not-your-turn", "attack", cards=["S8"])["turn"] == 0
    do(table, 0, "stop")
    assert act(table, 0, 409, "not-your-turn", "stop")["turn"] == 2
    do(table, 2, "attack", cards=["S8"])


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("durak", {"lead": {"cards": ["H6"]}, "play": {"cards": ["H6"]}, "draw": {}, "pass": {}, "doubt": {"on": 6}}),
        ("kirifu", {"attack": {"cards": ["H6"]}, "stop": {}, "throw-in": {"cards": ["H6"]}, "turn-over": {"card": "H6"}}),
        ("mustamaija", {"attack": {"cards": ["H6"]}, "stop": {}, "flip": {}, "decline": {"on": 6}, "accept": {}}),
    ],
)  # fmt: skip
def test_actions_of_other_games_are_refused(house: House, key: str, kinds: Mapping[str, Any]) -> None:
    table = house.table(3, ruleset=key)
    for seat in range(3):
        for kind, fields in kinds.items():
            act(table, seat, 409, "not-in-this-game", kind, **fields)


def test_throwing_in_and_turning_over_need_their_options(house: House) -> None:
    table = durak(house, U4)
    do(table, 0, "attack", cards=["H7"])
    act(table, 1, 409, "option-off", "turn-over", card="S7")
    act(table, 0, 409, "option-off", "throw-in", cards=["S9"])


def test_a_player_who_is_out_cannot_act(house: House) -> None:
    table = kirifu(house, ["S2", "S9 H9", "H3"], "")
    do(table, 0, "lead", cards=["S2"])
    assert round_of(table)["board"]["out"] == [0]
    for kind, fields in (("lead", {"cards": ["S2"]}), ("take", {}), ("beat", {"pairs": [["S2", "S9"]]})):
        act(table, 0, 409, "player-out", kind, **fields)
    view = table.people[0].view(table.id)
    assert (actions_of(view), view["refused"]) == ([], [])


@pytest.mark.parametrize("rounds", [1, 2])
def test_actions_are_refused_after_the_end_of_a_round(house: House, rounds: int) -> None:
    table = mustamaija(house, ["C2", "C12 S12"], "", rounds=rounds)
    do(table, 0, "lead", cards=["C2"])
    for seat in range(2):
        act(table, seat, 409, "game-over" if rounds == 1 else "between-rounds", "take")


# Cards


def test_cards_must_be_in_the_hand_and_named_once(house: House) -> None:
    table = durak(house, U3)
    act(table, 0, 409, "not-in-hand", "attack", cards=["C12"])
    act(table, 0, 409, "not-in-hand", "attack", cards=["H6", "C12"])
    act(table, 0, 409, "duplicate-card", "attack", cards=["S6", "S6"])
    do(table, 0, "attack", cards=["H6"])
    act(table, 1, 409, "not-in-hand", "beat", pairs=[["H6", "H9"]])
    act(table, 1, 409, "duplicate-card", "beat", pairs=[["H6", "H7"], ["S6", "H7"]])


def test_one_card_attacks_at_a_time_unless_several_may_be_led(house: House) -> None:
    act(durak(house, U1), 0, 409, "one-card-only", "attack", cards=["H6", "S6"])
    table = durak(house, ["H6 S6 C6 H9", "H8 S9"], multi_lead=True)
    act(table, 0, 409, "rank-mismatch", "attack", cards=["H6", "H9"])
    assert act(table, 0, 409, "limit-reached", "attack", cards=["H6", "S6", "C6"])["limit"] == 2
    do(table, 0, "attack", cards=["H6", "S6"])


def test_further_attack_cards_need_a_number_on_the_table(house: House) -> None:
    table = durak(house, U1)
    do(table, 0, "attack", cards=["H6"])
    do(table, 1, "beat", pairs=[["H6", "H8"]])
    said = act(table, 0, 409, "rank-not-on-table", "attack", cards=["C9"])
    assert (said["ranks"], said["detail"]) == ([6, 8], "Numbers on the table: 6, 8.")
    act(table, 0, 409, "one-card-only", "attack", cards=["S6", "C9"])


def test_thrown_in_cards_may_not_exceed_the_limit(house: House) -> None:
    table = durak(house, ["H6 S6 C6 D6 H9", "H8 S9 C11"], throw_in=True)
    do(table, 0, "attack", cards=["H6"])
    act(table, 0, 409, "wrong-phase", "throw-in", cards=["S6"])
    do(table, 1, "take")
    assert round_of(table)["phase"] == "throwing-in"
    assert act(table, 0, 409, "limit-reached", "throw-in", cards=["S6", "C6", "D6"])["limit"] == 3
    assert act(table, 0, 409, "rank-not-on-table", "throw-in", cards=["S6", "H9"])["ranks"] == [6]
    act(table, 0, 409, "wrong-phase", "attack", cards=["S6"])
    act(table, 1, 409, "not-your-turn", "throw-in", cards=["H8"])
    do(table, 0, "throw-in", cards=["S6", "C6"])


@pytest.mark.parametrize(
    ("pair", "code", "words"),
    [
        (["H6", "S9"], "cannot-beat", "S9 does not beat H6; it takes a higher heart or a diamond (trump)."),
        (["S6", "S9"], "no-such-attack", "S6 is not to be beaten now; these are: H6."),
    ],
)  # fmt: skip
def test_a_card_must_beat_an_open_attack_and_be_higher(house: House, pair: list[str], code: str, words: str) -> None:
    table = durak(house, U1)
    do(table, 0, "attack", cards=["H6"])
    assert act(table, 1, 409, code, "beat", pairs=[pair])["detail"] == words


def test_one_wrong_answer_refuses_all_answers(house: House) -> None:
    table = kirifu(house, K1)
    do(table, 0, "lead", cards=["H9", "D9"], extra="C4")
    act(table, 1, 409, "cannot-beat", "beat", pairs=[["H9", "H10"], ["D9", "S9"]])
    act(table, 1, 409, "no-such-attack", "beat", pairs=[["H9", "H10"], ["H9", "D10"]])
    assert [attack["beaten_with"] for attack in round_of(table)["board"]["attacks"]] == [None] * 3
    do(table, 1, "beat", pairs=[["H9", "H10"]])
    act(table, 1, 409, "no-such-attack", "beat", pairs=[["H9", "D10"]])


def test_an_attack_is_turned_over_by_its_number_before_anything_is_beaten(house: House) -> None:
    table = durak(house, U4, turnover=True)
    act(table, 1, 409, "wrong-phase", "turn-over", card="S7")
    do(table, 0, "attack", cards=["H7"])
    act(table, 1, 409, "rank-mismatch", "turn-over", card="S8")
    act(table, 1, 409, "not-in-hand", "turn-over", card="C7")
    act(table, 2, 409, "not-your-turn", "turn-over", card="C7")
    do(table, 1, "turn-over", card="S7")
    do(table, 2, "turn-over", card="C7")
    do(table, 0, "beat", pairs=[["S7", "S9"]])
    act(table, 0, 409, "rank-mismatch", "turn-over", card="S10")


def test_an_attack_is_not_turned_over_once_a_card_of_it_is_beaten(house: House) -> None:
    table = durak(house, ["H7 C7 S9", "D7 D9 S8", "C8 H11"], turnover=True, multi_lead=True)
    do(table, 0, "attack", cards=["H7", "C7"])
    do(table, 1, "beat", pairs=[["H7", "D9"]])
    said = act(table, 2, 409, "wrong-phase", "attack", cards=["C8"])
    assert "may `beat` or `take` or `turn-over`." in said["detail"]
    act(table, 1, 409, "already-beaten", "turn-over", card="D7")


def test_a_turnover_needs_a_next_player_with_enough_cards(house: House) -> None:
    table = durak(house, ["H7 S9", "S7 S8 C11", "C8"], turnover=True)
    do(table, 0, "attack", cards=["H7"])
    said = act(table, 1, 409, "limit-reached", "turn-over", card="S7")
    assert (said["limit"], "Seat 2" in said["detail"]) == (1, True)
    table = durak(house, ["H7", "S7 S8"], turnover=True)
    do(table, 0, "attack", cards=["H7"])
    act(table, 1, 409, "no-one-to-turn-to", "turn-over", card="S7")


@pytest.mark.parametrize(
    ("hand", "body", "code", "options"),
    [
        ("H9 S2 C4", {"cards": ["H9", "S2"]}, "bad-combination", {}),
        ("S3 S4 S6", {"cards": ["S3", "S4", "S6"]}, "bad-combination", {}),
        ("S3 S4 S5", {"cards": ["S3", "S4"]}, "bad-combination", {}),
        ("S3 S4 S5", {"cards": ["S3", "S4", "S5"]}, "bad-combination", {"sequences": False}),
        ("H13 H1 H2", {"cards": ["H13", "H1", "H2"]}, "bad-combination", {}),
        ("H9 D9 H4 C4", {"cards": ["H9", "D9", "H4", "C4"]}, "bad-combination", {}),
        ("H9 X1", {"cards": ["H9", "X1"]}, "bad-combination", {}),
        ("S2 C4", {"cards": ["S2"], "extra": "C4"}, "extra-not-allowed", {}),
        ("S3 S4 S5 S7", {"cards": ["S3", "S4", "S5"], "extra": "S7"}, "extra-not-allowed", {}),
        ("H9 D9 C4", {"cards": ["H9", "D9"], "extra": "C4"}, "option-off", {"extra_card": False}),
        ("H9 D9 C4", {"cards": ["H9", "D9"], "extra": "D9"}, "duplicate-card", {}),
        ("H9 D9 C4", {"cards": ["H9", "D9"], "extra": "S13"}, "not-in-hand", {}),
        ("S3 S4 S5 S6 S7 S8", {"cards": ["S3", "S4", "S5", "S6", "S7", "S8"]}, "too-many-cards", {}),
        ("H9 D9 C4", {"cards": ["H9", "D9"], "extra": "C4"}, "too-many-cards", {"limit_by_defender_hand": True}),
    ],
)
def test_an_invalid_lead_of_kirifu_is_refused(house: House, hand: str, body: dict[str, Any], code: str, options: dict[str, Any]) -> None:  # fmt: skip
    said = act(kirifu(house, [hand, "S9 D10", "C3"], **options), 0, 409, code, "lead", **body)
    if code == "too-many-cards":
        assert said["limit"] == (2 if options else 5)


def test_a_lead_of_mustamaija_is_of_one_suit_and_no_larger_than_the_defenders_hand(house: House) -> None:
    table = mustamaija(house, ["S2 S9 S12 C5", "H2 H3", "C9"], "")
    act(table, 0, 409, "mixed-suits", "lead", cards=["S2", "C5"])
    assert act(table, 0, 409, "too-many-cards", "lead", cards=["S2", "S9", "S12"])["limit"] == 2
    act(table, 0, 409, "bad-arguments", "lead", cards=["S2"], extra="S9")
    do(table, 0, "lead", cards=["S2", "S12"])
    lead = ["C2 C3 C4 C5 C6 C7 S12", "D2 D3 D4 D5 D6 D7", "H3"]
    assert (
        act(mustamaija(house, lead, "", max_lead=5), 0, 409, "too-many-cards", "lead", cards=lead[0].split()[:6])[
            "limit"
        ]
        == 5
    )


@pytest.mark.parametrize("card", ["S13", "H2"])
def test_the_queen_of_spades_is_beaten_by_nothing_and_beats_nothing(house: House, card: str) -> None:
    table = mustamaija(house, M2)
    do(table, 0, "lead", cards=["S12"])
    said = act(table, 1, 409, "cannot-beat", "beat", pairs=[["S12", card]])
    assert said["detail"] == f"{card} does not beat S12; nothing does."
    table = mustamaija(house, ["S3 C5", "S12 H3", "C9"])
    do(table, 0, "lead", cards=["S3"])
    assert "never S12" in act(table, 1, 409, "cannot-beat", "beat", pairs=[["S3", "S12"]])["detail"]
