"""Probabilities of unseen cards, for every ruleset of Dobon."""

from collections.abc import Iterable, Sequence
from math import comb, prod

from domain.dobon.evolve import DobonState
from domain.dobon.formula import HIGHEST
from domain.dobon.table import DobonTable
from domain.ruleset.cards import RANK

Slots = tuple[int, ...]
"""Numbers of closed cards: `4 * number + times - 1` for each different one; a joker's number is 0."""


def slots(numbers: Sequence[int]) -> Slots:
    """Return the slots of cards by their numbers, with at most four cards of each."""
    return tuple(4 * number + numbers.count(number) - 1 for number in sorted(set(numbers)))


class Odds:
    """The probabilities from one seat's view: every unseen card is equally likely anywhere."""

    __slots__ = ("_ways", "numbers", "seat", "table", "unseen")

    def __init__(self, state: DobonState, seat: int, cards: int) -> None:
        """`cards` is the number of cards in the game."""
        table = state.table
        seen = {*table.pile, *state.cards(seat)}
        for shown in table.shown:
            seen.update(shown)
        self.table: DobonTable = table
        self.seat = seat
        self.unseen = [card for card in range(cards) if card not in seen]
        "Cards in the stock or closed in another hand."
        self.numbers = [0] * (HIGHEST + 1)
        "The number of unseen cards of each number."
        for card in self.unseen:
            self.numbers[RANK[card]] += 1
        self._ways = [comb(count, times) for count in self.numbers for times in range(1, 5)]

    def counts(self, hands: Iterable[Slots]) -> list[int]:
        """Return in how many ways the unseen cards can make each of these hands."""
        return [prod([self._ways[slot] for slot in held]) for held in hands]

    def chance(self, hands: Iterable[Slots], closed: int) -> float:
        """Return the chance that `closed` closed cards are one of these hands."""
        return sum(self.counts(hands)) / comb(len(self.unseen), closed)


def none_one_more(chances: Sequence[float]) -> tuple[float, float, float]:
    """Return the chances that none, exactly one, or several of independent events happen."""
    none, one = 1.0, 0.0
    for chance in chances:
        none, one = none * (1 - chance), one * (1 - chance) + none * chance
    return none, one, 1 - none - one
