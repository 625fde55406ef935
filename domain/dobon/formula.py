"""Dobon arithmetic [ドボン]: which numbers a hand makes, and how (rulebook 1.6).

All numbers of the hand, in some order, are joined by one of + − × ÷, the same everywhere, without parentheses, and
evaluated from left to right. The order matters only by which card leads, so with sum S and product P the hand makes
S, P, 2a − S and a² ÷ P for each card a as leader: O(n), no search. One card makes its own number, no card makes none.

Numbers are 1..13 everywhere here; a hand is the numbers of its cards in any order. `is_valid`, `witnesses` and `waits` are the rules of
`dobon-sato`. `dobon-kawagoe` leaves jokers (0) out, and judges three and more numbers, or a hand before the round is opened, by the sum alone:
`total` (rulebook 2.1, 2.5).
"""

from collections.abc import Sequence
from math import prod

LOWEST, HIGHEST = 1, 13
"""The numbers a card can have, and so the numbers that can be called."""

_ROOT: dict[int, int] = {leader * leader: leader for leader in range(LOWEST, HIGHEST + 1)}


def is_valid(hand: Sequence[int], number: int) -> bool:
    """Whether the whole hand makes the number. The judge of every call; O(n) without building anything."""
    if number < LOWEST:
        return False
    total = sum(hand)
    if total == number:
        return True
    if len(hand) < 2:
        return False
    twice = total + number  # 2a − S = number
    if twice <= 2 * HIGHEST and not twice & 1 and twice >> 1 in hand:
        return True
    product = prod(hand)
    if product == number:
        return True
    leader = _ROOT.get(product * number)  # a² ÷ P = number
    return leader is not None and leader in hand


def _formulas(hand: Sequence[int]) -> list[tuple[int, str]]:
    """Every (number in 1..13, its formula) the hand makes, in the order of operators + − × ÷; no formula twice."""
    cards = sorted(hand, reverse=True)
    if len(cards) < 2:
        return [(card, str(card)) for card in cards]
    total, product = sum(cards), prod(cards)
    found: list[tuple[int, str]] = []
    if total <= HIGHEST:
        found.append((total, "+".join(map(str, cards))))
    leaders = sorted(set(cards))
    found += [(2 * a - total, _led(a, cards, "-")) for a in leaders if LOWEST <= 2 * a - total <= HIGHEST]
    if product <= HIGHEST:
        found.append((product, "×".join(map(str, cards))))
    squares = ((a, a * a) for a in leaders)
    found += [(s // product, _led(a, cards, "÷")) for a, s in squares if s % product == 0 and s // product <= HIGHEST]
    return found


def _led(leader: int, cards: list[int], operator: str) -> str:
    """The formula with `leader` in front of the other cards of a descending hand."""
    place = cards.index(leader)
    return operator.join(map(str, (leader, *cards[:place], *cards[place + 1 :])))


def witnesses(hand: Sequence[int], number: int) -> list[str]:
    """The formulas by which the hand makes the number, such as `3×2×2×1×1`; empty when it does not.

    Operators come in the order + - × ÷; cards descend, with − and ÷ behind their leader.
    """
    return [formula for made, formula in _formulas(hand) if made == number] if is_valid(hand, number) else []


def waits(hand: Sequence[int]) -> dict[int, list[str]]:
    """The numbers the hand waits for [待ち], ascending, each with its witnesses."""
    found: dict[int, list[str]] = {}
    for number, formula in sorted(_formulas(hand), key=lambda made: made[0]):
        found.setdefault(number, []).append(formula)
    return found


def total(hand: Sequence[int]) -> dict[int, list[str]]:
    """The sum of the hand with its formula, where a card can have that number."""
    made = sum(hand)
    return {made: ["+".join(map(str, sorted(hand, reverse=True)))]} if LOWEST <= made <= HIGHEST else {}
