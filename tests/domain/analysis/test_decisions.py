"""The decisions of a seat, found in the events as it saw them: each is counted once."""

from typing import Any

import pytest

from domain.analysis.decisions import Decision, decisions
from domain.log.events import seen_by
from domain.ruleset.actions import Accept, Decline, Dobon, Draw, Play
from tests.domain.dobon.situations import BEGUN, TWELVE, Situation, cards


def decided(situation: Situation, seat: int, *steps: str) -> list[Decision]:
    """Return the seat's decisions in the steps."""
    start = situation.viewers[seat].copy()
    situation.when(*steps)
    return [*decisions(start, [seen_by(event, seat) for event in situation.events], 1, seat)]


def chosen(situation: Situation, seat: int, *steps: str) -> list[Any]:
    return [decision.chosen for decision in decided(situation, seat, *steps)]


def test_an_action_in_turn_is_one_of_all_legal_ones():
    (decision,) = decided(Situation(TWELVE, "S12"), 0, "P0 plays D12")
    assert decision.chosen == Play((*cards("D12"),))
    assert set(decision.candidates) == {decision.chosen, Draw()}
    assert decision.game.version == BEGUN


def test_an_action_without_alternative_is_no_decision():
    assert decided(Situation(["D9 D11", "S5 S2"], "S12"), 0, "P0 draws") == []


def test_a_right_to_call_that_ends_unused_is_a_decision_to_wait():
    situation = Situation(["D9 D12", "D6 C6", "C9 C2", "S5 S7"], "S12")
    (decision,) = decided(situation, 3, "P0 plays D12", "P1 plays D6")
    assert (decision.candidates, decision.chosen) == ((Dobon(11), None), None)
    assert (decision.version, decision.game.version) == (12, 11)


def test_a_right_that_lasts_over_several_events_is_one_decision():
    situation = Situation(["D9 D12", "C5 C6", "C9 C2", "S5 S7"], "S12")
    (decision,) = decided(situation, 3, "P0 plays D12", "P1 draws", "P2 draws", "P3 draws")
    assert (decision.candidates, decision.chosen) == ((Draw(), Dobon(11)), Draw())


def test_a_call_is_a_decision():
    (decision,) = decided(Situation(TWELVE, "S12"), 2, "P0 plays D12", "P2 calls")
    assert decision.chosen == Dobon(11)
    assert None in decision.candidates


def test_a_seat_that_another_one_overtook_has_not_decided():
    start = Situation(["D9 D12", "S5 S7", "S3 S9", "C5 H4"], "S12")
    assert [type(one) for one in chosen(start, 2, "P0 plays D12", "P1 calls", "P2 declines")] == [Decline]


def test_the_answer_to_a_call_is_a_decision():
    (decision,) = decided(Situation(TWELVE, "S12"), 2, "P0 plays D12", "P1 calls", "P2 declines")
    assert set(decision.candidates) == {Dobon(12), Decline(12)}
    assert decision.chosen == Decline(12)


def test_a_false_call_is_only_a_choice_of_the_seat_that_made_it():
    assert all(Dobon not in map(type, one.candidates) for one in decided(Situation(TWELVE, "S12"), 3, "P0 draws"))
    (decision,) = decided(Situation(TWELVE, "S12"), 3, "P3 calls")
    assert decision.candidates == (Dobon(BEGUN), None)


def test_what_the_clock_did_is_no_decision():
    situation = Situation(TWELVE, "S12", turn_seconds=10)
    situation.game.table.deadline = situation.now
    start = situation.viewers[0].copy()
    situation.wait(0)
    assert situation.events[0].public.by_clock
    assert [*decisions(start, [seen_by(event, 0) for event in situation.events[:1]], 1, 0)] == []


def test_accepting_is_a_decision_if_the_effect_could_be_passed_on():
    situation = Situation(["D2 D9", "S5 S6"], "S2", pending=(2, 2), owner=1)
    assert chosen(situation, 0, "P0 accepts") == [Accept()]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_decision_knows_no_card_that_its_seat_does_not_know(seat: int):
    for decision in decided(Situation(TWELVE, "S12"), seat, "P0 plays D12", "P1 draws", "P2 draws"):
        assert [other for other, hand in enumerate(decision.game.state.hands) if hand is not None] == [seat]
        assert decision.game.state.deck is None
