"""`dobon-sato`: calls and counters (rulebook 1.6, 1.7 and decision 2)."""

import pytest

from domain.log.errors import Refused
from domain.ruleset.actions import Decline, Dobon
from tests.domain.dobon.situations import BEGUN, TWELVE, Situation, result, types

# 1.6


def test_a_true_call_shows_hand_and_formulas_and_asks_all_other_seats() -> None:
    situation = Situation(TWELVE, "S12")
    event = situation.when("P0 plays D12", "P1 calls")[0]
    assert event.public.json() == {
        "seat": 1, "on": BEGUN + 1, "kind": "call", "card": "D12", "valid": True, "formulas": ["7+5"], "hand": ["S5", "S7"],
        "asked": [0, 2, 3], "deadline": None,
    }  # fmt: skip
    assert situation.game.result is None


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_card_can_be_called_on_any_turn(turn: int) -> None:
    situation = Situation(["S3 S4", "C5", "C6"], "S12", owner=1, turn=turn)
    situation.when("P0 calls", "P1 declines", "P2 declines")
    assert result(situation) == (0, [1], "dobon")


def test_a_player_in_turn_can_call_with_a_drawn_card() -> None:
    situation = Situation(["S7", "C5", "C6"], "S12", owner=1, stock="H5", play_after_draw=True)
    situation.when("P0 draws", "P0 calls", "P1 declines", "P2 declines")
    assert result(situation) == (0, [1], "dobon")


def test_a_draw_does_not_end_the_right_to_call() -> None:
    situation = Situation(TWELVE, "S12")
    situation.when("P0 plays D12", "P1 draws", "P2 calls")
    assert situation.table.standing is not None


def test_a_declared_8_is_still_the_number_8() -> None:
    situation = Situation(["D8 D9", "S5 S3", "C5"], "S12")
    situation.when("P0 plays D8 naming H", "P1 calls", "P0 declines", "P2 declines")
    assert result(situation) == (1, [0], "dobon")


def test_closed_and_open_cards_count_alike_in_a_call() -> None:
    situation = Situation(["S7", "C5", "C6"], "S12", owner=1, shown=["H5", "", ""])
    situation.when("P0 calls")
    assert situation.events[0].public.hand == ["S7", "H5"]


def test_any_seat_can_call_the_initial_card() -> None:
    for seat in range(3):
        situation = Situation(["S3 S4", "H3 H4", "D3 D4"], "S12", first_turn=True)
        situation.when(f"P{seat} calls", *(f"P{other} declines" for other in range(3) if other != seat))
        assert result(situation) == (seat, [], "dobon")


def test_option_initial_card_loser_makes_all_others_lose() -> None:
    situation = Situation(["S3 S4", "C5", "C6"], "S12", initial_card_loser="all_others")
    situation.when("P0 calls", "P1 declines", "P2 declines")
    assert result(situation) == (0, [1, 2], "dobon")
    assert situation.game.scores == [1, -1, -1]


def test_the_first_caller_loses_to_a_counter_on_the_initial_card() -> None:
    for option in ("none", "all_others"):
        situation = Situation(["S3 S4", "H3 H4", "C6"], "S12", initial_card_loser=option)
        situation.when("P0 calls", "P1 calls", "P2 declines")
        assert result(situation) == (1, [0], "dobon")


NO_CALL = [
    ("on one's own card", {"owner": 0}, "P0 calls -> own-card"),
    ("with an empty hand", {}, "P2 calls -> empty-hand"),
    ("on a version before the top", {}, f"P0 calls on {BEGUN - 1} -> too-late"),
    ("on a version that is not there yet", {}, f"P0 calls on {BEGUN + 1} -> too-late"),
]


@pytest.mark.parametrize(("what", "given", "step"), NO_CALL, ids=lambda value: value if isinstance(value, str) else "")
def test_an_illegal_call_is_refused_without_an_event(what: str, given: dict[str, int], step: str) -> None:
    situation = Situation(["S3 S4", "C5", ""], "S12", **given)
    situation.when(step)
    assert situation.events == []


