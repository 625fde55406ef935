"""`dobon-kawagoe`: calls and counters (rulebook 2.5 and decision 2), and the cost of a false one (decision 1)."""

import pytest

from domain.log.errors import Refused
from domain.log.upcasting import logged
from domain.ruleset.actions import Decline, Dobon
from tests.domain.dobon.situations import BEGUN, Situation, kawagoe, result, types

TWELVE = ["D9 D12", "S5 S7", "S3 S4", "C5 H5"]
"""Hands: on a top of 12, P0 can lay the 12 that P1 and P2 can call; P0's 9 and P3's fives make no 12."""

# The right to call


def test_a_true_call_shows_hand_and_formulas_and_asks_the_called_player_alone() -> None:
    situation = kawagoe(TWELVE, "S12")
    (event,) = situation.when("P0 plays D12", "P2 calls")
    assert event.public.json() == {
        "seat": 2, "on": BEGUN + 1, "kind": "call", "card": "D12", "valid": True, "formulas": ["4×3"], "hand": ["S3", "S4"],
        "asked": [0], "deadline": None,
    }  # fmt: skip
    shown = situation.game.ruleset.public_view(situation.table)
    assert (shown["phase"], shown["waiting_for"]) == ("countering", [0])
    assert situation.shown(2) == "S3 S4"


@pytest.mark.parametrize("seat", [1, 2])
def test_a_card_is_called_by_the_player_in_turn_or_by_another(seat: int) -> None:
    situation = kawagoe(TWELVE, "S12")
    situation.when("P0 plays D12", f"P{seat} calls", "P0 declines")
    assert result(situation) == (seat, [0], "dobon")


ENDS = [
    ("a play", ["P1 plays D1"]),
    ("a jump-in", ["P3 plays C12"]),
    ("a draw", ["P1 draws"]),
    ("a play and a draw", ["P1 plays D1", "P2 draws"]),
]


@pytest.mark.parametrize(("what", "steps"), ENDS, ids=lambda value: value if isinstance(value, str) else "")
def test_the_right_to_call_ends_with_the_next_action(what: str, steps: list[str]) -> None:
    hand = "S5 S7" if what == "a draw" else "D1 S5 S6"
    situation = kawagoe(["D9 D12", hand, "S3 S4", "C12 H5"], "S12")
    situation.when("P0 plays D12", *steps, f"P2 calls on {BEGUN + 1} -> too-late")
    with pytest.raises(Refused) as refused:
        situation.act(2, Dobon(BEGUN + 1))
    assert refused.value.extra == {"on": situation.table.top_version}
    assert not any(event.type == "dobon-called" for event in situation.events)


def test_taking_a_2_ends_the_right_to_call() -> None:
    situation = kawagoe(["S2 D9", "C6 C10", "H7 H9"], "S3")
    situation.when("P0 plays S2", "P1 accepts", "P2 calls -> too-late")
    assert not situation.game.ruleset.public_view(situation.table)["board"]["calls_open"]
    assert Dobon(BEGUN + 1) not in situation.actions(2)


def test_the_next_card_renews_the_right_to_call() -> None:
    situation = kawagoe(["D9 D12", "C3 S1", "S8 C11", "C5 H5"], "S12", stock="H10 H13")
    situation.when("P0 plays D12", "P1 draws", "P2 calls -> too-late", "P2 draws", "P3 draws")
    situation.when("P0 plays D9", f"P2 calls on {BEGUN + 1} -> too-late", "P2 calls")
    assert situation.events[-1].public.on == situation.table.top_version


def test_a_false_call_leaves_the_card_to_be_called_by_others() -> None:
    for false_claim in ("expose", "nothing", "draw_2"):
        situation = kawagoe(TWELVE, "S12", false_claim=false_claim)
        situation.when("P0 plays D12", "P3 calls", "P3 calls -> already-called", "P2 calls", "P0 declines")
        assert result(situation) == (2, [0], "dobon")


@pytest.mark.parametrize("owner", [0, 1])
def test_a_player_cannot_call_on_an_own_card(owner: int) -> None:
    situation = kawagoe(["S3 S4", "H3 H4"], "S12", owner=owner)
    situation.when(f"P{owner} calls -> own-card")
    assert Dobon(BEGUN) not in situation.actions(owner)
    assert Dobon(BEGUN) in situation.actions(1 - owner)


def test_a_player_who_jumped_in_owns_the_card() -> None:
    situation = kawagoe(["D9 D12", "S5 S7", "H12 S2", "C5 H7"], "S12")
    situation.when(
        "P0 plays D12", "P2 plays H12", "P2 calls -> own-card", "P1 calls", "P0 calls -> not-asked", "P2 declines"
    )
    assert result(situation) == (1, [2], "dobon")


NO_CALL = [
    ("with an empty hand", "P2 calls -> empty-hand"),
    ("on a version before the top", f"P0 calls on {BEGUN - 1} -> too-late"),
    ("on a version that is not there yet", f"P0 calls on {BEGUN + 1} -> too-late"),
]


@pytest.mark.parametrize(("what", "step"), NO_CALL, ids=lambda value: value if "P" not in value else "")
def test_an_illegal_call_is_refused_without_an_event(what: str, step: str) -> None:
    situation = kawagoe(["S3 S4", "C5", ""], "S12", owner=1)
    situation.when(step)
    assert situation.events == []


def test_a_hand_of_jokers_alone_may_call_and_is_wrong() -> None:
    situation = kawagoe(["X1 X2", "C5"], "S12", owner=1)
    assert situation.when("P0 calls")[0].public.valid is False


