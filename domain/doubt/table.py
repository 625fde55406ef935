"""The table of a round of Doubt: what everybody knows of it.

The pile [場] is face down, even for the seats that laid its cards. Each card in it records the seat that laid it, and
the card itself once it was shown. So what a seat can be sure of follows from the table and its hand
(`domain.doubt.knowledge`).
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

    by: int
    "The seat that laid it, and so knows it."
    shown: Card | None = None
    "The card, if all seats have seen it."


class Traced(NamedTuple):
    """A card that has left a hand or the pile, and the places where it may be now."""

    number: int
    "Its number among the cards of the round that were taken up or drawn."
    card: Card
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
    """A round of Doubt as everybody knows it."""

    sizes: list[int]
    "By seat: the number of closed cards."
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
    "Seats that may doubt it. Which of them have declined is secret."
    allowed_from: Moment | None = None
    "The moment from which the next player may close the window; None for at once, or never, as `closable` says."
    closable: bool = False
    "The next player's play closes the window."
    deadline: Moment | None = None
    success: list[int] = field(default_factory=list)
    "Lies caught by each seat."
    out: list[int] = field(default_factory=list)
    "Seats that were eliminated, first one first."
    away: int = 0
    "The number of their cards, out of play."
    moved: int = 0
    "The number of cards that were taken up or drawn."
    traced: list[Traced] = field(default_factory=list)
    "Those that all seats have seen."
    draws: int = 0
    "How often cards were drawn unseen."
    over: bool = False
    open_hands: list[list[Card]] = field(default_factory=list)
    "By seat: the hands that are laid open when the round is over."
    variant: str = "doubt"
    "`doubt`, or `cheat` [チート], in which the next player alone may doubt."

    def following(self, seat: int, out: Collection[int] | None = None) -> int:
        """Return the next seat that is still in; `out` are the others, if a seat goes out in this moment."""
        gone, seats = self.out if out is None else out, len(self.sizes)
        others = [(seat + step) % seats for step in range(1, seats)]
        return next((other for other in others if other not in gone), seat)

    def copy(self) -> "DoubtTable":
        """Return an independent table with the same content."""
        return DoubtTable(
            self.sizes[:],
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
            self.away,
            self.moved,
            self.traced[:],
            self.draws,
            self.over,
            [hand[:] for hand in self.open_hands],
            self.variant,
        )

    def stored(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        copy = self.copy()
        return {name: getattr(copy, name) for name in _NAMES} | {
            "pile": [list(laid) for laid in copy.pile],
            "claim": asdict(copy.claim) if copy.claim else None,
            "traced": stored_traces(copy.traced),
        }

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "DoubtTable":
        """Return the table that `stored` describes."""
        lists = {
            "pile": [Laid(*laid) for laid in stored["pile"]],
            "claim": Claim(**stored["claim"]) if stored["claim"] else None,
            "traced": traces_from_stored(stored["traced"]),
        }
        return cls(**{**stored, **lists})


def stored_traces(traced: list[Traced]) -> list[list[Any]]:
    """Return traced cards as JSON values."""
    return [[number, card, list(places)] for number, card, places in traced]


def traces_from_stored(stored: list[list[Any]]) -> list[Traced]:
    """Return the traced cards that `stored` describes."""
    return [Traced(number, card, tuple(places)) for number, card, places in stored]


_NAMES = [field.name for field in fields(DoubtTable)]
