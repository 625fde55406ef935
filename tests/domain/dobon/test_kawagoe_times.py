"""`dobon-kawagoe`: the grace after a play, and actions of the clock (rulebook 2.1, K-03, K-15, decisions 3 and 4)."""

import pytest

from domain.log.errors import Refused
from domain.log.moments import later
from domain.ruleset.actions import Draw
from tests.domain.dobon.situations import NOON, Situation, kawagoe, result, types

HANDS = ["S5 H5 D9", "C6 C10", "D5 H9", "C2 C7"]
"""P0 can lay a 5, on which P2 can jump in and P3 can call."""


def laid(**options: int) -> Situation:
    situation = kawagoe(HANDS, "S3", **{"claim_grace_seconds": 3, "turn_seconds": 60, "answer_seconds": 10, **options})
    situation.when("P0 plays S5")
    return situation


# The grace


def test_the_turn_s_time_begins_when_the_grace_is_over() -> None:
    played = laid().events[-1].public
    assert (played.allowed_from, played.deadline) == (later(NOON, seconds=3), later(NOON, seconds=63))
    played = laid(claim_grace_seconds=0).events[-1].public
    assert (played.allowed_from, played.deadline) == (None, later(NOON, seconds=60))
    played = laid(turn_seconds=0).events[-1].public
    assert (played.allowed_from, played.deadline) == (later(NOON, seconds=3), None)


@pytest.mark.parametrize("step", ["P2 plays D5", "P0 plays H5", "P1 draws"])
def test_covering_the_card_jumping_in_and_drawing_are_refused_in_the_grace(step: str) -> None:
    situation = laid()
    situation.when(f"{step} -> too-early")
    assert situation.wait(2.999) == []
    situation.when(f"{step} -> too-early")
    situation.wait(0.001)
    situation.when(step)


def test_plays_in_turn_and_taking_a_2_are_refused_in_the_grace() -> None:
    situation = kawagoe(["S2 D9", "C2 C10"], "S3", claim_grace_seconds=3)
    situation.when("P0 plays S2", "P1 accepts -> too-early", "P1 plays C2 -> too-early")
    situation.wait(3)
    situation.when("P1 accepts")


def test_the_refusal_too_early_says_when_the_action_is_allowed() -> None:
    with pytest.raises(Refused) as refused:
        laid().act(1, Draw())
    assert refused.value.extra == {"allowed_from": later(NOON, seconds=3)}


def test_calls_and_counters_are_accepted_in_the_grace() -> None:
    situation = laid()
    situation.when("P3 calls", "P0 calls")
    assert [event.public.kind for event in situation.events if event.type == "dobon-called"] == ["call", "counter"]
    assert result(situation) == (3, [0], "dobon")


def test_an_illegal_action_in_the_grace_is_refused_as_illegal() -> None:
    laid().when("P1 plays C6 -> bottom-does-not-fit", "P2 plays H9 -> not-your-turn", "P1 accepts -> nothing-pending")


def test_after_a_draw_there_is_no_grace_left() -> None:
    situation = laid()
    situation.wait(3)
    situation.when("P1 draws", "P2 draws -> card-fits", "P2 plays D5")
    assert situation.events[-1].public.allowed_from == later(NOON, seconds=6)


def test_opening_cards_and_jump_ins_have_their_grace() -> None:
    situation = kawagoe(["S5 D9", "C5 C10", "D5 H9"], "H5", flip=True, claim_grace_seconds=3)
    situation.when("P0 plays S5", "P1 declines", "P2 declines", "P1 plays C5 -> too-early")
    situation.wait(3)
    situation.when("P2 plays D5", "P1 plays C5 -> too-early")


# Windows


def test_a_counter_window_closes_at_its_deadline() -> None:
    situation = laid()
    called = situation.when("P3 calls")[0].public
    assert called.deadline == later(NOON, seconds=10)
    assert situation.wait(9.999) == []
    assert types(situation.wait(0.001))[0] == "round-ended"
    assert result(situation) == (3, [0], "dobon")


def test_without_a_limit_a_window_waits() -> None:
    situation = laid(answer_seconds=0)
    situation.when("P3 calls")
    assert situation.wait(100_000) == []


def test_a_flip_is_asked_about_for_the_time_to_answer_and_then_the_dealer_has_a_turn_s_time() -> None:
    situation = kawagoe(HANDS, "", stock="H11 H12 H13", turn_seconds=60, answer_seconds=10)
    flipped = situation.when("P0 flips")[0].public
    assert flipped.deadline == later(NOON, seconds=10)
    (closed,) = situation.wait(10)
    assert (closed.type, closed.public.deadline) == ("window-closed", later(NOON, seconds=70))
    assert situation.wait(59.999) == []
    (event,) = situation.wait(0.001)
    assert (event.type, event.public.by_clock, event.public.seat) == ("card-flipped", True, 0)
    assert event.public.deadline == later(NOON, seconds=80)


def test_a_flip_has_no_limit_where_answers_have_none() -> None:
    situation = kawagoe(HANDS, "", stock="H11 H12", turn_seconds=60)
    situation.when("P0 flips", "P1 declines")
    assert situation.wait(100_000) == []


def test_the_clock_flips_again_after_a_joker() -> None:
    situation = kawagoe(HANDS, "", stock="X1 H12", turn_seconds=60, answer_seconds=10)
    situation.when("P0 flips")
    assert types(situation.wait(60)) == ["card-flipped"]


def test_a_round_without_players_comes_to_a_dead_end() -> None:
    situation = kawagoe(HANDS, "", turn_seconds=60, answer_seconds=10)
    situation.when("P0 flips")
    for _ in range(1_000):
        if situation.game.result is None:
            situation.wait(60)
    assert result(situation) == (None, [], "dead-end")
    assert types(situation.events).count("stock-reshuffled") == 1


# Turns


@pytest.mark.parametrize(("hand", "what"), [("C6 C10", "without a fitting card"), ("S6 C10", "with one")])
def test_the_clock_draws_for_an_absent_player_even_if_a_card_fits(hand: str, what: str) -> None:
    situation = kawagoe(["S5 D9", hand, "D5 H9"], "S3", claim_grace_seconds=3, turn_seconds=60, stock="H11")
    situation.when("P0 plays S5")
    assert situation.wait(62.999) == []
    (event,) = situation.wait(0.001)
    assert event.public.json() == {
        "seat": 1, "count": 1, "why": "turn", "turn": 2, "may_play": False, "calls_open": False,
        "deadline": later(NOON, seconds=123), "by_clock": True,
    }  # fmt: skip


def test_the_clock_takes_a_2_for_an_absent_player() -> None:
    situation = kawagoe(["S2 D9", "C2 C10", "D5"], "S3", turn_seconds=60)
    situation.when("P0 plays S2")
    (event,) = situation.wait(60)
    assert (event.public.why, event.public.count, event.public.by_clock) == ("accept", 2, True)
    assert (situation.table.turn, situation.table.pending_rank, situation.table.calls_open) == (2, 0, False)


def test_a_jump_in_gives_the_next_player_a_whole_turn() -> None:
    situation = laid(claim_grace_seconds=0)
    assert situation.wait(50) == []
    situation.when("P2 plays D5")
    assert situation.table.deadline == later(NOON, seconds=110)
    assert situation.table.turn == 3


def test_without_a_limit_a_turn_lasts() -> None:
    assert laid(turn_seconds=0).wait(100_000) == []
