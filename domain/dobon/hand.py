"""The hand of a seat in a round of Dobon: what it knows beside the table."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.dobon.waits import HELD
from domain.ruleset.cards import Card, SuitLetter


class Opening(NamedTuple):
    """An answer to a flip that lays cards on it, held until everybody has answered."""

    version: int
    "Version of the answer: the first one opens the round."
    cards: list[Card]
    suit: SuitLetter
    "Suit that would be in force, as its letter."


@dataclass(slots=True)
class DobonHand:
    """What one seat knows beside the table."""

    cards: list[Card | None]
    "Closed cards in the order in which they came. A card is None only where a log withholds it."
    drawn: Card | None = None
    "The card that it has drawn and may still play; None if there is none."
    answered: int = 0
    "The window that it has answered in secret; 0 for none."
    opening: Opening | None = None
    "That answer, if it lays cards on a flip."
    held: int = field(default=-1, compare=False)
    "The sum of `HELD` over the closed cards."
    face: list[str] | None = field(default=None, compare=False)
    "The codes of all its cards as views of the seat show them; None since they have changed."

    def __post_init__(self) -> None:
        """Compute the field that follows from the cards."""
        if self.held < 0:
            self.held = worth(self.cards)

    def take(self, cards: list[Card | None]) -> None:
        """Add cards."""
        self.cards += cards
        for card in cards:
            if card is not None:
                self.held += HELD[card]
        self.face = None

    def lay(self, card: Card) -> None:
        """Remove a closed card that everybody now sees. Raises ValueError if the hand cannot have it."""
        if card in self.cards:
            self.cards.remove(card)
            self.held -= HELD[card]
        else:
            self.cards.remove(None)
        self.face = None

    def copy(self) -> "DobonHand":
        """Return an independent hand with the same content."""
        return DobonHand(self.cards[:], self.drawn, self.answered, self.opening, self.held, self.face)

    def stored(self) -> dict[str, Any]:
        """Return the hand as JSON values."""
        opening = None if self.opening is None else list(self.opening)
        return {"cards": self.cards[:], "drawn": self.drawn, "answered": self.answered, "opening": opening}

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "DobonHand":
        """Return the hand that `stored` describes."""
        opening = None if stored["opening"] is None else Opening(*stored["opening"])
        return cls(**{**stored, "opening": opening})


def worth(cards: Iterable[Card | None]) -> int:
    """Return the sum of `HELD` over known cards."""
    return sum([HELD[card] for card in cards if card is not None])
