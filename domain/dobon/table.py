"""The table of a round of Dobon: what everybody knows of it.

The effects of events on it are in `domain.dobon.evolve`.
"""

from dataclasses import asdict, dataclass, field, fields
from typing import Any

from domain.dobon.events import Direction
from domain.dobon.hand import worth
from domain.log.moments import Moment
from domain.ruleset.cards import CARDS, HIDDEN, RANK, Card, codes

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


@dataclass(slots=True)
class DobonTable:
    """What everybody knows of a round of Dobon."""

    sizes: list[int]
    "By seat: the number of closed cards."
    shown: list[list[Card]]
    "Open cards of each seat [永久公開], ascending: all seats see them until they are played."
    stock: int
    "Cards in the stock."
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
    calls: list[Call] = field(default_factory=list)
    "Calls on the card on top, oldest first."
    window: int = 0
    "Version that the open window asks about; 0 if none is open."
    asked: list[int] = field(default_factory=list)
    "Seats asked by the window that have not called. Some may have answered in secret."
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
    calls_open: bool = True
    "The card on top may still be called."
    laid_open: list[list[str]] | None = None
    "The codes of all hands at the end of the round; None before it."
    opened: list[int] = field(default_factory=list, compare=False)
    "By seat: the sum of `HELD` over its open cards."
    stale: int = field(default=0, compare=False)
    "Mask of the seats whose cards have changed since the next two fields were computed."
    faces: list[list[str]] = field(default_factory=list, compare=False)
    "Each seat's hand in codes as strangers see it. Views share it until it changes."
    open_faces: list[list[str]] = field(default_factory=list, compare=False)
    "The open cards of each hand in codes, in the same way."

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.sizes)

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

    def size(self, seat: int) -> int:
        """Return the number of all cards of a seat, open and closed."""
        return self.sizes[seat] + len(self.shown[seat])

    def next_seat(self, seat: int, steps: int = 1) -> int:
        """Return the seat `steps` further in the direction of play."""
        return (seat + self.direction * steps) % len(self.sizes)

    def __post_init__(self) -> None:
        """Compute the fields that follow from others."""
        if not self.faces:
            self.opened = [worth(shown) for shown in self.shown]
            self.faces = [[] for _ in self.sizes]
            self.open_faces = [[] for _ in self.sizes]
            self.stale = (1 << len(self.sizes)) - 1

    def show(self) -> None:
        """Compute the faces of changed hands. Lists that an earlier view may hold are replaced."""
        self.faces, stale = self.faces[:], self.stale
        while stale:
            seat = (stale & -stale).bit_length() - 1
            stale &= stale - 1
            shown = self.shown[seat]
            if shown or self.open_faces[seat]:
                self.open_faces = [*self.open_faces[:seat], codes(shown), *self.open_faces[seat + 1 :]]
            if self.laid_open is None:
                self.faces[seat] = self.open_faces[seat] + [HIDDEN] * self.sizes[seat]
            else:
                self.faces[seat] = codes(sorted([CARDS[code] for code in self.laid_open[seat]]))
        self.stale = 0

    def copy(self) -> "DobonTable":
        """Return an independent table with the same content."""
        return DobonTable(
            self.sizes[:],
            [shown[:] for shown in self.shown],
            self.stock,
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
            self.calls_open,
            self.laid_open,
            self.opened[:],
            self.stale,
            self.faces[:],
            self.open_faces[:],
        )

    def stored(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        # `asdict` would copy every card by itself.
        copy = self.copy()
        return {name: getattr(copy, name) for name in _NAMES} | {"calls": [asdict(call) for call in copy.calls]}

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "DobonTable":
        """Return the table that `stored` describes."""
        return cls(**{**stored, "calls": [Call(**call) for call in stored["calls"]]})


_NAMES = [one.name for one in fields(DobonTable) if one.compare]
