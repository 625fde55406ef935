"""Waits as masks are those of the rules."""

from itertools import combinations_with_replacement

import pytest

from domain.dobon.formula import waits
from domain.dobon.waits import CARDS, COUNTS, HELD, LARGEST, SATO, SUM, by_one_operator, by_sum, numbers
from domain.ruleset.cards import CODES, RANK, cards_of

HANDS = [hand for size in range(6) for hand in combinations_with_replacement(range(1, 14), size)]


def test_the_mask_of_every_hand_of_up_to_five_cards_has_the_numbers_it_makes():
    for hand in HANDS:
        assert by_one_operator([*hand]) == sum(1 << number for number in waits(hand)), hand


def test_no_hand_with_a_larger_sum_makes_a_number():
    held = [hand for hand in HANDS if waits(hand) and max(map(hand.count, hand)) <= 4]
    assert max(map(sum, held)) <= LARGEST
    assert sum([13, 13, 1, 1, 1, 1]) == LARGEST
    assert waits([13, 13, 1, 1, 1, 1]) == {1: ["13÷13÷1÷1÷1÷1"]}


@pytest.mark.parametrize(
    "hand", [[1, 1, 13, 13], [1, 1, 2, 2, 2, 2, 13], [1, 1, 1, 1, 2, 2, 2, 2, 12], [12] * 4, [13, 13, 12, 12, 1, 1, 1]]
)
def test_the_mask_of_a_long_hand_has_the_numbers_it_makes(hand):
    assert by_one_operator(sorted(hand)) == sum(1 << number for number in waits(hand))


def test_a_hand_has_the_numbers_and_the_sum_of_its_cards():
    for cards in ([], [0, 13, 26, 39], [12, 25, 1, 53], [*range(52)]):
        hand = sum(HELD[card] for card in cards)
        assert numbers(hand) == sorted(RANK[card] for card in cards if RANK[card])
        assert hand >> SUM == sum(RANK[card] for card in cards)
        assert cards_of(hand & CARDS) == sorted(cards)


def test_a_joker_counts_nothing():
    assert [HELD[card] >> COUNTS for card, code in enumerate(CODES) if code in ("X1", "X2")] == [0, 0]


def test_a_sum_is_a_wait_up_to_thirteen():
    assert [by_sum([6, 7]), by_sum([7, 7]), by_sum([])] == [1 << 13, 0, 0]


def test_a_table_has_the_masks_of_hands_with_a_small_sum():
    assert SATO.of(HELD[4] + HELD[8]) == SATO.rule([5, 9]) == 1 << 4
    assert SATO.of(sum(HELD[card] for card in range(13))) == 0
