"""The decisions of Doubt that are judged, and the worlds in which they are."""

import pytest

from domain.analysis.decisions import Decision, decisions
from domain.analysis.likely_worlds import Worlds
from domain.analysis.round_analysis import judge
from domain.analysis.stakes import LEAST, at_stake, stake
from domain.doubt.challenge import is_true
from domain.doubt.hand import last_cards
from domain.log.chance import RandomStream
from domain.log.events import seen_by
from domain.ruleset.actions import Decline, Doubt, Play
from tests.domain.doubt.situations import Position


def decided(table: Position, seat: int, *steps: str) -> list[Decision]:
    """Return the seat's decisions in the steps."""
    start = table.viewers[seat].copy()
    table.when(*steps)
    return [*decisions(start, [seen_by(event, seat) for event in table.events], 1, seat)]


def doubts(pile: str, hand: str = "S6 H7 C7 D8") -> Decision:
    """Return the decision whether to doubt the play of P1."""
    table = Position("S9 H4 D4 C2", hand, "S8 S10 S13 S12", turn=1, number=5, pile=pile)
    return decided(table, 0, "P1 plays S6", "P0 declines")[0]


def test_cards_of_the_same_number_are_one_choice():
    (decision,) = decided(Position("S5 H5 D4", "S6 H7", "S8 S9", turn=0, number=5), 0, "P0 plays S5")
    assert [type(action) for action in decision.candidates] == [Play, Play]


def test_more_is_at_stake_with_a_large_pile():
    small, large = doubts(""), doubts("C3 C4 C5 C6 C8 C9")
    assert set(map(type, small.candidates)) == {Doubt, Decline}
    assert stake(small) < LEAST < stake(large)
    assert at_stake([small, large]) == [large]


def test_only_the_decisions_with_the_highest_stakes_are_judged():
    low, high = doubts("C3 C4 C5 C6 C8 C9"), doubts("C3 C4 C5 C6 C8 C9", "S6")
    assert stake(high) > stake(low)
    assert at_stake([low, high, low], 2) == [low, high]


def test_worlds_hold_a_lie_as_often_as_the_seat_believes():
    decision = doubts("C3 C4 C5 C6 C8 C9")
    told = decision.beliefs.lie(decision.game)
    assert told is not None
    worlds = Worlds(decision, RandomStream(bytes(32), "worlds")).draw(2000)
    lies = sum(not is_true(last_cards(world), told.number) for world in worlds) / len(worlds)
    assert lies == pytest.approx(told.chance, abs=0.02)


def test_letting_a_certain_lie_win_is_a_blunder():
    """P0 holds every five, so the last card of P1 is a lie."""
    table = Position("S5 H5 D5 C5", "S6", "S8 S9 S13 S12", turn=1, number=5, pile="C1 C2 C3 C4 C6 C8 C9 C10")
    (decision,) = decided(table, 0, "P1 plays S6", "P0 declines")
    found = judge(decision)
    assert (found["mark"], found["best"]["type"]) == ("blunder", "doubt")
    assert found["reason"]["en"] == "The 5 of seat 1 is a lie: 100 %."
