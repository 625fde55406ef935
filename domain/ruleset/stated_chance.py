"""Chance that gives what a deal says. With it the rules deal a round again whose secret is not revealed.

So a deal of a running round is checked as far as chance alone could have made it: every field that follows from the
cards, from the options, or from another field.
"""

from collections.abc import Callable, Mapping
from typing import Any

from domain.log.chance import Chance, RandomStream
from domain.log.events import TABLE, Event
from domain.ruleset.cards import CARDS, Card


def _at_once(_: Card) -> bool:
    return False


class StatedChance(Chance):
    """Chance with these numbers by stream, and a deck with these cards at their places."""

    __slots__ = ("late", "numbers", "placed")

    def __init__(
        self, numbers: Mapping[str, Any], placed: Mapping[int, Card], late: Callable[[Card], Any] = _at_once
    ) -> None:
        """Fill the other places with the cards that are left, those last that are `late`."""
        super().__init__(bytes(32), "", 0, ())
        self.numbers, self.placed, self.late = numbers, placed, late

    def stream(self, label: str) -> RandomStream:
        """Return the stream of that name."""
        return _StatedStream(self, label)


class _StatedStream(RandomStream):
    __slots__ = ("_label_text", "_stated")

    def __init__(self, stated: StatedChance, label: str) -> None:
        super().__init__(stated.secret, label)
        self._stated, self._label_text = stated, label

    def below(self, m: int) -> int:
        """Return the stated number. Raises ValueError for a number outside 0..m-1."""
        number = self._stated.numbers.get(self._label_text)
        if type(number) is not int or not 0 <= number < m:
            raise ValueError(f"{self._label_text} gives a number below {m}, not {number!r}")
        return number

    def shuffle(self, items: list[Any]) -> None:
        """Put each stated card in its place. Raises ValueError for a card that is not there, or not so often."""
        rest, placed = sorted(items, key=self._stated.late), self._stated.placed
        for card in placed.values():
            rest.remove(card)
        items[:] = [placed[place] if place in placed else rest.pop(0) for place in range(len(items))]


def placed_cards(dealt: Event, seats: int, size: int, laid: int = 0) -> dict[int, Card]:
    """Return the visible cards of a deal by their places in the deck.

    Hands of `size` cards are dealt card by card from seat 0; then come `laid` cards for the table, and the stock.
    """
    placed: dict[int, Card] = {}
    for part, payload in dealt.sealed.items():
        first, step = (seats * size + laid, 1) if part == TABLE else (int(part), seats)
        cards = payload.stock if part == TABLE else payload.cards
        placed |= {first + step * place: CARDS[code] for place, code in enumerate(cards)}
    return placed
