"""`dobon-kawagoe` by the rulebook: calls of 3.2, waits of 3.3, flow cases of 3.4, and the next seat (2.4)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from domain.dobon.kawagoe import DobonKawagoe
from tests.domain.dobon.situations import Situation, kawagoe, numbered, types

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "dobon_claims.json").read_text(encoding="utf-8"))

# 3.2


def about(case: dict[str, Any]) -> Situation:
    """Return a situation in which P0 holds the case's hand; P1 laid the top, or the dealer turned it up."""
    *hand, top = numbered([*case["hand"], case["top"]])
    return kawagoe([" ".join(hand), ""], top, flip=case["ippatsu"], owner=-1 if case["ippatsu"] else 1)


def test_no_case_of_the_rulebook_is_missing() -> None:
    assert [case["id"] for case in VECTORS["dobon-kawagoe"]] == [f"K{number:02}" for number in range(1, 48)]
    assert [case["id"] for case in VECTORS["dobon-kawagoe"] if case["ippatsu"]] == [f"K{n}" for n in range(37, 48)]


@pytest.mark.parametrize("case", VECTORS["dobon-kawagoe"], ids=lambda case: case["id"])
def test_a_hand_is_judged_as_the_rulebook_does(case: dict[str, Any]) -> None:
    situation = about(case)
    rules, state = situation.game.ruleset, situation.game.state
    judged = rules.judge(state, 0)
    assert (judged["valid"], judged["formulas"]) == (case["valid"], case["witnesses"])
    assert rules.is_true(state, 0) is case["valid"]
    assert judged["kind"] == ("ippatsu" if case["ippatsu"] else "call")
    assert judged["permitted"] is (case["id"] != "K08")


@pytest.mark.parametrize("case", VECTORS["dobon-kawagoe"], ids=lambda case: case["id"])
def test_a_call_is_as_true_as_the_rulebook_says(case: dict[str, Any]) -> None:
    situation = about(case)
    if not case["hand"]:
        situation.when("P0 calls -> empty-hand")
        return
    called = situation.when("P0 calls")[0].public
    assert (called.valid, called.formulas) == (case["valid"], case["witnesses"])
    assert called.kind == ("ippatsu" if case["ippatsu"] else "call")
    assert (situation.game.result is not None) is (case["ippatsu"] and case["valid"])


# 3.3: hand, its waits, and its waits on a flip if it is a hand of four as dealt.
WAITS: list[tuple[list[int], list[int], list[int] | None]] = [
    ([5], [5], None),
    ([5, 0], [5], None),
    ([0, 0], [], None),
    ([4, 3], [1, 7, 12], None),
    ([4, 3, 0], [1, 7, 12], None),
    ([4, 3, 0, 0], [1, 7, 12], [7]),
    ([6, 6], [1, 12], None),
    ([12, 3], [4, 9], None),
    ([13, 13], [1], None),
    ([2, 2], [1, 4], None),
    ([2, 2, 0], [1, 4], None),
    ([8, 4, 1], [13], None),
    ([2, 2, 3], [7], None),
    ([1, 2, 3, 0], [6], [6]),
    ([1, 2, 3, 4], [10], [10]),
    ([1, 1, 1, 1, 9], [13], None),
    ([5, 6, 7], [], None),
]


def test_the_table_of_waits_is_the_one_of_the_vectors() -> None:
    assert [(hand, waits) for hand, waits, _ in WAITS] == [
        (case["hand"], case["waits"]) for case in VECTORS["waits"]["dobon-kawagoe"]
    ]


@pytest.mark.parametrize(("hand", "waits", "ippatsu"), WAITS, ids=str)
def test_the_waits_of_a_hand_are_those_of_the_rulebook(
    hand: list[int], waits: list[int], ippatsu: list[int] | None
) -> None:
    rules = DobonKawagoe()
    for flip, expected in ((False, waits), (True, ippatsu)):
        if expected is None:
            continue
        for number in range(1, 14):
            # The top may have been seen before: only its number matters, and a deck has no fifth ace to lay.
            state = kawagoe([" ".join(numbered(hand)), ""], "D10", flip=flip, owner=-1 if flip else 1).game.state
            state.table.pile[-1] = number - 1
            found = rules.waits(state, 0)
            assert list(found) == expected
            assert rules.is_true(state, 0) is (number in expected)
            assert rules.witnesses(state, 0) == found.get(number, [])


# 3.4


@dataclass
class Flow:
    """A case of rulebook 3.4: the situation, the steps, and the facts afterwards."""

    case: str
    hands: Sequence[str]
    top: str
    steps: Sequence[str]
    then: dict[str, Any]
    given: dict[str, Any] = field(default_factory=dict)


