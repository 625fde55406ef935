"""What a seat has shown of its closed cards: a figure for each set of numbers, and one for each card."""

from collections.abc import Sequence
from math import prod
from typing import Self

from domain.analysis.dobon.hands import MOST, NO_HAND, Hands, Makers
from domain.ruleset.cards import CODES, RANK, Card

CARDS_IN_ALL = len(CODES)


class Evidence:
    """How well each closed hand explains what its seat did, relative to chance."""

    __slots__ = ("cards", "drew", "likelihood", "size")

    def __init__(self, size: int) -> None:
        self.size = size
        "Number of closed cards."
        self.drew = False
        "The last change of the hand was a draw."
        self.likelihood: list[float] | None = None
        "A figure for each hand of that size, in the order of `Hands`; None if all are equal."
        self.cards: list[float] | None = None
        "A figure for each card, because suits fit as well as numbers; None if all are equal."

    def copy(self) -> Self:
        """Return independent evidence with the same content."""
        found = type(self)(self.size)
        found.drew = self.drew
        found.likelihood = None if self.likelihood is None else self.likelihood[:]
        found.cards = None if self.cards is None else self.cards[:]
        return found

    def _figures(self, hands: int) -> list[float]:
        if self.likelihood is None:
            self.likelihood = [1.0] * hands
        return self.likelihood

    def scale(self, makers: Makers, number: int, factor: float) -> None:
        """Multiply the figures of the hands that make the number."""
        figures = self._figures(len(makers.waits))
        for place in makers.places[number]:
            figures[place] *= factor

    def multiply(self, factors: Sequence[float] | None) -> None:
        """Multiply each figure by its factor; None if nothing follows."""
        if factors is not None:
            self.likelihood = [one * factor for one, factor in zip(self._figures(len(factors)), factors, strict=True)]

    def pass_up(self, fits: int, factor: float) -> None:
        """Multiply the figures of all cards of a mask."""
        cards = self.cards or [1.0] * CARDS_IN_ALL
        self.cards = [one * factor if fits >> card & 1 else one for card, one in enumerate(cards)]

    def add(self, hands: Hands, count: int) -> None:
        """Add unknown cards to the hand: any of its cards may be one of them."""
        self.drew = True
        for _ in range(count):
            self.size += 1
            self._add(hands)
        if self.cards is not None:
            old = (self.size - count) / self.size
            self.cards = [one * old + 1 - old for one in self.cards]

    def _add(self, hands: Hands) -> None:
        if self.size > MOST or self.likelihood is None:
            self.likelihood = None
            return
        before, size = self.likelihood, self.size
        figure = [0.0] * hands.first[size - 1]
        figure += before
        get = figure.__getitem__
        self.likelihood = [
            sum(map(get, rests)) / size for rests in hands.rests[hands.first[size] : hands.first[size + 1]]
        ]

    def remove(self, hands: Hands, number: int, count: int, kept: Sequence[float] | None) -> None:
        """Remove cards of a number that the seat laid. `kept` has a factor for each hand that it may have kept."""
        before, self.size, self.drew = self.likelihood, self.size - count, False
        if count and before is not None:
            self.likelihood = self._after(hands, number, count, before)
        if self.size > MOST:
            self.likelihood = None
        else:
            self.multiply(kept)

    def _after(self, hands: Hands, number: int, count: int, before: Sequence[float]) -> list[float]:
        """Return the figures of smaller hands, each the figure of the hand with the cards that were laid."""
        first, end = hands.first[self.size], hands.first[self.size + 1]
        start, added = hands.first[self.size + count], hands.added[number]
        found = []
        for place in range(first, end):
            whole = place
            for _ in range(count):
                whole = added[whole] if whole != NO_HAND else NO_HAND
            found.append(0.0 if whole == NO_HAND else before[whole - start])
        return found

    def of(self, hands: Hands, cards: Sequence[Card]) -> float:
        """Return the figure of these closed cards."""
        figure = 1.0 if self.cards is None else prod(map(self.cards.__getitem__, cards))
        if self.likelihood is None:
            return figure
        numbers = tuple(sorted(map(RANK.__getitem__, cards)))
        return figure * self.likelihood[hands.place[numbers] - hands.first[self.size]]
