"""The table of a round of Dobon, and how each event changes it.

One table serves the server and every viewer: where the viewer does not know a card there is `None`. Nothing here is a rule; events carry
their consequences.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from domain.cards import CARDS, RANK, SUIT, SUITS, Card
from domain.events import TABLE, Event
from domain.times import Moment

NOBODY = -1
"""Owner of the initial card."""


@dataclass(slots=True)
class Call:
    """A call [ドボンコール] or counter [ドボン返し] on the card that is on top."""

    seat: int
    on: int
    "Version of the play, or of the call, that it answers."
    kind: str
    "`call` or `counter`."
    valid: bool
    version: int
    hand: list[str] | None
    "Codes; None where a false call was not shown."
    formulas: list[str]


@dataclass(slots=True)
class DobonTable:
    """A round of Dobon as one viewer knows it."""

    hands: list[list[Card | None]]
    "Closed cards of each seat."
    shown: list[list[Card]]
    "Open cards of each seat [永久公開]: everybody sees them until they are played."
    stock: list[Card | None]
    "The next card to draw is the last."
    pile: list[Card]
    "Bottom first; the last is the top."
    top_version: int
    "Version of the event that laid the top: what a call names."
    top_owner: int
    "The seat that laid the top, or NOBODY."
    suit: int
    "Suit in force."
    turn: int
    direction: int = 1
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
    "Version that the open window asks about; 0 where none is open."
    asked: list[int] = field(default_factory=list)
    "Seats asked by the window that, as far as the viewer knows, have not answered."
    deadline: Moment | None = None
    cover_from: Moment | None = None
    "Nobody may cover the top before this."
    idle: int = 0
    "Turns in a row that could draw nothing."
    reshuffles: int = 0
    over: bool = False

    @property
    def top(self) -> Card:
        """The card on top of the pile."""
        return self.pile[-1]

    @property
    def standing(self) -> Call | None:
        """The call that stands: the last true one on this card."""
        for call in reversed(self.calls):
            if call.valid:
                return call
        return None

    def hand(self, seat: int) -> list[Card | None]:
        """All cards of a seat, open and closed."""
        return [*self.hands[seat], *self.shown[seat]]

    def copy(self) -> "DobonTable":
        """A table of its own with the same content."""
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
            self.cover_from,
            self.idle,
            self.reshuffles,
            self.over,
        )

    def stored(self) -> dict[str, Any]:
        """The table as JSON values of its own."""
        # `asdict` would copy every card by itself.
        copy = self.copy()
        return {name: getattr(copy, name) for name in _NAMES} | {"calls": [asdict(call) for call in copy.calls]}

    @classmethod
    def from_stored(cls, stored: dict[str, Any]) -> "DobonTable":
        """The table of what `stored` gave."""
        return cls(**{**stored, "calls": [Call(**call) for call in stored["calls"]]})


_NAMES = [field.name for field in fields(DobonTable)]


def lay(event: Event, seats: int) -> DobonTable:
    """The table after `round-dealt`."""
    public = event.public
    top = CARDS[public["top"]]
    hands = [_known(event, str(seat), "cards", public["hand_size"]) for seat in range(seats)]
    table = DobonTable(
        hands=hands,
        shown=[[] for _ in range(seats)],
        stock=_known(event, TABLE, "stock", public["stock"])[::-1],
        pile=[top],
        top_version=event.version,
        top_owner=NOBODY,
        suit=SUIT[top],
        turn=public["turn"],
    )
    _timing(table, public)
    _ask(table, event.version, public)
    return table


def apply(table: DobonTable, event: Event) -> None:
    """Fold one event of the round into the table."""
    _APPLY[event.type](table, event)


def _known(event: Event, part: str, name: str, count: int) -> list[Card | None]:
    """Cards of a sealed part, or as many unknown ones."""
    payload = event.sealed.get(part)
    if payload is None:
        return [None] * count
    return [CARDS[code] for code in payload[name]]


def _timing(table: DobonTable, public: dict[str, Any]) -> None:
    table.deadline = public["deadline"]
    table.cover_from = public.get("cover_from")


def _ask(table: DobonTable, on: int, public: dict[str, Any]) -> None:
    table.asked = list(public.get("asked", ()))
    table.window = on if table.asked else 0


def _take(table: DobonTable, seat: int, card: Card) -> None:
    """Remove a card that everybody now sees from wherever the viewer had it."""
    if card in table.shown[seat]:
        table.shown[seat].remove(card)
        return
    hand = table.hands[seat]
    hand.remove(card if card in hand else None)


def _cards_played(table: DobonTable, event: Event) -> None:
    public = event.public
    seat = public["seat"]
    for code in public["cards"]:
        card = CARDS[code]
        _take(table, seat, card)
        table.pile.append(card)
    table.top_version = event.version
    table.top_owner = seat
    table.suit = SUITS.index(public["suit"])
    table.turn = public["turn"]
    table.direction = public["direction"]
    pending = public["pending"]
    table.pending_rank, table.pending_draw = (pending["rank"], pending["draw"]) if pending else (0, 0)
    table.first_turn = table.may_play = False
    table.drawn = None
    table.idle = 0
    if table.calls:
        table.calls = []
    table.deadline = public["deadline"]
    table.cover_from = public["cover_from"]
    if public["asked"]:
        _ask(table, event.version, public)


def _cards_drawn(table: DobonTable, event: Event) -> None:
    public = event.public
    seat, count = public["seat"], public["count"]
    cards = _known(event, str(seat), "cards", count)
    if count:
        del table.stock[-count:]
    table.hands[seat].extend(cards)
    table.deadline = public["deadline"]
    if public["why"] == "false-call":
        return
    table.turn = public["turn"]
    table.idle = 0 if count else table.idle + (table.turn != seat)
    table.first_turn = False
    table.pending_rank = table.pending_draw = 0
    table.may_play = public["may_play"]
    table.drawn = cards[0] if table.may_play else None


def _passed(table: DobonTable, event: Event) -> None:
    table.turn = event.public["turn"]
    table.deadline = event.public["deadline"]
    table.first_turn = table.may_play = False
    table.drawn = None


def _hand_opened(table: DobonTable, event: Event) -> None:
    public = event.public
    _open(table, public["seat"], public["cards"])
    table.turn = public["turn"]
    table.deadline = public["deadline"]
    table.first_turn = False
    table.pending_rank = table.pending_draw = 0


def _open(table: DobonTable, seat: int, codes: list[str]) -> None:
    """Everybody sees these cards of the seat from now on; they are the whole closed hand."""
    table.hands[seat] = []
    table.shown[seat] = sorted({*table.shown[seat], *(CARDS[code] for code in codes)})


def _stock_reshuffled(table: DobonTable, event: Event) -> None:
    below = _known(event, TABLE, "cards", event.public["count"])[::-1]
    table.stock = below + table.stock
    table.pile = [table.top]
    table.reshuffles += 1


def _dobon_called(table: DobonTable, event: Event) -> None:
    public = event.public
    seat, hand = public["seat"], public["hand"]
    table.calls.append(
        Call(seat, public["on"], public["kind"], public["valid"], event.version, hand, public["formulas"]),
    )
    if hand is not None:
        _open(table, seat, hand)
    if public["valid"]:
        _ask(table, event.version, public)
        _timing(table, public)
    elif seat in table.asked:
        table.asked.remove(seat)


def _call_declined(table: DobonTable, event: Event) -> None:
    for part, answer in event.sealed.items():
        if answer["declined"]:
            table.asked.remove(int(part))


def _window_closed(table: DobonTable, event: Event) -> None:
    table.window = 0
    table.asked = []
    table.deadline = event.public["deadline"]


def _round_ended(table: DobonTable, event: Event) -> None:
    table.hands = [[CARDS[code] for code in hand] for hand in event.public["hands"]]
    table.shown = [[] for _ in table.hands]
    table.over = True
    table.window = 0
    table.asked = []
    table.pending_rank = table.pending_draw = 0
    table.may_play = False
    table.drawn = table.deadline = table.cover_from = None


_APPLY: dict[str, Callable[[DobonTable, Event], None]] = {
    "cards-played": _cards_played,
    "cards-drawn": _cards_drawn,
    "passed": _passed,
    "hand-opened": _hand_opened,
    "stock-reshuffled": _stock_reshuffled,
    "dobon-called": _dobon_called,
    "call-declined": _call_declined,
    "window-closed": _window_closed,
    "round-ended": _round_ended,
}


def ranks(cards: list[Card | None]) -> list[int]:
    """The numbers of known cards."""
    return [RANK[card] for card in cards if card is not None]