# The rulebook has no F23 and F26: here they are a 2 laid out of turn on a pending one (2.4), and a call after a draw
# (2.5, K-15).
FLOW = [
    Flow(
        "F21 opening first", ["S9 C9 H11 D12", "S1 C1 H2 S3", "D7 C4 S12 D10"], "S7", ["P2 plays D7", "P1 calls"],
        {"winner": 1, "losers": [0, 2], "reason": "ippatsu", "top": "S7"}, {"flip": True},
    ),
    Flow(
        "F21 ippatsu first", ["S9 C9 H11 D12", "S1 C1 H2 S3", "D7 C4 S12 D10"], "S7", ["P1 calls", "P2 plays D7 -> game-over"],
        {"winner": 1, "losers": [0, 2], "reason": "ippatsu", "top": "S7"}, {"flip": True},
    ),
    Flow("F22", ["S5 D9", "C6", "C7", "H5 H9"], "S3", ["P0 plays S5", "P3 plays H5"], {"turn": 0, "top": "H5"}),
    Flow(
        "F23", ["S2 D9", "C6", "H2 H9", "C7"], "S3", ["P0 plays S2", "P2 plays H2", "P1 accepts -> not-your-turn", "P3 accepts"],
        {"turn": 0, "pending": None, "drawn": 4, "held": ["D9", "C6", "H9", "S1 S4 S5 S6 C7"]}, {"stock": "S1 S4 S5 S6"},
    ),
    Flow("F24", ["X1 D9", "C6"], "S3", ["P0 plays X1 -> joker-unplayable"], {"turn": 0, "top": "S3"}),
    Flow("F25", ["S8 D9", "C6"], "H7", ["P0 plays S8 naming S -> bottom-does-not-fit"], {"turn": 0, "top": "H7"}),
    Flow(
        "F25 with eight_wild", ["S8 D9", "C6"], "H7", ["P0 plays S8 naming C"], {"turn": 1, "top": "S8", "suit": "C"},
        {"eight_wild": True},
    ),
    Flow("F26", ["S5 D9", "C6", "D5"], "S3", ["P0 plays S5", "P1 draws", "P2 calls -> too-late"], {"turn": 2, "calls": 0}),
]  # fmt: skip


@pytest.mark.parametrize("flow", FLOW, ids=lambda flow: flow.case)
def test_the_rulebook_s_cases_go_as_it_says(flow: Flow) -> None:
    situation = kawagoe(flow.hands, flow.top, **flow.given)
    situation.when(*flow.steps)
    table, result = situation.table, situation.game.result or {}
    board = situation.game.ruleset.public_view(table)["board"]
    found = {
        "top": board["top"]["card"],
        "suit": board["top"]["suit"],
        "turn": table.turn,
        "pending": board["pending"],
        "drawn": sum(event.public.count for event in situation.events if event.type == "cards-drawn"),
        "held": [situation.hand(seat) for seat in range(len(flow.hands))],
        "calls": len(table.calls),
        **result,
    }
    assert {name: found[name] for name in flow.then} == flow.then


def test_f27_all_54_cards_are_in_one_place_each_after_every_event_of_a_round() -> None:
    situation = kawagoe(["S2 D9 X1", "C6 C5", "D2 D5"], "", stock="H1 H3 H4 H2", false_claim="draw_2")
    for step in ["P0 flips", "P2 declines", "P1 calls", "P0 declines", "P0 flips", "P0 plays S2", "P1 declines"]:
        situation.when(step)
        assert list(situation.game.ruleset.misplaced(situation.game.state)) == []
    situation.when("P2 declines", "P2 plays D2", "P0 accepts", "P1 draws")
    assert list(situation.game.ruleset.misplaced(situation.game.state)) == []
    assert types(situation.events).count("cards-drawn") == 3
    situation.game.state.deck.pop()
    assert list(situation.game.ruleset.misplaced(situation.game.state)) != []


# 2.4: the next seat after P0 lays some 3s or 9s; the tables of rulebook 1.4 with the number that skips here.
SKIPS = {2: [0, 1, 0, 1], 3: [2, 0, 1, 2], 4: [2, 3, 0, 1], 5: [2, 3, 4, 0], 6: [2, 3, 4, 5]}
REVERSES = {2: [1, 1, 1], 3: [2, 1, 2], 4: [3, 1, 3], 5: [4, 1, 4], 6: [5, 1, 5]}
NEXT = [
    (players, rank, count, seat)
    for rank, rows in ((3, SKIPS), (9, REVERSES))
    for players, row in rows.items()
    for count, seat in enumerate(row, 1)
]


def others(players: int) -> list[str]:
    """Return hands without 3s and 9s for all seats except P0."""
    return [f"S{number} C{number}" for number in (1, 2, 4, 5, 6, 7, 10)[: players - 1]]


@pytest.mark.parametrize(("players", "rank", "count", "seat"), NEXT)
def test_the_next_seat_after_threes_and_nines_is_that_of_the_table(
    players: int, rank: int, count: int, seat: int
) -> None:
    laid = " ".join(f"{suit}{rank}" for suit in "SCHD"[:count])
    situation = kawagoe([f"{laid} D12", *others(players)], "S11")
    situation.when(f"P0 plays {laid}")
    assert situation.table.turn == seat
    assert situation.table.direction == (-1 if rank == 9 and count % 2 else 1)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("rank", [1, 2, 4, 5, 6, 7, 8, 10, 11, 12, 13])
def test_the_other_numbers_move_the_turn_by_one_and_do_nothing_more(players: int, direction: int, rank: int) -> None:
    situation = kawagoe([f"S{rank} D9", *["" for _ in range(players - 1)]], "S3", direction=direction)
    situation.when(f"P0 plays S{rank} naming S" if rank == 8 else f"P0 plays S{rank}")
    table = situation.table
    assert (table.turn, table.direction) == (direction % players, direction)
    assert (table.pending_rank, table.pending_draw) == ((2, 2) if rank == 2 else (0, 0))
    assert situation.shown(table.turn) == ""


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("direction", [1, -1])
def test_skips_and_reverses_count_in_the_direction_of_play(players: int, direction: int) -> None:
    situation = kawagoe(["S3 C3 D12", *others(players)], "S11", direction=direction)
    situation.when("P0 plays S3 C3")
    assert situation.table.turn == 3 * direction % players
    situation = kawagoe(["S9 D12", *others(players)], "S11", direction=direction)
    situation.when("P0 plays S9")
    assert (situation.table.turn, situation.table.direction) == (-direction % players, -direction)
