"""The state of a round: what everybody knows, what each seat knows beside it, and the stock.

The server has every hand and the stock, a player one hand, spectators none. The same code serves them all: of a hand
that a viewer does not have, the table says the number of cards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self

from typing_extensions import TypeVar

from domain.log.events import SERVER, Viewer
from domain.ruleset.cards import Card


class Table(Protocol):
    """What everybody knows of a round. Only public parts of events change it, so it holds no hidden card."""

    sizes: list[int]
    "By seat: the number of closed cards."

    @property
    def over(self) -> bool:
        """The round is over."""

    def copy(self) -> Self:
        """Return an independent table with the same content."""

    def stored(self) -> dict[str, Any]:
        """Return the table as JSON values."""

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> Self:
        """Return the table that `stored` describes."""


class Hand(Protocol):
    """What one seat knows beside the table. Public parts of events and the seat's own parts change it."""

    cards: list[Card | None]
    "Closed cards in the order in which they came. A card is None only where a log withholds it."

    def copy(self) -> Self:
        """Return an independent hand with the same content."""

    def stored(self) -> dict[str, Any]:
        """Return the hand as JSON values."""

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> Self:
        """Return the hand that `stored` describes."""


TableT = TypeVar("TableT", bound=Table, default=Any)
HandT = TypeVar("HandT", bound=Hand, default=Any)


@dataclass(slots=True)
class RoundState(Generic[TableT, HandT]):
    """A round, as the server or one viewer knows it."""

    table: TableT
    hands: list[HandT | None]
    "By seat; None for a hand that the viewer does not have."
    deck: list[Card | None] | None = None
    "The stock, whose next card is the last; None for a viewer who knows only what the table says of it."

    def cards(self, seat: int) -> list[Card | None]:
        """Return the closed cards of a seat, None for each that the viewer does not know. It must not be changed."""
        hand = self.hands[seat]
        return [None] * self.table.sizes[seat] if hand is None else hand.cards

    def open_hand(self, seat: int, make: Callable[[list[Card | None]], HandT]) -> HandT:
        """Return the hand of a seat of which the viewer learns something: if it had none, one of unknown cards."""
        hand = self.hands[seat]
        if hand is None:
            hand = self.hands[seat] = make(self.cards(seat))
        return hand

    def held(self, seat: int) -> list[Card]:
        """Return the closed cards of a seat that the viewer knows."""
        hand = self.hands[seat]
        return [] if hand is None else [card for card in hand.cards if card is not None]

    def seen_by(self, viewer: Viewer) -> "RoundState[TableT, HandT]":
        """Return the state as the viewer knows it. It shares the table and the hands, so it must not be changed."""
        if viewer == SERVER:
            return self
        everybody = self.table.over  # the hands are laid open
        return RoundState(
            self.table, [hand if everybody or seat == viewer else None for seat, hand in enumerate(self.hands)]
        )

    def copy(self) -> "RoundState[TableT, HandT]":
        """Return an independent state with the same content."""
        return RoundState(
            self.table.copy(),
            [None if hand is None else hand.copy() for hand in self.hands],
            None if self.deck is None else self.deck[:],
        )

    def stored(self) -> dict[str, Any]:
        """Return the state as JSON values."""
        return {
            "table": self.table.stored(),
            "hands": [None if hand is None else hand.stored() for hand in self.hands],
            "deck": None if self.deck is None else self.deck[:],
        }

    @classmethod
    def from_stored(cls, stored: dict[str, Any], table: type[TableT], hand: type[HandT]) -> "RoundState[TableT, HandT]":
        """Return the state that `stored` describes, of a family with these classes."""
        hands = [None if one is None else hand.from_stored(one) for one in stored["hands"]]
        return cls(table.from_stored(stored["table"]), hands, stored["deck"])
