"""The events of one command, built one by one: their effect on the round, draws, finished seats, and the seat that is
asked next.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import UNSET, UnsetType

from domain.beating.events import AskedPhase, Asks, CardsDrawn, DefenceEnded, How, Reason, RoundEnded, SeatOut
from domain.beating.hand import BeatingState, stock_of
from domain.log.events import Event, Part
from domain.log.moments import Moment
from domain.ruleset.cards import SUITS, Card, SuitLetter, codes
from domain.ruleset.parts import Cards
from domain.ruleset.ruleset import Options
from domain.ruleset.time_limits import turn_deadline

TAKEN: How = "taken"
BEATEN: How = "beaten"
"""The two ends of a defence."""


class AppliesEvents(Protocol):
    """A game that changes its rounds by events."""

    def apply(self, state: BeatingState, event: Event) -> None:
        """Apply an event to the state."""


class RoundEvents:
    """The events of one command, and the server's state of the round after them. Nothing is recorded here."""

    def __init__(self, game: AppliesEvents, state: BeatingState, options: Options, now: Moment) -> None:
        self.game = game
        self.state, self.options, self.now = state.copy(), options, now
        self.table = self.state.table
        self.events: list[Event] = []

    def happens(self, public: Part, sealed: dict[str, Part] | None = None) -> None:
        """Add an event and apply it."""
        event = Event(public, sealed or {})
        self.game.apply(self.state, event)
        self.events.append(event)

    def asks(self, phase: AskedPhase, seat: int, limit: int | UnsetType = UNSET) -> list[Event]:
        """Ask the seat, with the last event, and return all events of the command."""
        deadline = turn_deadline(self.options, self.now)
        self.events[-1].public.asks = Asks(phase=phase, seat=seat, deadline=deadline, limit=limit)
        return self.events

    def ends_defence(self, seat: int, how: How, taken: Sequence[Card]) -> None:
        """Clear the table: `taken` go to the defender's hand, the other cards out of play.

        Rulebook 0.5: `stall` counts takes in a row. A card that goes out of play, a draw and a seat that is done set it
        to 0.
        """
        discarded = [card for card in self.table.lying() if card not in taken]
        idle = how == TAKEN and not discarded
        stall = self.table.stall + 1 if idle else 0
        self.happens(DefenceEnded(seat=seat, how=how, taken=codes(taken), discarded=codes(discarded), stall=stall))

    @property
    def stock(self) -> list[Card]:
        """The stock, whose next card is the last. Only the server makes events, and it knows every card."""
        return stock_of(self.state)  # type: ignore[return-value]

    def draws(self, seat: int, size: int) -> None:
        """Let the seat draw up to a hand of that size, as far as the stock lasts."""
        stock = self.stock
        count = min(size - self.table.sizes[seat], len(stock))
        if count <= 0:
            return
        drawn = stock[: -count - 1 : -1]
        shown = [card for card in drawn if card in self.table.seen]
        public = CardsDrawn(seat=seat, count=count, stock=len(stock) - count, shown=codes(shown))
        self.happens(public, {str(seat): Cards(codes(drawn))})

    def goes_out(self, seats: Iterable[int]) -> list[int]:
        """Return those of the seats that are done, because they have no cards and none is left to draw."""
        gone = [seat for seat in seats if not self.table.sizes[seat]]
        for seat in gone:
            self.happens(SeatOut(seat=seat, place=len(self.table.out) + 1))
        return gone

    def stalled(self) -> bool:
        """Rulebook 0.5: tell whether the round is given up after too many takes in a row without progress."""
        limit: int = self.options["stall_limit"]
        return 0 < limit <= self.table.stall

    def ends(
        self,
        reason: Reason,
        ranks: Sequence[int | None],
        losers: Sequence[int] = (),
        points: Sequence[int] | None = None,
    ) -> list[Event]:
        """End the round with every hand laid open. Losing costs a point, unless other points are given."""
        first = [seat for seat, rank in enumerate(ranks) if rank == 1]
        public = RoundEnded(
            winner=first[0] if len(first) == 1 else None, losers=list(losers), reason=reason,
            points=[-(seat in losers) for seat in range(len(ranks))] if points is None else list(points),
            ranks=list(ranks), hands=[codes(sorted(self.state.held(seat))) for seat in range(len(ranks))],
        )  # fmt: skip
        self.happens(public)
        return self.events

    def places(self, shared: Iterable[int] = ()) -> list[int | None]:
        """Return the place of every seat: in the order in which seats were done, then those still in.

        The `shared` seats all have the best of their places.
        """
        order = [*self.table.out, *self.table.left()]
        alike = {*shared, *self.table.left()}
        best = min((order.index(seat) for seat in alike), default=0)
        return [1 + (best if seat in alike else order.index(seat)) for seat in range(len(order))]


def suit_letter(suit: int) -> SuitLetter:
    """Return a suit as it is on the wire."""
    return SUITS[suit]
