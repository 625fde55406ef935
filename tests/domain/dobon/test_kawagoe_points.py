"""`dobon-kawagoe`: payments, the ledger of four rounds, and the next dealer (rulebook 2.1, 2.6, K-02, K-17, K-20)."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from domain.dobon.kawagoe import DobonKawagoe
from domain.log.chance import Chance
from domain.ruleset.actions import Ready
from domain.ruleset.ruleset import RoundStart
from tests.domain.dobon.situations import NOON, Situation, flip_until_it_ends, kawagoe, types


def ended(situation: Situation) -> dict[str, Any]:
    """Return the public part of `round-ended`."""
    (event,) = [event for event in situation.events if event.type == "round-ended"]
    return event.public


# The ledger of rulebook 2.6: A, B, C and D sit on the seats 0 to 3.


@dataclass(frozen=True)
class Round:
    """A row of the ledger."""

    dealer: int
    hands: list[str]
    top: str
    steps: list[str]
    reason: str
    transfers: list[tuple[int, int, int]]
    totals: list[int]
    next_dealer: int
    arithmetic: str
    given: dict[str, Any] = field(default_factory=dict)


LEDGER = [
    Round(
        0, ["S13 S12", "H2 S7", "C9 S11 D5", "C13 D13"], "S9", ["P2 plays C9", "P1 calls", "P2 declines"], "dobon",
        [(2, 1, 50)], [0, 50, -50, 0], 2, "(9 + 11 + 5) x 2 [H2] = 50", {"turn": 2},
    ),
    Round(
        2, ["S3 C9", "S13 C5", "D5 C13", "D12 H2 D6"], "S12", ["P3 plays D12", "P0 calls", "P3 calls"], "dobon",
        [(0, 3, 96)], [-96, 50, -50, 96], 0, "(12 + 9 + 3) x 2 [H2] x 2 [counter] = 96", {"turn": 3},
    ),
    Round(
        0, ["S13 S12 S11 S7", "C13 C12 C11 C7", "S1 H2 D3 C4", "H13 H12 H11 H7"], "", ["P0 flips", "P2 calls"], "ippatsu",
        [(0, 2, 14), (1, 2, 14), (3, 2, 14)], [-110, 36, -8, 82], 0, "10 + 4 = 14 each, 14 x 3 [players] = 42", {"stock": "D10"},
    ),
    Round(
        0, ["S13 C5", "H7", "C13 D5", "S3 D4 X1"], "S7", ["P1 plays H7", "P3 calls", "P1 declines"], "dobon",
        [(1, 3, 14)], [-110, 22, -8, 96], 1, "7 x 2 [joker] = 14", {"turn": 1},
    ),
]  # fmt: skip


def test_four_rounds_make_the_ledger_of_the_rulebook() -> None:
    scores, dealer = [0, 0, 0, 0], 0
    for row in LEDGER:
        assert row.dealer == dealer, "the previous round decides the dealer"
        situation = kawagoe(row.hands, row.top, dealer=dealer, scores=scores, rounds=2, **row.given)
        situation.when(*row.steps)
        public = ended(situation)
        assert (public.reason, public.score.arithmetic) == (row.reason, row.arithmetic)
        assert [(paid.giver, paid.to, paid.points) for paid in public.transfers] == row.transfers
        scores, dealer = situation.game.scores, public.next_dealer
        assert (scores, dealer) == (row.totals, row.next_dealer)
        assert sum(public.points) == sum(scores) == 0
        assert dealt_after(situation) == dealer


def dealt_after(situation: Situation) -> int:
    """Make all players ready and return the dealer of the next round, who is to turn up its first card."""
    for seat in range(situation.table.seats):
        situation.act(seat, Ready())
    options = situation.game.options | {"hand_size": 4}
    start = RoundStart(2, situation.table.seats, options, situation.game.result)
    (event,) = DobonKawagoe().deal(start, NOON, Chance(b"\3" * 32, "ledger", 2, [""] * 4))
    assert event.public.turn == event.public.dealer
    dealer: int = event.public.dealer
    return dealer


def test_the_next_round_is_dealt_by_the_game_to_that_dealer() -> None:
    row = LEDGER[0]
    situation = kawagoe(row.hands, row.top, dealer=0, rounds=2, hand_size=4, **row.given)
    situation.when(*row.steps)
    for seat in range(4):
        situation.act(seat, Ready())
    dealt = situation.wait(0)[0].public
    assert (dealt.round, dealt.dealer) == (2, 2)
    situation.when("P0 flips -> not-your-turn", "P2 flips")
    assert situation.game.scores == [0, 50, -50, 0]


def test_a_game_ends_after_its_rounds_with_its_scores() -> None:
    row = LEDGER[3]
    situation = kawagoe(row.hands, row.top, scores=LEDGER[2].totals, **row.given)
    assert types(situation.when(*row.steps)) == ["call-declined", "round-ended", "round-revealed", "game-ended"]
    assert situation.events[-1].public.json() == {"scores": LEDGER[3].totals}


# K-17


def called(steps: list[str], **options: Any) -> dict[str, Any]:
    """Return the public part of a call: P0 lays a 12 with a 4 and a 3 left, and P1 calls with 5 and 7."""
    situation = kawagoe(["D12 S4 C3", "S5 C7 X1", "H9 H10"], "S12", **options)
    situation.when("P0 plays D12", "P1 calls", *steps)
    return ended(situation)


SCORE_HAND = [
    ("payer", "P0 declines", "(12 + 4 + 3) x 2 [joker] = 38"),
    ("winner", "P0 declines", "(12 + 7 + 5) x 2 [joker] = 48"),
    ("both", "P0 declines", "(12 + 7 + 5 + 4 + 3) x 2 [joker] = 62"),
    ("payer", "P0 calls", "(12 + 7 + 5) x 2 [counter] = 48"),
    ("winner", "P0 calls", "(12 + 4 + 3) x 2 [counter] = 38"),
    ("both", "P0 calls", "(12 + 7 + 5 + 4 + 3) x 2 [counter] = 62"),
]


@pytest.mark.parametrize(("score_hand", "step", "arithmetic"), SCORE_HAND)
def test_option_score_hand_chooses_the_added_hand(score_hand: str, step: str, arithmetic: str) -> None:
    public = called([step], score_hand=score_hand)
    assert public.score.arithmetic == arithmetic
    assert public.transfers[0].points == public.score.payment == int(arithmetic.rsplit(" ", 1)[1])


def test_the_result_of_a_round() -> None:
    assert called(["P0 declines"], dealer=2).json() == {
        "winner": 1, "losers": [0], "reason": "dobon", "points": [-38, 38, 0],
        "score": {
            "addends": [12, 4, 3], "doublings": ["joker"], "payment": 38, "arithmetic": "(12 + 4 + 3) x 2 [joker] = 38",
        },
        "transfers": [{"from": 0, "to": 1, "points": 38}], "next_dealer": 0,
        "hands": [["S4", "C3"], ["S5", "C7", "X1"], ["H9", "H10"]],
    }  # fmt: skip


def test_a_counter_doubles_by_the_counter_hand_alone() -> None:
    situation = kawagoe(["D12 C3 C4", "S2 C5 H5 X1 X2", "H9"], "S12")
    situation.when("P0 plays D12", "P1 calls", "P0 calls")
    assert ended(situation).score.doublings == ["counter"]


def test_open_cards_count_like_any_other() -> None:
    situation = kawagoe(["D12 S4", "S7", "H9"], "S12", shown=["C3", "C5 X1", ""])
    situation.when("P0 plays D12", "P1 calls", "P0 declines")
    assert ended(situation).score.arithmetic == "(12 + 4 + 3) x 2 [joker] = 38"


def test_others_neither_pay_nor_receive() -> None:
    situation = kawagoe(["D12 S4", "S5 S7", "H9", "H10"], "S12")
    situation.when("P0 plays D12", "P1 calls", "P0 declines")
    assert situation.game.scores == [-16, 16, 0, 0]


def test_an_ippatsu_is_not_doubled_by_the_winner_s_2s_and_jokers() -> None:
    situation = kawagoe(["S9", "H2 C3 X1 X2", "S13"], "S5", flip=True, score_hand="both")
    situation.when("P1 calls")
    assert ended(situation).score.json() == {
        "addends": [5, 4], "doublings": [], "payment": 9, "arithmetic": "5 + 4 = 9 each, 9 x 2 [players] = 18",
    }  # fmt: skip
    assert situation.game.scores == [-9, 18, -9]


# The next dealer


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize(("rule", "expected"), [("same", [0, 1, 2]), ("winner", [1, 1, 1]), ("left", [1, 2, 0])])
def test_option_dealer_after_ippatsu(dealer: int, rule: str, expected: list[int]) -> None:
    situation = kawagoe(["S9", "H2 C3", "S13"], "S5", flip=True, dealer=dealer, dealer_after_ippatsu=rule)
    situation.when("P1 calls")
    assert ended(situation).next_dealer == expected[dealer]


@pytest.mark.parametrize("rule", ["same", "winner", "left"])
@pytest.mark.parametrize(("step", "loser"), [("P0 declines", 0), ("P0 calls", 1)])
def test_after_a_call_or_a_counter_its_loser_deals(rule: str, step: str, loser: int) -> None:
    situation = kawagoe(["D12 C3 C4", "S5 S7", "H9"], "S12", dealer=2, dealer_after_ippatsu=rule)
    situation.when("P0 plays D12", "P1 calls", step)
    assert (ended(situation).losers, ended(situation).next_dealer) == ([loser], loser)


@pytest.mark.parametrize("rule", ["same", "winner", "left"])
def test_after_a_dead_end_the_same_player_deals_again(rule: str) -> None:
    situation = kawagoe(["S9", "H2 C3", "S13"], "S5", flip=True, dealer=2, dealer_after_ippatsu=rule, stock="")
    situation.when("P0 declines", "P1 declines", "P2 declines")
    flip_until_it_ends(situation)
    assert (ended(situation).reason, ended(situation).next_dealer) == ("dead-end", 2)
