"""Waits as masks are those of the rules."""

from itertools import combinations_with_replacement

import pytest

from domain.cards import CODES, RANK
from domain.dobon.formula import waits
from domain.playouts.dobon.waits import KEY, LARGEST, SATO, by_one_operator, by_sum, numbers

HANDS = [hand for size in range(6) for hand in combinations_with_replacement(range(1, 14), size)]


def test_the_mask_of_every_hand_of_up_to_five_cards_has_the_numbers_it_makes():
    for hand in HANDS:
        assert by_one_operator([*hand]) == sum(1 << number for number in waits(hand)), hand


def test_no_hand_with_a_larger_sum_makes_a_number():
    largest = 0
    for others in range(7):
        for hand in combinations_with_replacement(range(1, 14), others):
            # A further card only raises sum and product: hands of small numbers are all that is left.
            if waits(hand) and max(map(hand.count, hand), default=0) <= 4:
                largest = max(largest, sum(hand))
    assert largest <= LARGEST
    assert waits([13, 13, 1, 1, 1, 1]) == {1: ["13÷13÷1÷1÷1÷1"]}
    assert sum([13, 13, 1, 1, 1, 1]) == LARGEST


@pytest.mark.parametrize(
    "hand", [[1, 1, 13, 13], [1, 1, 2, 2, 2, 2, 13], [1, 1, 1, 1, 2, 2, 2, 2, 12], [12] * 4, [13, 13, 12, 12, 1, 1, 1]]
)
def test_the_mask_of_a_long_hand_has_the_numbers_it_makes(hand):
    assert by_one_operator(sorted(hand)) == sum(1 << number for number in waits(hand))


def test_a_key_gives_the_numbers_of_its_cards_back():
    for hand in ([], [0, 13, 26, 39], [12, 25, 1, 53], [*range(52)]):
        assert numbers(sum(KEY[card] for card in hand)) == sorted(RANK[card] for card in hand if RANK[card])


def test_a_joker_counts_nothing():
    assert [KEY[card] for card, code in enumerate(CODES) if code in ("X1", "X2")] == [0, 0]


def test_a_sum_is_a_wait_up_to_thirteen():
    assert [by_sum([6, 7]), by_sum([7, 7]), by_sum([])] == [1 << 13, 0, 0]


def test_a_table_keeps_the_masks_it_has_computed():
    key = KEY[4] + KEY[8]
    assert SATO[key] == SATO.rule([5, 9]) == 1 << 4
    assert key in SATO