def test_of_two_calls_the_first_is_taken_and_the_second_is_too_late() -> None:
    situation = kawagoe(TWELVE, "S12")
    played = BEGUN + 1
    situation.when("P0 plays D12", f"P2 calls on {played}", f"P1 calls on {played} -> too-late")
    situation.when("P1 calls -> not-asked", "P1 declines -> already-answered", "P0 declines")
    assert result(situation) == (2, [0], "dobon")


def test_a_declared_8_is_still_the_number_8() -> None:
    situation = kawagoe(["S8 D9", "S5 S3"], "S12")
    situation.when("P0 plays S8 naming H", "P1 calls", "P0 declines")
    assert result(situation) == (1, [0], "dobon")


def test_a_pending_2_is_void_when_it_is_called() -> None:
    situation = kawagoe(["S2 D9", "S6 S3"], "S12")
    situation.when("P0 plays S2", "P1 calls", "P0 declines")
    assert (situation.table.pending_rank, situation.hand(1)) == (0, "S3 S6")


def test_open_and_closed_cards_count_alike() -> None:
    situation = kawagoe(["S7", "C5"], "S12", owner=1, shown=["H5", ""])
    assert situation.when("P0 calls")[0].public.hand == ["S7", "H5"]


# Counters


def called(hand: str, **options: object) -> Situation:
    """Return a situation in which P0 has laid a 12 with `hand` left, and P1 has called on it."""
    situation = kawagoe([f"D12 {hand}".strip(), "S5 S7", "S3 S4"], "S12", **options)
    situation.when("P0 plays D12", "P1 calls")
    return situation


@pytest.mark.parametrize(
    "hand", ["C12", "C12 X1", "C3 C4", "C3 C4 X1 X2", "H2 H6", "H1 H13", "C10 C1 H1", "C9 C2 H1 X2"]
)
def test_the_called_player_counters_with_the_rest_of_the_hand(hand: str) -> None:
    situation = called(hand)
    (event, *_) = situation.when("P0 calls")
    assert (event.public.kind, event.public.on, event.public.asked) == ("counter", BEGUN + 2, [])
    assert result(situation) == (0, [1], "dobon")


@pytest.mark.parametrize("hand", ["C11", "X1 X2", "C3 C5", "H2 C2 C3", "C10 C1 X1 H2"])
def test_a_counter_with_any_other_hand_is_false(hand: str) -> None:
    situation = called(hand)
    assert situation.when("P0 calls")[0].public.valid is False
    assert result(situation) == (1, [0], "dobon")


def test_only_the_called_player_may_counter() -> None:
    situation = called("C3 C4")
    situation.when("P2 calls -> not-asked", "P1 calls -> already-called", "P2 declines -> already-answered")
    with pytest.raises(Refused, match="Only seat 0"):
        situation.act(2, Dobon(BEGUN + 2))
    assert [situation.actions(seat) for seat in (1, 2)] == [[], []]
    assert situation.actions(0) == [Dobon(BEGUN + 2), Decline(BEGUN + 2)]


def test_there_is_one_level_of_counters() -> None:
    situation = called("C3 C4", rounds=2)
    assert types(situation.when("P0 calls"))[:2] == ["dobon-called", "round-ended"]
    situation.when("P1 calls -> between-rounds")


def test_a_counter_must_name_the_call() -> None:
    situation = called("C3 C4")
    situation.when(
        f"P0 calls on {BEGUN + 1} -> too-late", f"P0 declines on {BEGUN + 1} -> too-late", f"P0 calls on {BEGUN + 2}"
    )


def test_a_called_player_with_an_empty_hand_is_asked_too_and_can_only_decline() -> None:
    situation = called("")
    assert situation.table.asked == [0]
    assert situation.actions(0) == [Decline(BEGUN + 2)]
    situation.when("P0 calls -> empty-hand", "P0 declines")
    assert result(situation) == (1, [0], "dobon")


def test_only_the_counter_is_accepted_while_it_is_asked_for() -> None:
    situation = called("C3 C4")
    for step in ("draws", "accepts", "passes", "plays S3", "flips"):
        for seat in range(3):
            situation.when(f"P{seat} {step} -> window-open")


def test_a_decline_reveals_only_that_a_seat_has_answered() -> None:
    situation = kawagoe(TWELVE, "S12", rounds=2)
    (event, *_) = situation.when("P0 plays D12", "P2 calls", "P0 declines")
    assert event.public.json() == {"on": BEGUN + 2}
    assert logged(event).sealed == {str(seat): {"declined": seat == 0} for seat in range(4)}


# Hints


def test_option_claim_hints_lists_a_call_only_when_it_is_true() -> None:
    situation = kawagoe(["C8 S4 H1", "S3 H9", "H12 X1", ""], "S12", claim_hints=True, owner=3)
    assert [Dobon(BEGUN) in situation.actions(seat) for seat in range(4)] == [False, True, True, False]
    plain = kawagoe(["C8 S4 H1", "S3 H9", "H12 X1", ""], "S12", owner=3)
    assert [Dobon(BEGUN) in plain.actions(seat) for seat in range(4)] == [True, True, True, False]
    flip = kawagoe(["C8 S4 H1", "S3 H9", "C4 H3 X1", "X2"], "D7", flip=True, claim_hints=True)
    assert [Dobon(BEGUN) in flip.actions(seat) for seat in range(4)] == [False, False, True, False]
