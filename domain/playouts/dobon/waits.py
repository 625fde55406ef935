"""Waits [待ち] as masks: bit `n` of a mask says that the hand makes the number `n`.

A hand is the key of its multiset of numbers, with three bits for each number: `KEY[card]` is added for every card. The
numbers that a hand makes have closed forms (`domain.dobon.formula`): with sum S, product P and largest number m they are
S, 2m − S, P and m² ÷ P. Another leader a makes no number: a + m ≤ S, so 2a − S ≤ a − m, and am ≤ P, so a² ÷ P ≤ a ÷ m.
Both are below 1 unless a is m.
"""

from collections.abc import Callable

from domain.cards import RANK
from domain.dobon.formula import HIGHEST, LOWEST

KEY: tuple[int, ...] = tuple(1 << 3 * (rank - 1) if rank else 0 for rank in RANK)
"""The key of a hand of one card; 0 for a joker, which counts nothing."""

MOST = 300_000
"""Maximum number of masks in a table, about 40 MB. A full table is emptied."""


def numbers(key: int) -> list[int]:
    """Return the numbers of the multiset, ascending."""
    return [rank for rank in range(LOWEST, HIGHEST + 1) for _ in range(key >> 3 * (rank - 1) & 7)]


def by_one_operator(hand: list[int]) -> int:
    """Return the mask of a hand by `dobon-sato` 1.6: all numbers are joined by one operator."""
    if not hand:
        return 0
    total, product = sum(hand), 1
    for number in hand:
        product *= number
    made = {total, product}
    if len(hand) > 1:
        made.add(2 * hand[-1] - total)
        if hand[-1] ** 2 % product == 0:
            made.add(hand[-1] ** 2 // product)
    return sum(1 << number for number in made if LOWEST <= number <= HIGHEST)


def by_kawagoe(hand: list[int]) -> int:
    """Return the mask of a hand by `dobon-kawagoe` 2.5: three numbers and more make only their sum."""
    return by_one_operator(hand) if len(hand) < 3 else by_sum(hand)


def by_sum(hand: list[int]) -> int:
    """Return the mask of a hand by `dobon-kawagoe` 2.1, for a card that the dealer turned up."""
    total = sum(hand)
    return 1 << total if LOWEST <= total <= HIGHEST else 0


class Waits(dict[int, int]):
    """Masks by key, computed at first use."""

    def __init__(self, rule: Callable[[list[int]], int]) -> None:
        super().__init__()
        self.rule = rule

    def __missing__(self, key: int) -> int:
        if len(self) >= MOST:
            self.clear()
        made = self[key] = self.rule(numbers(key))
        return made


SATO = Waits(by_one_operator)
KAWAGOE = Waits(by_kawagoe)
SUMS = Waits(by_sum)
