"""The hand of a seat in a round of a beating game, and the state of such a round."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domain.beating.table import BeatingTable
from domain.ruleset.cards import Card
from domain.ruleset.round_state import RoundState


@dataclass(slots=True)
class BeatingHand:
    """What one seat knows beside the table: its cards."""

    cards: list[Card | None]
    "In the order in which they came. A card is None only where a log withholds it."

    def held(self) -> list[Card]:
        """Return the known cards: all, unless a log withholds some."""
        return [card for card in self.cards if card is not None]

    def lay(self, cards: Iterable[Card]) -> None:
        """Remove cards that everybody now sees. Raises ValueError if the hand cannot have them."""
        for card in cards:
            self.cards.remove(card if card in self.cards else None)

    def copy(self) -> "BeatingHand":
        """Return an independent hand with the same content."""
        return BeatingHand(self.cards[:])

    def stored(self) -> dict[str, Any]:
        """Return the hand as JSON values."""
        return {"cards": self.cards[:]}

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "BeatingHand":
        """Return the hand that `stored` describes."""
        return cls(stored["cards"])


BeatingState = RoundState[BeatingTable, BeatingHand]


def stock_of(state: BeatingState) -> list[Card | None]:
    """Return the stock as far as the viewer of the state knows it, the next card last. It must not be changed."""
    return state.table.stock if state.deck is None else state.deck
