"""All small hands by their numbers, with their waits, in the order in which their weights are computed.

A hand is the numbers of a seat's closed cards. There are 1,820 hands of four cards by Sato's rules and 2,274 by the
Kawagoe rules, so a belief is a list with one figure for each.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, pairwise
from operator import add, itemgetter, mul

from domain.analysis.beliefs import Numbers

MOST = 4
"""Hands with more closed cards are not followed; they hardly ever wait for a number."""

NO_HAND = -1
"""The place of a hand that cannot be."""

NUMBERS = range(14)
"""Numbers of cards; 0 is a joker."""

Waits = Callable[[Numbers], Iterable[int]]
"""Returns the numbers that a hand waits for."""


class Hands:
    """The hands of 0 to `MOST` closed cards, smaller ones first, and those with one card more before a play."""

    def __init__(self, copies: Sequence[int]) -> None:
        """`copies` has the cards of each number in the game."""
        numbers = [number for number in NUMBERS if copies[number]]
        self.numbers: list[Numbers] = [
            hand
            for size in range(MOST + 2)
            for hand in combinations_with_replacement(numbers, size)
            if all(hand.count(number) <= copies[number] for number in hand)
        ]
        self.place = {hand: place for place, hand in enumerate(self.numbers)}
        self.first = [
            next(place for place, hand in enumerate(self.numbers) if len(hand) == size) for size in range(MOST + 2)
        ]
        "Place of the first hand of each size."
        self.first.append(len(self.numbers))
        steps = [[self._step(hand) for hand in self.numbers[one:end]] for one, end in pairwise(self.first[:-1])]
        self.stems = [itemgetter(*(stem for stem, _ in step)) for step in steps[1:]]
        "For each size from 1: picks from a list of smaller hands each hand without its highest number."
        self.slots = [itemgetter(*(last for _, last in step)) for step in steps[1:]]
        "For each size from 1: picks from a list of slots that of the highest number of each hand."
        self.rests = [[self.place[_without(hand, number)] for number in hand] for hand in self.numbers]
        "The places of each hand without one of its cards, for each card."
        self.added = [
            [self.place.get(tuple(sorted((*hand, number))), NO_HAND) for hand in self.numbers[: self.first[MOST + 1]]]
            for number in NUMBERS
        ]
        "For each number the place of each hand of up to `MOST` cards with one more of it."
        self.low = [hand.count(1) + hand.count(2) for hand in self.numbers]
        "The number of 1s and 2s of each hand."

    def _step(self, hand: Numbers) -> tuple[int, int]:
        """Return the place of the hand without its highest number, and the slot of that number."""
        count = hand.count(hand[-1]) if hand else 0
        if not count:
            return NO_HAND, NO_HAND
        return self.place[hand[:-count]], slot(hand[-1], count)

    def weights(self, size: int, ways: Sequence[float]) -> list[float]:
        """Return the weight of each hand of that size: the product over its slots."""
        return self._over_slots(size, ways, 1.0, mul)

    def sums(self, size: int, worth: Sequence[float]) -> list[float]:
        """Return the worth of each hand of that size: the sum over its slots."""
        return self._over_slots(size, worth, 0.0, add)

    def _over_slots(
        self, size: int, figures: Sequence[float], empty: float, join: Callable[[float, float], float]
    ) -> list[float]:
        found = [empty]
        for stems, slots in zip(self.stems[:size], self.slots, strict=False):
            found += map(join, stems(found), slots(figures))
        return found[self.first[size] :]


def slot(number: int, count: int) -> int:
    """Return the slot of `count` cards of a number."""
    return number * MOST + count - 1


def ways_of(cards: Sequence[Sequence[float]]) -> list[float]:
    """Return the weight of each slot: the sum of the products of weights over all sets of cards of its size."""
    found = []
    for weights in cards:
        sums = [1.0, 0.0, 0.0, 0.0, 0.0]
        for weight in weights:
            for count in range(MOST, 0, -1):
                sums[count] += sums[count - 1] * weight
        found += sums[1:]
    return found


def _without(hand: Numbers, number: int) -> Numbers:
    place = hand.index(number)
    return hand[:place] + hand[place + 1 :]


@cache
def hands_of(jokers: int) -> Hands:
    """Return the hands of a game with this number of jokers, computed once."""
    return Hands([jokers, *[4] * 13])


class Makers:
    """The closed hands of one size that make each number together with the open cards of their seat."""

    def __init__(self, hands: Hands, size: int, shown: Numbers, waits: Waits) -> None:
        self.waits = [
            tuple(waits(tuple(sorted((*shown, *hand)))))
            for hand in hands.numbers[hands.first[size] : hands.first[size + 1]]
        ]
        "The waits of each hand, by its place among those of the size."
        self.places: list[list[int]] = [[] for _ in NUMBERS]
        "For each number the places of the hands that make it."
        for place, found in enumerate(self.waits):
            for number in found:
                self.places[number].append(place)
