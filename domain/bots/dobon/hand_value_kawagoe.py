"""Waits, likely numbers and multipliers of hands by the Kawagoe rules (rulebook 2.5, 2.6)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

from domain.bots.dobon.odds import Odds, Slots, slots
from domain.dobon.evolve import DobonState
from domain.dobon.formula import HIGHEST, LOWEST, waits
from domain.ruleset.cards import RANK

JOKER = 0
JOKERS = 2
DOUBLING = (JOKER, 2)
"""Numbers that double a win of their holder (2.6, clauses 2 and 3)."""

Numbers = tuple[int, ...]
"""Numbers of a hand, ascending; jokers come first."""


def multiplier(numbers: Numbers) -> int:
    """Return the factor by which a hand multiplies a win."""
    return 1 << sum(map(numbers.count, DOUBLING))


@lru_cache(maxsize=1 << 14)
def hand_waits(numbers: Numbers) -> tuple[int, ...]:
    """Return the numbers that a hand waits for once the round is opened [待ち]; jokers are not counted."""
    counted = [number for number in numbers if number]
    if len(counted) < 3:
        return tuple(waits(counted))
    return (sum(counted),) if sum(counted) <= HIGHEST else ()


class Ways(NamedTuple):
    """The closed cards that make a number together with the shown ones, with factor and sum of each hand."""

    closed: tuple[Slots, ...]
    factors: tuple[int, ...]
    sums: tuple[int, ...]


@lru_cache(maxsize=1 << 10)
def making_hands(shown: Numbers, closed: int) -> tuple[Ways, ...]:
    """Return for each number 0..13 the ways of making it."""
    found: list[list[tuple[Slots, int, int]]] = [[] for _ in range(HIGHEST + 1)]
    for jokers in range(min(JOKERS, closed) + 1):
        for numbers in _likely(closed - jokers, HIGHEST - sum(shown)):
            # No hand has more than four cards of a number.
            if numbers and max(map(numbers.count, numbers)) > 4:
                continue
            hidden = (JOKER,) * jokers + numbers
            hand = tuple(sorted((*shown, *hidden)))
            for number in hand_waits(hand):
                found[number].append((slots(hidden), multiplier(hand), sum(hand)))
    return tuple(Ways(*zip(*ways, strict=True)) if ways else Ways((), (), ()) for ways in found)


def _likely(count: int, most: int) -> Iterator[Numbers]:
    """Yield `count` numbers, ascending: all of them up to two; of more those whose sum a card can have."""
    if count <= 2:
        return combinations_with_replacement(range(LOWEST, HIGHEST + 1), count)
    return _summing(count, LOWEST, most)


def _summing(count: int, least: int, most: int) -> Iterator[Numbers]:
    if not count:
        yield ()
        return
    for first in range(least, most // count + 1):
        for others in _summing(count - 1, first, most - first):
            yield (first, *others)


class CallOdds(NamedTuple):
    """The odds of another seat's call on a number."""

    chance: float
    "The chance that its hand makes the number."
    factor: float
    "The mean multiplier of such a hand."
    held: float
    "The mean sum of such a hand."


class KawagoeOdds(Odds):
    """A seat's knowledge of other hands."""

    __slots__ = ("_callers", "mean")

    def __init__(self, state: DobonState, seat: int) -> None:
        super().__init__(state, seat, 54)
        self._callers: dict[tuple[Numbers, int, int], CallOdds] = {}
        self.mean = sum(RANK[card] for card in self.unseen) / (len(self.unseen) or 1)
        "The mean of the unseen numbers; a joker counts as 0."

    def caller(self, other: int, number: int) -> CallOdds:
        """Return the odds that the other seat's hand makes the number."""
        closed, shown = self.table.sizes[other], tuple(sorted(RANK[card] for card in self.table.shown[other]))
        key = shown, closed, number
        if key not in self._callers:
            self._callers[key] = self._call_odds(making_hands(shown, closed)[number], closed)
        return self._callers[key]

    def _call_odds(self, ways: Ways, closed: int) -> CallOdds:
        counts = self.counts(ways.closed)
        total = sum(counts)
        if not total:
            return CallOdds(0.0, 1.0, 0.0)
        factors = sum([count * factor for count, factor in zip(counts, ways.factors, strict=True)])
        sums = sum([count * held for count, held in zip(counts, ways.sums, strict=True)])
        return CallOdds(total / comb(len(self.unseen), closed), factors / total, sums / total)

    def held(self, other: int) -> float:
        """Return the expected sum of the other seat's hand."""
        return sum([RANK[card] for card in self.table.shown[other]]) + self.mean * self.table.sizes[other]
