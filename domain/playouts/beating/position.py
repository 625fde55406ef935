"""The state of a round of a beating game of which all cards are known, in integers, changed in place.

Which seat laid an attack, what is known of whose hand and which cards are out of play are not kept, because no rule
depends on them. There is no clock.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Self

from domain.beating.hand import BeatingState, stock_of
from domain.beating.table import OVER
from domain.playouts.beating.relation import beaters
from domain.ruleset.actions import Action, Beat
from domain.ruleset.cards import Card, cards_of, mask_of
from domain.ruleset.ruleset import Options

NOBODY = -1


class BeatingPosition(ABC):
    """A round of a beating game. Masks of cards have bit `n` for card `n`."""

    __slots__ = (
        "aces", "beaters", "count", "emptied", "follow_suit", "hands", "limit", "losers", "lying", "options", "out", "over",
        "phase", "points", "random", "reason", "seats", "stall", "stock", "trump", "turn", "unbeaten", "winner",
    )  # fmt: skip

    key: ClassVar[str]
    size: ClassVar[int]
    "Hands are filled up to this number of cards."
    names: ClassVar[tuple[str, ...]]
    "Names of all fields."

    def __init_subclass__(cls) -> None:
        cls.names = tuple(name for kind in cls.__mro__ for name in getattr(kind, "__slots__", ()))

    def __init__(self, state: BeatingState, options: Options, random: int, *, fresh: bool = False) -> None:  # noqa: ARG002 - nothing is called
        """Take a state that knows every card, such as a sampled world; `random` seeds the playout."""
        table = state.table
        self.options, self.random = options, random
        self.seats = len(state.hands)
        self.hands = [mask_of(state.cards(seat)) for seat in range(self.seats)]
        self.stock: list[Card] = stock_of(state)[:]  # type: ignore[assignment]
        "The next card to draw is the last."
        self.trump, self.aces, self.follow_suit = table.trump, table.aces, table.follow_suit
        self.beaters = beaters(self.key, self.trump, self.aces, self.follow_suit)
        "For each attack card the mask of the cards that beat it."
        self.unbeaten, self.lying = mask_of(table.unbeaten()), mask_of(table.lying())
        "Masks of the attacks that are not beaten, and of all cards on the table."
        self.count = len(table.attacks)
        "Number of attack cards on the table."
        self.phase, self.turn, self.limit = table.phase, table.turn, table.limit
        self.emptied, self.out, self.stall = table.emptied[:], table.out[:], table.stall
        self.over, self.reason = table.phase == OVER, ""
        self.winner, self.losers, self.points = NOBODY, list[int](), [0] * self.seats

    def copy(self) -> Self:
        """Return an independent position with the same content, random numbers included."""
        other = object.__new__(type(self))
        for name in self.names:
            setattr(other, name, getattr(self, name))
        other.hands, other.stock = self.hands[:], self.stock[:]
        other.emptied, other.out = self.emptied[:], self.out[:]
        return other

    # Each game

    @abstractmethod
    def actions(self, seat: int) -> Sequence[Action]:
        """Return the seat's legal actions, as the rules list them."""

    @abstractmethod
    def act(self, seat: int, action: Action | None) -> None:
        """Perform a legal action; None does nothing."""

    @abstractmethod
    def play_out(self, limit: int = 100_000) -> int:
        """Play to the end of the round by the default policy, or for at most `limit` decisions; return their number."""

    # Cards and seats

    def left(self) -> list[int]:
        """Return the seats that are still in."""
        return [seat for seat in range(self.seats) if seat not in self.out]

    def following(self, seat: int) -> int:
        """Return the next seat that is still in; the seat itself if there is no other."""
        other, out = (seat + 1) % self.seats, self.out
        while other in out and other != seat:
            other = (other + 1) % self.seats
        return other

    def lay_down(self, seat: int, cards: int) -> None:
        """Move cards from a hand to the table."""
        self.hands[seat] &= ~cards
        self.lying |= cards
        if not self.hands[seat] and seat not in self.emptied:
            self.emptied.append(seat)

    def attack(self, seat: int, cards: int) -> None:
        """Lay cards as attacks."""
        self.lay_down(seat, cards)
        self.unbeaten |= cards
        self.count += cards.bit_count()

    def end_defence(self, seat: int, taken: int, *, take: bool) -> None:
        """Clear the table: `taken` go to the defender, the other cards out of play."""
        idle = take and taken == self.lying
        self.stall = self.stall + 1 if idle else 0
        self.unbeaten = self.lying = self.count = 0
        self.hands[seat] |= taken
        if taken and seat in self.emptied:
            self.emptied.remove(seat)

    def draw(self, seat: int) -> None:
        """Draw up to a full hand, as far as the stock lasts."""
        stock, hand = self.stock, self.hands[seat]
        count = min(self.size - hand.bit_count(), len(stock))
        if count <= 0:
            return
        for _ in range(count):
            hand |= 1 << stock.pop()
        self.hands[seat] = hand
        self.stall = 0
        if seat in self.emptied:
            self.emptied.remove(seat)

    def go_out(self, seats: Iterable[int]) -> bool:
        """Take the seats without cards out, if none is left to draw; tell whether any is."""
        gone = False
        if not self.stock:
            for seat in seats:
                if not self.hands[seat]:
                    self.out.append(seat)
                    self.emptied.remove(seat)
                    self.stall, gone = 0, True
        return gone

    def stalled(self) -> bool:
        """Rulebook 0.5: tell whether there were too many takes in a row without progress."""
        limit: int = self.options["stall_limit"]
        return 0 < limit <= self.stall

    def end(
        self, reason: str, ranks: Sequence[int | None], losers: Sequence[int] = (), points: Sequence[int] | None = None
    ) -> None:
        """End the round. Losing costs a point, unless other points are given."""
        first = [seat for seat, rank in enumerate(ranks) if rank == 1]
        self.over, self.phase, self.reason = True, OVER, reason
        self.winner = first[0] if len(first) == 1 else NOBODY
        self.losers = list(losers)
        self.points = [-(seat in losers) for seat in range(self.seats)] if points is None else list(points)

    def places(self, shared: Iterable[int] = ()) -> list[int | None]:
        """Return the place of every seat, as `domain.beating.event_builder.RoundEvents.places` does."""
        left = self.left()
        order, alike = [*self.out, *left], {*shared, *left}
        best = min((order.index(seat) for seat in alike), default=0)
        return [1 + (best if seat in alike else order.index(seat)) for seat in range(self.seats)]

    # A defence

    def defences(self, seat: int) -> list[Action]:
        """Return each attack with each card of the seat that beats it."""
        hand = self.hands[seat]
        return [
            Beat(((attack, card),))
            for attack in cards_of(self.unbeaten)
            for card in cards_of(hand & self.beaters[attack])
        ]

    def beat(self, seat: int, pairs: Sequence[tuple[Card, Card]]) -> None:
        """Lay cards on the attacks that they beat."""
        self.lay_down(seat, mask_of(card for _, card in pairs))
        self.unbeaten &= ~mask_of(attack for attack, _ in pairs)


def pick(mask: int, x: int) -> Card:
    """Return the card of the mask that the random number `x` chooses."""
    place = (x >> 15) * mask.bit_count() >> 15
    while place:
        mask &= mask - 1
        place -= 1
    return (mask & -mask).bit_length() - 1
