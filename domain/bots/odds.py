"""What hands that are not seen are likely to make (rulebook 1.6), from what one seat sees of the table."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod

from domain.cards import RANK
from domain.dobon.table import DobonTable, ranks
from domain.formula import HIGHEST, LOWEST, is_valid, waits

COUNTED = 4
"""Up to this many cards of a hand all its possible numbers are gone through; larger ones hardly ever wait for anything."""

LARGE = {5: 0.002}
"""Chance that a larger hand makes a given number: 1.7 % of five cards have a wait at all, 0.15 % of six."""

Slots = tuple[int, ...]
"""Numbers of closed cards: `4 * number + times` for each different one."""


def waited(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that a hand waits for [待ち]; its own numbers come sorted."""
    # 2a - S is at least 1 only up to S = 25, and a² ÷ P only up to P = 169: most large hands are done with here.
    if sum(numbers) >= 2 * HIGHEST and prod(numbers) > HIGHEST * HIGHEST:
        return ()
    return _waited(numbers)


@lru_cache(maxsize=1 << 14)
def _waited(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(waits(numbers))


@lru_cache(maxsize=1 << 10)
def makers(shown: tuple[int, ...], closed: int) -> tuple[tuple[Slots, ...], ...]:
    """For each number 0..13, the closed cards that make it together with the shown ones."""
    found: list[list[Slots]] = [[] for _ in range(HIGHEST + 1)]
    for numbers in combinations_with_replacement(range(LOWEST, HIGHEST + 1), closed):
        times = [(number, numbers.count(number)) for number in sorted(set(numbers))]
        if max(count for _, count in times) > 4:
            continue
        slots = tuple(4 * number + count - 1 for number, count in times)
        for number in waits([*shown, *numbers]):
            found[number].append(slots)
    return tuple(tuple(ways) for ways in found)


class Odds:
    """Chances as the seat can tell them that looks at this table: a card it has not seen may be anywhere, all alike."""

    __slots__ = ("_ways", "numbers", "seat", "table", "unseen")

    def __init__(self, table: DobonTable, seat: int) -> None:
        seen = {*table.pile, *table.hands[seat]}
        for shown in table.shown:
            seen.update(shown)
        self.table = table
        self.seat = seat
        self.unseen = [card for card in range(52) if card not in seen]
        "Cards that are in the stock or closed in somebody's hand."
        self.numbers = [0] * (HIGHEST + 1)
        "How many of them have each number."
        for card in self.unseen:
            self.numbers[RANK[card]] += 1
        self._ways = [comb(count, times) for count in self.numbers for times in range(1, 5)]

    def makes(self, other: int, number: int) -> float:
        """The chance that another seat's whole hand makes the number: 0 or 1 where all its cards are open."""
        closed, shown = len(self.table.hands[other]), self.table.shown[other]
        if not closed:
            return float(is_valid(ranks([*shown]), number))
        size = closed + len(shown)
        if closed > 1 and size > COUNTED:
            return LARGE.get(size, 0.0)
        ways = makers(tuple(sorted(RANK[card] for card in shown)), closed)[number]
        return sum([prod([self._ways[slot] for slot in slots]) for slots in ways]) / comb(len(self.unseen), closed)


def none_one_more(chances: Sequence[float]) -> tuple[float, float, float]:
    """The chances that of independent things none happens, just one, several."""
    none, one = 1.0, 0.0
    for chance in chances:
        none, one = none * (1 - chance), one * (1 - chance) + none * chance
    return none, one, 1 - none - one
