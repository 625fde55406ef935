"""The table of a round of Doubt, as the server or one viewer knows it: an unknown card is `None`.

The pile [場] is face down, even for the seats that laid its cards. Each card in it records the seat that laid it and
whether it was shown, so that what a seat can be sure of follows from the table (`domain.doubt.knowledge`).
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

from domain.log.moments import Moment
from domain.ruleset.cards import Card

PILE = -1
"""The pile, as a place where a card may be."""


class Laid(NamedTuple):
    """A card in the pile."""

    card: Card | None
    by: int
    "The seat that laid it, and so knows it."
    shown: bool = False
    "All seats have seen it."


class Traced(NamedTuple):
    """A card, known to some seat, that has left a hand or the pile, and the places where it may be now."""

    card: Card
    by: int
    "The seat that held it, and so knows it."
    shown: bool
    "All seats have seen it."
    places: tuple[int, ...]
    "Seats, and `PILE`."


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of the newest play."""

    seat: int
    number: int
    count: int
    version: int
    "Version of the play."


@dataclass(slots=True)
class DoubtTable:
    """A round of Doubt as one viewer knows it."""

    hands: list[list[Card | None]]
    decks: int
    jokers: int
    "Jokers in each deck."
    turn: int
    number: int
    "The number that the cards of the seat in turn are said to have."
    pile: list[Laid] = field(default_factory=list)
    "Bottom first."
    claim: Claim | None = None
    "The newest play; None before the first."
    plays: int = 0
    window: int = 0
    "Version of the play that may be doubted; 0 if no window is open."
    finishing: bool = False
    "That play emptied the hand of its player."
    asked: list[int] = field(default_factory=list)
    "Seats that may doubt it and, as far as the viewer knows, have not declined."
    allowed_from: Moment | None = None
    "The moment from which the next player may close the window; None for at once, or never, as `closable` says."
    closable: bool = False
    "The next player's play closes the window."
    deadline: Moment | None = None
    success: list[int] = field(default_factory=list)
    "Lies caught by each seat."
    out: list[int] = field(default_factory=list)
    "Seats that were eliminated, first one first."
    away: list[Card | None] = field(default_factory=list)
    "Their cards, out of play."
    traced: list[Traced] = field(default_factory=list)
    "Cards that were taken up or drawn, as far as the viewer knows them."
    draws: int = 0
    "How often cards were drawn unseen."
    over: bool = False
    variant: str = "doubt"
    "`doubt`, or `cheat` [チート], in which the next player alone may doubt."

    def following(self, seat: int, out: Collection[int] | None = None) -> int:
        """Return the next seat that is still in; `out` are the others, if a seat goes out in this moment."""
        gone, seats = self.out if out is None else out, len(self.hands)
        others = [(seat + step) % seats for step in range(1, seats)]
        return next((other for other in others if other not in gone), seat)

    def copy(self) -> "DoubtTable":
        """Return an independent table with the same content."""
        return DoubtTable(
            [hand[:] for hand in self.hands],
            self.decks,
            self.jokers,
            self.turn,
            self.number,
            self.pile[:],
            self.claim,
            self.plays,
            self.window,
            self.finishing,
            self.asked[:],
            self.allowed_from,
            self.closable,
            self.deadline,
            self.success[:],
            self.out[:],
            self.away[:],
            self.traced[:],
            self.draws,
            self.over,
            self.variant,
        )

    def stored(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        copy = self.copy()
        return {name: getattr(copy, name) for name in _NAMES} | {
            "pile": [list(laid) for laid in copy.pile],
            "claim": asdict(copy.claim) if copy.claim else None,
            "traced": [[card, by, shown, list(places)] for card, by, shown, places in copy.traced],
        }

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "DoubtTable":
        """Return the table that `stored` describes."""
        lists = {
            "pile": [Laid(*laid) for laid in stored["pile"]],
            "claim": Claim(**stored["claim"]) if stored["claim"] else None,
            "traced": [Traced(card, by, shown, tuple(places)) for card, by, shown, places in stored["traced"]],
        }
        return cls(**{**stored, **lists})


_NAMES = [field.name for field in fields(DoubtTable)]
