"""The course of one command, told event by event: what a card does to the table, who draws, who is done, who is asked next."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from domain.beating.table import BeatingTable
from domain.cards import SUITS, Card, codes
from domain.deadlines import turn_deadline
from domain.events import Event, Payload
from domain.moments import Moment
from domain.ruleset import Options

TAKEN = "taken"
BEATEN = "beaten"
"""How a defence ends."""


class AppliesEvents(Protocol):
    """A game that changes its tables by events."""

    def apply(self, table: BeatingTable, event: Event) -> None:
        """Apply an event to the table."""


class RoundEvents:
    """Events of one command, and the server's table as it becomes with each of them. Nothing is recorded here."""

    def __init__(self, game: AppliesEvents, table: BeatingTable, options: Options, now: Moment) -> None:
        self.game = game
        self.table, self.options, self.now = table.copy(), options, now
        self.events: list[Event] = []

    def happens(self, kind: str, public: Payload, sealed: dict[str, Payload] | None = None) -> None:
        """One more event, and what it does to the table."""
        event = Event(kind, public, sealed or {})
        self.game.apply(self.table, event)
        self.events.append(event)

    def asks(self, phase: str, seat: int, **limit: int) -> list[Event]:
        """The seat is asked, with the last event; all events of the command."""
        deadline = turn_deadline(self.options, self.now)
        self.events[-1].public["asks"] = {"phase": phase, "seat": seat, "deadline": deadline, **limit}
        return self.events

    def ends_defence(self, seat: int, how: str, taken: Sequence[Card]) -> None:
        """The table is cleared: `taken` go to the defender's hand, the other cards out of play.

        Rulebook 0.5: a take that comes to nothing counts, once nobody can draw.
        """
        discarded = [card for card in self.table.lying() if card not in taken]
        idle = how == TAKEN and not discarded and not self.table.stock
        public = {
            "seat": seat, "how": how, "taken": codes(taken), "discarded": codes(discarded),
            "stall": self.table.stall + 1 if idle else 0,
        }  # fmt: skip
        self.happens("defence-ended", public)

    def draws(self, seat: int, size: int) -> None:
        """The seat draws up to a hand of that size, as far as the stock goes."""
        stock = self.table.stock
        count = min(size - len(self.table.hands[seat]), len(stock))
        if count <= 0:
            return
        # Only the server draws, and the server knows every card of the stock.
        drawn: list[Card] = stock[: -count - 1 : -1]  # type: ignore[assignment]
        shown = [card for card in drawn if card in self.table.seen]
        public = {"seat": seat, "count": count, "stock": len(stock) - count, "shown": codes(shown)}
        self.happens("cards-drawn", public, {str(seat): {"cards": codes(drawn)}})

    def goes_out(self, seats: Iterable[int]) -> list[int]:
        """Of the seats those without cards are done, where there is no card left to draw; gives them."""
        gone = [seat for seat in seats if not self.table.hands[seat] and not self.table.stock]
        for seat in gone:
            self.happens("seat-out", {"seat": seat, "place": len(self.table.out) + 1})
        return gone

    def stalled(self) -> bool:
        """Rulebook 0.5: have so many takes in a row come to nothing that the round is given up?"""
        limit: int = self.options["stall_limit"]
        return 0 < limit <= self.table.stall

    def ends(
        self, reason: str, ranks: Sequence[int | None], losers: Sequence[int] = (), points: Sequence[int] | None = None
    ) -> list[Event]:
        """The round is over and every hand laid open. Losing costs a point, unless other points are given."""
        first = [seat for seat, rank in enumerate(ranks) if rank == 1]
        public: Payload = {
            "winner": first[0] if len(first) == 1 else None, "losers": list(losers), "reason": reason,
            "points": [-(seat in losers) for seat in range(len(ranks))] if points is None else list(points),
            "ranks": list(ranks), "hands": [codes(sorted(self.table.held(seat))) for seat in range(len(ranks))],
        }  # fmt: skip
        self.happens("round-ended", public)
        return self.events

    def places(self, shared: Iterable[int] = ()) -> list[int | None]:
        """The place of every seat: in the order in which they were done, then those still in; `shared` all have the best of theirs."""
        order = [*self.table.out, *self.table.left()]
        alike = {*shared, *self.table.left()}
        best = min((order.index(seat) for seat in alike), default=0)
        return [1 + (best if seat in alike else order.index(seat)) for seat in range(len(order))]


def suit_letter(suit: int | None) -> str | None:
    """A suit on the wire."""
    return None if suit is None else SUITS[suit]