def test_a_call_on_a_covered_card_is_too_late_and_does_not_fall_on_the_new_top() -> None:
    situation = Situation(["D9 D12", "S12 S5", "S3 S4"], "H12")
    situation.when("P0 plays D12", "P1 plays S12")
    situation.when(f"P2 calls on {BEGUN + 1} -> too-late", f"P2 calls on {BEGUN + 2}")


def test_a_slower_call_is_too_late_and_its_caller_may_then_counter() -> None:
    situation = Situation(TWELVE, "S12")
    played = BEGUN + 1
    situation.when("P0 plays D12", f"P2 calls on {played}", f"P1 calls on {played} -> too-late")
    with pytest.raises(Refused) as refused:
        situation.act(1, Dobon(played))
    assert refused.value.extra == {"on": played + 1}
    situation.when(f"P1 calls on {played + 1}", "P0 declines", "P3 declines")
    assert result(situation) == (1, [2], "dobon")


def test_a_pending_2_is_void_when_it_is_called() -> None:
    situation = Situation(["S2 D9", "S6 S3"], "S12")
    situation.when("P0 plays S2", "P1 calls", "P0 declines")
    assert (situation.table.pending_rank, situation.hand(1)) == (0, "S3 S6")


# 1.7


def test_the_last_counter_of_a_chain_wins_and_the_previous_caller_loses() -> None:
    situation = Situation(["D9 D12 C12", "S5 S7", "S3 S4", "C5 H7", "C6 H6"], "S12")
    situation.when("P0 plays D12", "P1 calls", "P3 calls", "P2 calls", "P4 calls", "P0 calls")
    assert situation.game.result is not None, "all seats have called, the last one falsely"
    assert result(situation) == (4, [2], "dobon")
    assert situation.game.scores == [0, 0, -1, 0, 1]


def test_when_all_seats_have_called_no_seat_is_asked() -> None:
    situation = Situation(["S4 C3 D12", "S5 S7"], "S12")
    events = situation.when("P0 plays D12", "P1 calls", "P0 calls")
    assert types(events)[:2] == ["dobon-called", "round-ended"]
    assert result(situation) == (0, [1], "dobon")


def test_the_owner_may_counter_only_when_called() -> None:
    situation = Situation(["S4 C3 D12", "S5 S7"], "S12")
    situation.when("P0 plays D12", "P0 calls -> own-card", "P1 calls", "P0 calls")


def test_a_decline_is_asked_again_after_a_counter() -> None:
    situation = Situation(["S4 C3 D12", "S5 S7", "H5 H7"], "S12")
    situation.when("P0 plays D12", "P1 calls", "P0 declines", "P0 declines -> already-answered")
    situation.when("P0 calls -> already-answered", "P2 calls", "P0 calls")
    assert result(situation) == (0, [2], "dobon")


def test_an_answer_names_the_call_it_answers() -> None:
    situation = Situation(TWELVE, "S12")
    situation.when("P0 plays D12", "P1 calls", "P2 calls", f"P0 declines on {BEGUN + 2} -> too-late", "P0 declines")


def test_a_caller_is_not_asked_again() -> None:
    situation = Situation(TWELVE, "S12")
    situation.when("P0 plays D12", "P1 calls", "P1 calls -> already-called", "P1 declines -> already-answered")


def test_in_a_window_only_answers_are_allowed() -> None:
    situation = Situation(TWELVE, "S12")
    situation.when("P0 plays D12", "P1 calls", "P1 draws -> window-open", "P0 plays D9 -> window-open")
    situation.when("P2 passes -> window-open", "P2 accepts -> window-open")


def test_seats_with_empty_hands_are_asked_and_may_only_decline() -> None:
    situation = Situation(["D12", "S5 S7", ""], "S12")
    situation.when("P0 plays D12", "P1 calls", "P0 calls -> empty-hand")
    for seat in (0, 2):
        assert situation.actions(seat) == [Decline(BEGUN + 2)]
    situation.when("P2 declines", "P0 declines")
    assert result(situation) == (1, [0], "dobon")
