"""The state of a round of Dobon of which all cards are known, in integers, changed in place.

Open cards are not recorded, because no rule depends on them. Neither is the pile: its cards are those that lie neither
in a hand nor in the stock, and their order is lost in the reshuffle. There is no clock.
"""

from abc import ABC, abstractmethod
from typing import ClassVar, Self

from domain.dobon.evolve import DobonState
from domain.dobon.plays import held_by
from domain.dobon.waits import HELD, Waits
from domain.playouts.generator import following, shuffle
from domain.ruleset.actions import Action
from domain.ruleset.cards import Card, cards_of
from domain.ruleset.ruleset import Options
from domain.ruleset.windows import asked

NOBODY = -1
NO_CARD = -1


class DobonPosition(ABC):
    """A round of Dobon. A mask of seats has bit `n` for seat `n`."""

    __slots__ = (
        "asked", "called", "calls_open", "countered", "direction", "drawn", "first_turn", "hands", "idle", "losers",
        "options", "over", "owner", "pending_draw", "pending_rank", "points", "random", "reason", "seats", "standing", "stock",
        "suit", "top", "turn", "undecided", "waits", "window", "winner",
    )  # fmt: skip

    names: ClassVar[tuple[str, ...]]
    "Names of all fields."
    deck: ClassVar[int]
    "Mask of all cards."
    table_of_waits: ClassVar[Waits]

    def __init_subclass__(cls) -> None:
        cls.names = tuple(name for base in reversed(cls.__mro__) for name in getattr(base, "__slots__", ()))

    def __init__(self, state: DobonState, options: Options, random: int, *, fresh: bool = False) -> None:
        """Take a state in which every card is known, such as a sampled world.

        `random` seeds the playout. `fresh` says that the card on top was just laid, so that the playout lets every seat
        that can call on it do so; otherwise the seats have let it pass.
        """
        self.options, self.random = options, random
        table = state.table
        self.seats = table.seats
        self.hands = [held_by(state, seat) for seat in range(self.seats)]
        "The hand of each seat (`waits.py`)."
        self.waits = [self.table_of_waits.of(hand) for hand in self.hands]
        "Mask of the numbers that each seat's hand makes in turn play."
        assert state.deck is not None
        self.stock: list[Card] = state.deck[:]  # type: ignore[assignment]
        "The next card to draw is the last."
        self.top: Card = table.top if table.pile else NO_CARD
        self.owner = table.top_owner
        "The seat that laid the top, or NOBODY."
        self.suit, self.turn, self.direction = table.suit, table.turn, table.direction
        self.first_turn, self.idle = table.first_turn, table.idle
        self.pending_rank, self.pending_draw = table.pending_rank, table.pending_draw
        in_turn = state.hands[table.turn]
        drawn = None if in_turn is None or not table.may_play else in_turn.drawn
        self.drawn: Card = NO_CARD if drawn is None else drawn
        "The card that the seat in turn has drawn and may still play, or NO_CARD."
        true_calls = [call.seat for call in table.calls if call.valid]
        self.called = sum(1 << call.seat for call in table.calls)
        "Mask of the seats that have called on the top, truly or falsely."
        self.standing = true_calls[-1] if true_calls else NOBODY
        "The seat whose call stands, or NOBODY."
        self.countered = true_calls[-2] if len(true_calls) > 1 else NOBODY
        "The seat whose call it countered, or NOBODY."
        self.calls_open, self.window = table.calls_open, table.window > 0
        self.asked = sum(1 << seat for seat in asked(state))
        "Mask of the seats that the open window asks."
        self.undecided = self.others(self.owner) if fresh and not self.window else 0
        "Mask of the seats for which the playout is to decide whether they call on the top."
        self.over, self.reason = table.over, ""
        self.winner, self.losers, self.points = NOBODY, list[int](), [0] * self.seats

    def copy(self) -> Self:
        """Return an independent position with the same content, random numbers included."""
        other = object.__new__(type(self))
        for name in self.names:
            setattr(other, name, getattr(self, name))
        other.hands, other.waits = self.hands[:], self.waits[:]
        other.stock = self.stock[:]
        return other

    # Each rule set

    @abstractmethod
    def actions(self, seat: int) -> list[Action]:
        """Return the seat's legal actions, as the rules list them; each `on` is 0."""

    @abstractmethod
    def act(self, seat: int, action: Action | None) -> None:
        """Perform a legal action, whatever its `on`; None lets the seat wait, and not call on the top."""

    @abstractmethod
    def play_out(self, limit: int = 100_000) -> int:
        """Play to the end of the round, or for at most `limit` turns; return the number of turns."""

    @abstractmethod
    def makes(self, seat: int) -> bool:
        """Tell whether the seat's hand makes the number on top."""

    @abstractmethod
    def may_counter(self, caller: int) -> int:
        """Return the mask of the seats that are asked whether they counter a true call of the caller."""

    @abstractmethod
    def settle(self) -> None:
        """End the round by the call that stands."""

    @abstractmethod
    def close(self) -> None:
        """Continue when no seat is asked any more."""

    @abstractmethod
    def lose(self, seat: int) -> None:
        """End the round by a false call, if `false_claim` is `lose`."""

    @abstractmethod
    def end(self, reason: str, winner: int, losers: list[int]) -> None:
        """End the round, with points for every seat."""

    # Cards

    def others(self, seat: int) -> int:
        """Return the mask of the other seats; of all seats for NOBODY."""
        everybody = (1 << self.seats) - 1
        return everybody if seat == NOBODY else everybody & ~(1 << seat)

    def next_seat(self, seat: int, steps: int = 1) -> int:
        """Return the seat `steps` further in the direction of play."""
        return (seat + self.direction * steps) % self.seats

    def put(self, seat: int, cards: tuple[Card, ...], suit: int) -> None:
        """Move cards from the hand to the pile; all other seats may call."""
        for card in cards:
            self.hands[seat] -= HELD[card]
        self.waits[seat] = self.table_of_waits.of(self.hands[seat])
        self.top, self.suit, self.owner = cards[-1], suit, seat
        self.called, self.standing, self.countered = 0, NOBODY, NOBODY
        self.undecided, self.calls_open = self.others(seat), True
        self.first_turn, self.drawn, self.idle = False, NO_CARD, 0

    def take(self, seat: int, count: int) -> list[Card]:
        """Draw as many of `count` cards as there are, and return them."""
        if count > len(self.stock):
            self.reshuffle()
        drawn = self.stock[: -count - 1 : -1]
        if drawn:
            del self.stock[-len(drawn) :]
        for card in drawn:
            self.hands[seat] += HELD[card]
        self.waits[seat] = self.table_of_waits.of(self.hands[seat])
        return drawn

    def below(self) -> int:
        """Return the mask of the cards below the top."""
        elsewhere = 1 << self.top
        for hand in self.hands:
            elsewhere |= hand
        for card in self.stock:
            elsewhere |= 1 << card
        return self.deck & ~elsewhere

    def reshuffle(self) -> None:
        """S-27: shuffle the cards below the top, and put them under the rest of the stock."""
        self.stock = [*self.shuffled(cards_of(self.below())), *self.stock]

    def shuffled(self, cards: list[Card]) -> list[Card]:
        """Return the cards in random order, the next one last."""
        self.random = shuffle(cards, self.random)
        return cards

    # Calls

    def may_call(self, seat: int) -> bool:
        """Tell whether the seat may call now, whether or not its hand makes the number."""
        if self.over or not self.calls_open or not self.hands[seat]:
            return False
        if self.window:
            return self.asked >> seat & 1 > 0
        return seat != self.owner and self.standing == NOBODY and not self.called >> seat & 1

    def call(self, seat: int) -> None:
        """Call, or counter: a true call may be countered, a false one costs what `false_claim` says."""
        self.undecided = 0
        if self.makes(seat):
            self.asked = self.may_counter(seat)
            self.called |= 1 << seat
            self.countered, self.standing = self.standing, seat
            self.window = self.asked > 0
            if not self.window:
                self.settle()
            return
        last = self.asked == 1 << seat
        self.called |= 1 << seat
        self.asked &= ~(1 << seat)
        if self.options["false_claim"] == "lose":
            self.lose(seat)
            return
        if self.options["false_claim"] == "draw_2":
            self.take(seat, 2)
        if last:
            self.close()

    def wait(self, seat: int) -> None:
        """Let the card on top pass without a call of the seat; a seat that is asked declines."""
        self.undecided &= ~(1 << seat)
        if self.asked >> seat & 1:
            self.decline(seat)

    def decline(self, seat: int) -> None:
        """Answer the window without a call."""
        self.asked &= ~(1 << seat)
        if not self.asked:
            self.close()

    def decide_calls(self) -> None:
        """Let the seats that are asked, or may call on the top, do so if their hands make it, in random order."""
        if self.window:
            seat = self.choose(self.asked)
            if self.may_call(seat) and self.makes(seat):
                self.call(seat)
            else:
                self.decline(seat)
            return
        able = sum(1 << seat for seat in cards_of(self.undecided) if self.may_call(seat) and self.makes(seat))
        self.undecided = 0
        if able:
            self.call(self.choose(able))

    def choose(self, mask: int) -> int:
        """Return the number of a random bit of the mask."""
        self.random = following(self.random)
        bits = cards_of(mask)
        return bits[(self.random >> 15) * len(bits) >> 15]
