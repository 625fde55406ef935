"""The hand of a seat in Doubt: what the seat alone knows, and what table and hands together say of the pile."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.doubt.table import DoubtTable, Traced, stored_traces, traces_from_stored
from domain.ruleset.cards import Card
from domain.ruleset.round_state import RoundState


@dataclass(slots=True)
class DoubtHand:
    """What one seat knows beside the table."""

    cards: list[Card | None]
    "A card is None only where a log withholds it."
    answered: int = 0
    "The window in which the seat has declined; 0 for none."
    laid: dict[int, Card] = field(default_factory=dict)
    "The cards in the pile that it laid and that were not shown, by their places in it."
    traced: list[Traced] = field(default_factory=list)
    "Cards that it held, that were not shown to all, and that others took up or drew."
    away: list[Card | None] = field(default_factory=list)
    "The cards with which it was eliminated."

    def copy(self) -> "DoubtHand":
        """Return an independent hand with the same content."""
        return DoubtHand(self.cards[:], self.answered, self.laid.copy(), self.traced[:], self.away[:])

    def stored(self) -> dict[str, Any]:
        """Return the hand as JSON values."""
        return {
            "cards": self.cards[:],
            "answered": self.answered,
            "laid": [list(one) for one in self.laid.items()],
            "traced": stored_traces(self.traced),
            "away": self.away[:],
        }

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "DoubtHand":
        """Return the hand that `stored` describes."""
        return cls(**{**stored, "laid": dict(stored["laid"]), "traced": traces_from_stored(stored["traced"])})


DoubtState = RoundState[DoubtTable, DoubtHand]


def pile_of(state: DoubtState) -> list[Card | None]:
    """Return the cards of the pile, bottom first; None for each that the viewer does not know."""
    pile = [laid.shown for laid in state.table.pile]
    for hand in state.hands:
        if hand is not None:
            for place, card in hand.laid.items():
                pile[place] = card
    return pile


def lay_down(state: DoubtState, pile: Sequence[Card | None]) -> None:
    """Let the seats that have laid the pile know these cards in it. The state has every hand."""
    for place, (laid, card) in enumerate(zip(state.table.pile, pile, strict=True)):
        hand = state.hands[laid.by]
        if laid.shown is None and card is not None and hand is not None:
            hand.laid[place] = card


def last_cards(state: DoubtState) -> list[Card]:
    """Return the cards of the newest play, in the order in which they were laid, as far as the viewer knows them."""
    pile, claim = pile_of(state), state.table.claim
    count = claim.count if claim else 0
    return [card for card in pile[len(pile) - count :] if card is not None]


def away_from(state: DoubtState) -> list[Card | None]:
    """Return the cards of eliminated seats; None for each that the viewer does not know."""
    known = [card for hand in state.hands if hand is not None for card in hand.away]
    return known + [None] * (state.table.away - len(known))
