"""Hands as integers, and waits [待ち] as masks: bit `n` of a mask of numbers says that the hand makes the number `n`.

A hand is the sum of `HELD[card]` over its cards. From the lowest bit on it has one bit for each card, three bits for
the cards of each number, and the sum of the numbers. So one addition or subtraction moves a card, and a comparison
recognizes hands with a large sum.

The numbers that a hand makes have closed forms (`domain.dobon.formula`): with sum S, product P and largest number m
they are S, 2m − S, P and m² ÷ P. Another leader a makes no number: a + m ≤ S, so 2a − S ≤ a − m, and am ≤ P, so
a² ÷ P ≤ a ÷ m. Both are below 1 unless a is m.

A hand with a sum above `LARGEST` makes nothing, so that the tables need few keys. S and 2m − S are numbers only below
26. If P or m² ÷ P is one, the product of the other numbers divides m or is at most 13: their sum is at most 13, and
four aces.
"""

from collections.abc import Callable

from domain.dobon.formula import HIGHEST, LOWEST
from domain.ruleset.cards import RANK

COUNTS = 54
"""The bit where the numbers of cards begin; below it a hand is a mask of cards."""

SUM = COUNTS + 3 * HIGHEST
"""The bit where the sum begins."""

CARDS = (1 << COUNTS) - 1
"""Mask of all cards."""

LARGEST = 30
"""Maximum sum of a hand that makes a number: 13 + 13 and four aces."""

SMALL = (LARGEST + 1) << SUM
"""Hands below this have a sum of at most `LARGEST`."""

HELD: tuple[int, ...] = tuple(
    1 << card | (rank and 1 << COUNTS + 3 * (rank - 1) | rank << SUM) for card, rank in enumerate(RANK)
)
"""A hand of one card. A joker has no number."""


def numbers(hand: int) -> list[int]:
    """Return the numbers of the hand, ascending."""
    counts = hand >> COUNTS
    return [rank for rank in range(LOWEST, HIGHEST + 1) for _ in range(counts >> 3 * (rank - 1) & 7)]


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
    """Masks by the part of a hand from bit `COUNTS` on, computed at first use; only hands below `SMALL` have one."""

    def __init__(self, rule: Callable[[list[int]], int]) -> None:
        super().__init__()
        self.rule = rule

    def __missing__(self, key: int) -> int:
        made = self[key] = self.rule(numbers(key << COUNTS))
        return made

    def of(self, hand: int) -> int:
        """Return the mask of a hand."""
        return self[hand >> COUNTS] if hand < SMALL else 0


SATO = Waits(by_one_operator)
KAWAGOE = Waits(by_kawagoe)
