"""The table of a round of Dobon, as the server or one viewer knows it: an unknown card is `None`.

The effects of events on it are in `domain.dobon.evolve`.
"""

from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

from domain.dobon.events import Direction
from domain.log.moments import Moment
from domain.ruleset.cards import CODES, RANK, Card, SuitLetter

NOBODY = -1
"""Owner of a card that no seat played: the first card of a round, or one that the dealer turned up."""


@dataclass(slots=True)
class Call:
    """A call [ドボンコール], counter [ドボン返し] or ippatsu-dobon [一発ドボン] on the card on top."""

    seat: int
    on: int
    "Version of the play, of the flip or of the call, that it answers."
    kind: str
    "`call`, `counter` or `ippatsu`."
    valid: bool
    version: int
    hand: list[str] | None
    "Codes; None if a false call was not shown."
    formulas: list[str]


class Opening(NamedTuple):
    """An answer to a flip that lays cards on it, held until everybody has answered."""

    seat: int
    cards: list[Card]
    suit: SuitLetter
    "Suit that would be in force, as its letter."


@dataclass(slots=True)
class DobonTable:
    """A round of Dobon as one viewer knows it."""

    hands: list[list[Card | None]]
    "Closed cards of each seat."
    shown: list[list[Card]]
    "Open cards of each seat [永久公開]: all seats see them until they are played."
    stock: list[Card | None]
    "The next card to draw is the last."
    pile: list[Card]
    "Bottom first; the last is the top. Empty before the first flip."
    top_version: int
    "Version of the event that laid the top: what a call names."
    top_owner: int
    "The seat that laid the top, or NOBODY."
    suit: int
    "Suit in force."
    turn: int
    direction: Direction = 1
    first_turn: bool = True
    pending_rank: int = 0
    "2 or 13 while its effect has not been taken, else 0; the seat in turn is its target."
    pending_draw: int = 0
    may_play: bool = False
    "The seat in turn has drawn and may still play that card (`play_after_draw`)."
    drawn: Card | None = None
    "The card it drew."
    calls: list[Call] = field(default_factory=list)
    "Calls on the card on top, oldest first."
    window: int = 0
    "Version that the open window asks about; 0 if none is open."
    asked: list[int] = field(default_factory=list)
    "Seats asked by the window that, as far as the viewer knows, have not answered."
    deadline: Moment | None = None
    allowed_from: Moment | None = None
    "No seat may cover the top before this."
    idle: int = 0
    "Number of turns in a row that could draw nothing."
    reshuffles: int = 0
    over: bool = False
    dealer: int = NOBODY
    "The seat that turns cards up until the round is opened; NOBODY if a round begins with a card on the table."
    opening: bool = False
    "No seat has laid a card yet; the top, if there is one, was turned up by the dealer."
    openings: list[Opening] = field(default_factory=list)
    "Answers to the flip that lay cards on it, the first one first, as far as the viewer knows."
    calls_open: bool = True
    "The card on top may still be called."
    faces: list[list[str]] = field(default_factory=list, compare=False)
    "Each seat's hand in codes as views show it. Views share it until it changes."
    open_faces: list[list[str]] = field(default_factory=list, compare=False)
    "The open cards of each hand in codes, in the same way."
    changed: set[int] = field(default_factory=set, compare=False)
    "Seats whose cards have changed since their hands were last shown."

    @property
    def top(self) -> Card:
        """The card on top of a pile that is not empty."""
        return self.pile[-1]

    @property
    def number(self) -> int:
        """The number of the card on top; 0 for a joker, or for an empty pile."""
        return RANK[self.pile[-1]] if self.pile else 0

    @property
    def standing(self) -> Call | None:
        """The call that stands: the last true one on this card."""
        for call in reversed(self.calls):
            if call.valid:
                return call
        return None

    def hand(self, seat: int) -> list[Card | None]:
        """Return all cards of a seat, open and closed."""
        return [*self.hands[seat], *self.shown[seat]]

    def hand_codes(self, seat: int) -> list[str]:
        """Return the codes of a seat's whole hand, as far as the viewer knows it, in the order of the deck."""
        return [CODES[card] for card in sorted(card for card in self.hand(seat) if card is not None)]

    def next_seat(self, seat: int, steps: int = 1) -> int:
        """Return the seat `steps` further in the direction of play."""
        return (seat + self.direction * steps) % len(self.hands)

    def __post_init__(self) -> None:
        """Let the first view show every hand."""
        if not self.faces:
            self.faces = [[] for _ in self.hands]
            self.open_faces = [[] for _ in self.hands]
            self.changed = {*range(len(self.hands))}

    def copy(self) -> "DobonTable":
        """Return an independent table with the same content."""
        return DobonTable(
            [hand[:] for hand in self.hands],
            [hand[:] for hand in self.shown],
            self.stock[:],
            self.pile[:],
            self.top_version,
            self.top_owner,
            self.suit,
            self.turn,
            self.direction,
            self.first_turn,
            self.pending_rank,
            self.pending_draw,
            self.may_play,
            self.drawn,
            self.calls[:],
            self.window,
            self.asked[:],
            self.deadline,
            self.allowed_from,
            self.idle,
            self.reshuffles,
            self.over,
            self.dealer,
            self.opening,
            self.openings[:],
            self.calls_open,
            self.faces[:],
            self.open_faces[:],
            self.changed.copy(),
        )

    def stored(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        # `asdict` would copy every card by itself.
        copy = self.copy()
        lists = {"calls": [asdict(call) for call in copy.calls], "openings": [list(answer) for answer in copy.openings]}
        return {name: getattr(copy, name) for name in _NAMES} | lists

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "DobonTable":
        """Return the table that `stored` describes, also from an older version that had fewer fields."""
        calls = [Call(**call) for call in stored["calls"]]
        openings = [Opening(*answer) for answer in stored.get("openings", ())]
        return cls(**{**stored, "calls": calls, "openings": openings})


_SHOWN = ("faces", "open_faces", "changed")
_NAMES = [field.name for field in fields(DobonTable) if field.name not in _SHOWN]


def ranks(cards: list[Card | None]) -> list[int]:
    """Return the numbers of known cards; 0 for a joker."""
    return [RANK[card] for card in cards if card is not None]
