"""Waits and likely numbers of hands by Sato's rules (rulebook 1.6)."""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import prod

from domain.bots.dobon.odds import Odds, Slots, slots
from domain.dobon.evolve import DobonState
from domain.dobon.formula import HIGHEST, LOWEST, is_valid, waits
from domain.ruleset.cards import RANK

COUNTED = 4
"""Up to this many cards all possible hands are counted; larger ones hardly ever wait for a number."""

LARGE = {5: 0.002}
"""Chance that a larger hand makes a given number: 1.7 % of five cards have a wait at all, 0.15 % of six."""


def hand_waits(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers that a hand waits for [待ち]; its own numbers are sorted."""
    # 2a - S is at least 1 only up to S = 25, and a² ÷ P only up to P = 169. This excludes most large hands.
    if sum(numbers) >= 2 * HIGHEST and prod(numbers) > HIGHEST * HIGHEST:
        return ()
    return _cached_waits(numbers)


@lru_cache(maxsize=1 << 14)
def _cached_waits(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(waits(numbers))


@lru_cache(maxsize=1 << 10)
def making_hands(shown: tuple[int, ...], closed: int) -> tuple[tuple[Slots, ...], ...]:
    """Return for each number 0..13 the closed cards that make it together with the shown ones."""
    found: list[list[Slots]] = [[] for _ in range(HIGHEST + 1)]
    for numbers in combinations_with_replacement(range(LOWEST, HIGHEST + 1), closed):
        if max(map(numbers.count, numbers)) > 4:
            continue
        held = slots(numbers)
        for number in waits([*shown, *numbers]):
            found[number].append(held)
    return tuple(tuple(ways) for ways in found)


class SatoOdds(Odds):
    """A seat's knowledge of other hands."""

    __slots__ = ()

    def __init__(self, state: DobonState, seat: int) -> None:
        super().__init__(state, seat, 52)

    def makes(self, other: int, number: int) -> float:
        """Return the chance that another seat's whole hand makes the number: 0 or 1 if all its cards are open."""
        closed, shown = self.table.sizes[other], self.table.shown[other]
        if not closed:
            return float(is_valid([RANK[card] for card in shown], number))
        size = closed + len(shown)
        if closed > 1 and size > COUNTED:
            return LARGE.get(size, 0.0)
        return self.chance(making_hands(tuple(sorted(RANK[card] for card in shown)), closed)[number], closed)
