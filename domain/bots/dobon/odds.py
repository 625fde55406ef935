"""Where the cards may be that a seat has not seen, whatever a rule set has hands make of them."""

from collections.abc import Iterable, Sequence
from math import comb, prod

from domain.cards import RANK
from domain.dobon.formula import HIGHEST
from domain.dobon.table import DobonTable

Slots = tuple[int, ...]
"""Numbers of closed cards: `4 * number + times - 1` for each different one; a joker's number is 0."""


def slots(numbers: Sequence[int]) -> Slots:
    """The slots of cards by their numbers, of which there may be four of each at most."""
    return tuple(4 * number + numbers.count(number) - 1 for number in sorted(set(numbers)))


class Odds:
    """Chances as the seat can tell them that looks at this table: a card it has not seen may be anywhere, all alike."""

    __slots__ = ("_ways", "numbers", "seat", "table", "unseen")

    def __init__(self, table: DobonTable, seat: int, cards: int) -> None:
        """`cards` is how many are in the game."""
        seen = {*table.pile, *table.hands[seat]}
        for shown in table.shown:
            seen.update(shown)
        self.table = table
        self.seat = seat
        self.unseen = [card for card in range(cards) if card not in seen]
        "Cards that are in the stock or closed in somebody's hand."
        self.numbers = [0] * (HIGHEST + 1)
        "How many of them have each number."
        for card in self.unseen:
            self.numbers[RANK[card]] += 1
        self._ways = [comb(count, times) for count in self.numbers for times in range(1, 5)]

    def counts(self, hands: Iterable[Slots]) -> list[int]:
        """In how many ways the cards that are not seen can be each of these hands."""
        return [prod([self._ways[slot] for slot in held]) for held in hands]

    def chance(self, hands: Iterable[Slots], closed: int) -> float:
        """The chance that so many closed cards are one of these hands."""
        return sum(self.counts(hands)) / comb(len(self.unseen), closed)


def none_one_more(chances: Sequence[float]) -> tuple[float, float, float]:
    """The chances that of independent things none happens, just one, several."""
    none, one = 1.0, 0.0
    for chance in chances:
        none, one = none * (1 - chance), one * (1 - chance) + none * chance
    return none, one, 1 - none - one
