"""Small hands by their numbers, and the plays that lead to them."""

import pytest

from domain.analysis.dobon.hands import MOST, hands_of, slot
from domain.analysis.dobon.play import kinds_of
from domain.dobon import formula


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_plays_of_a_hand_are_its_numbers_each_with_the_kind_of_the_rest(size: int) -> None:
    kinds, hands = kinds_of(sato=True, size=size), hands_of(0)
    places = range(hands.first[size + 1], hands.first[size + 2])
    for place, plays in zip(places, kinds.plays, strict=True):
        hand = hands.numbers[place]
        found = {(play // len(kinds.all), kinds.all[play % len(kinds.all)]) for play in plays}
        rests = {number: [*hand[: hand.index(number)], *hand[hand.index(number) + 1 :]] for number in hand}
        expected = {
            (number, (tuple(formula.waits(rest)), rest.count(1) + rest.count(2))) for number, rest in rests.items()
        }
        assert found == expected
        assert len(plays) == len(rests)


@pytest.mark.parametrize("jokers", [0, 2])
def test_sums_and_weights_go_over_the_slots_of_each_hand(jokers: int) -> None:
    hands, figures = hands_of(jokers), [float(place % 7 + 1) for place in range(14 * MOST)]
    for size in range(MOST + 1):
        sums, weights = hands.sums(size, figures), hands.weights(size, figures)
        places = range(hands.first[size], hands.first[size + 1])
        for place, total, weight in zip(places, sums, weights, strict=True):
            hand, product = hands.numbers[place], 1.0
            slots = [figures[slot(number, hand.count(number))] for number in {*hand}]
            for figure in slots:
                product *= figure
            assert (total, weight) == (sum(slots), product)


def test_a_hand_without_one_of_its_cards_is_a_smaller_hand() -> None:
    hands = hands_of(0)
    hand = hands.place[3, 3, 7]
    assert [hands.numbers[rest] for rest in hands.rests[hand]] == [(3, 7), (3, 7), (3, 3)]
