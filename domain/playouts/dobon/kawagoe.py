"""Positions of `dobon-kawagoe`: the rules of `domain.dobon.kawagoe` on integers, with the same section numbers."""

from typing import ClassVar, Protocol

from domain.dobon.evolve import DobonState
from domain.dobon.opening import openings
from domain.dobon.plays import BY_NUMBER, FITS, FITS_OR_EIGHT
from domain.dobon.scoring import IPPATSU_BONUS
from domain.dobon.waits import KAWAGOE, SUM, Waits
from domain.playouts.dobon.kawagoe_turns import lay_at_random, take_turns
from domain.playouts.dobon.plays import play_actions
from domain.playouts.dobon.position import NO_CARD, NOBODY, DobonPosition
from domain.playouts.generator import following
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Flip, Play
from domain.ruleset.cards import RANK, SUIT, SUIT_OF, Card, cards_of
from domain.ruleset.ruleset import Options

_DRAW, _ACCEPT, _FLIP = Draw(), Accept(), Flip()
_JOKERS = 3 << 52


class Policy(Protocol):
    """Chooses the plays of turns in a playout."""

    def __call__(
        self, hands: list[int], turn: int, legal: int, pending_draw: int, *, may_draw: bool
    ) -> tuple[int, int]:
        """Return the mask of the card to lay, and whether another one of its number goes with it.

        The mask is 0 for drawing or accepting. `legal` is the mask of the cards that fit, of the seat in turn.
        """


class KawagoePosition(DobonPosition):
    """A round of `dobon-kawagoe` of which all cards are known."""

    __slots__ = ("dealer", "opening", "openings", "reshuffles")

    deck: ClassVar[int] = (1 << 54) - 1
    table_of_waits: ClassVar[Waits] = KAWAGOE
    policy: ClassVar[Policy | None] = None
    "Chooses the plays of turns in a playout; None for equal chances."

    def __init__(self, state: DobonState, options: Options, random: int, *, fresh: bool = False) -> None:
        super().__init__(state, options, random, fresh=fresh)
        table = state.table
        self.opening, self.dealer, self.reshuffles = table.opening, table.dealer, table.reshuffles
        self.openings = [(seat, tuple(laid.cards), SUIT_OF[laid.suit]) for seat, laid in openings(state)]
        "Answers to the flip that lay cards on it, the first one first: seat, cards and suit."

    # What a seat may do

    def actions(self, seat: int) -> list[Action]:
        """Return the seat's legal actions, as `DobonKawagoe.actions` does; each `on` is 0."""
        found: list[Action] = []
        if self.over:
            return found
        if self.may_call(seat) and (not self.options["claim_hints"] or self.makes(seat)):
            found.append(Dobon(0))
        same = BY_NUMBER[RANK[self.top]] if self.top != NO_CARD else 0
        if self.window:
            if not self.asked >> seat & 1:
                return found
            found.append(Decline(0))
            return [*found, *play_actions(self.hands[seat], same)] if self.opening else found
        if self.opening:
            return [*found, _FLIP] if seat == self.dealer else found
        if seat != self.turn:
            return [*found, *play_actions(self.hands[seat], same)]
        if self.pending_rank:
            found.append(_ACCEPT)
        elif self.options["voluntary_draw"] or not self.hands[seat] & self.fits():
            found.append(_DRAW)
        return [*found, *play_actions(self.hands[seat], self.fits())]

    def act(self, seat: int, action: Action | None) -> None:
        """Perform a legal action of the seat; None lets the card on top pass without a call or a jump-in."""
        match action:
            case None:
                self.wait(seat)
            case Play():
                self.play(seat, action.cards, SUIT[action.cards[-1]] if action.suit is None else action.suit)
            case Draw():
                self.draw(seat, 1)
            case Accept():
                self.draw(seat, self.pending_draw)
            case Flip():
                self.flip()
            case Dobon():
                self.call(seat)
            case Decline():
                self.decline(seat)
            case _:
                raise ValueError(f"no such action in this game: {action}")

    # 2.1 Setup and opening

    def flip(self) -> None:
        """2.1: turn up the next card and ask every seat; K-27: about a joker none."""
        if not self.stock and (self.reshuffles or not self.below()):
            self.end("dead-end", NOBODY, [])
            return
        if not self.stock:
            self.reshuffle()
        self.top = self.stock.pop()
        self.suit, self.called = SUIT[self.top], 0
        self.asked = self.others(NOBODY) if RANK[self.top] else 0
        self.window = self.calls_open = self.asked > 0

    def reshuffle(self) -> None:
        """K-28: the same shuffle, counted."""
        below = self.below()
        super().reshuffle()
        self.reshuffles += below > 0

    # 2.2 A turn, 2.3 Jump-in, and 2.4 Special cards

    def fits(self) -> int:
        """2.2 and K-09: return the mask of the cards that the seat in turn may lay."""
        if self.pending_rank:
            return BY_NUMBER[self.pending_rank]
        return (FITS_OR_EIGHT if self.options["eight_wild"] else FITS)[self.suit][RANK[self.top]]

    def play(self, seat: int, cards: tuple[Card, ...], suit: int) -> None:
        """Lay the cards; while a flip is answered, hold them until no seat is asked."""
        if not self.opening:
            self.lay(seat, cards, suit)
            return
        self.openings = [*self.openings, (seat, cards, suit)]
        self.decline(seat)

    def lay(self, seat: int, cards: tuple[Card, ...], suit: int) -> None:
        """2.4: lay the cards, with their effect counted from the seat."""
        self.put(seat, cards, suit)
        rank, count = RANK[cards[0]], len(cards)
        if rank == 9 and count % 2:
            self.direction = -self.direction
        self.pending_rank = 2 if rank == 2 else 0
        self.pending_draw = self.pending_draw + 2 * count if rank == 2 else 0
        self.turn = self.next_seat(seat, 1 + count if rank == 3 else 1)
        self.opening, self.openings = False, []

    def draw(self, seat: int, count: int) -> None:
        """2.2, K-14, K-15, S-29, S-30: draw the cards that there are; the right to call ends, and the turn passes."""
        some = self.take(seat, count)
        self.idle = 0 if some else self.idle + 1
        self.calls_open = self.first_turn = False
        self.pending_rank = self.pending_draw = self.undecided = 0
        self.turn = self.next_seat(seat)
        if not some and self.idle >= self.seats:
            self.end("dead-end", NOBODY, [])

    # 2.5 The call and the counter

    def makes(self, seat: int) -> bool:
        """2.5 and 2.1: tell whether the seat's hand makes the number on top; a flip takes the sum alone."""
        if not self.opening:
            return self.waits[seat] >> RANK[self.top] & 1 > 0
        return self.top != NO_CARD and 0 < self.hands[seat] >> SUM == RANK[self.top]

    def may_counter(self, caller: int) -> int:
        """2.5: the player who was called, one level only; K-24: no seat on a flip."""
        if self.opening or (self.called | 1 << caller) >> self.owner & 1:
            return 0
        return 1 << self.owner

    def settle(self) -> None:
        """2.5 and 2.6: the call that stands decides the round; on a flip all others pay."""
        winner = self.standing
        if self.opening:
            self.end("ippatsu", winner, [seat for seat in range(self.seats) if seat != winner])
        else:
            self.end("dobon", winner, [self.owner if self.countered == NOBODY else self.countered])

    def close(self) -> None:
        """The call that stands decides the round; else the first answer with cards opens it, or a flip follows."""
        self.window, self.asked = False, 0
        if self.standing != NOBODY:
            self.settle()
            return
        self.calls_open = False
        if self.openings:
            self.lay(*self.openings[0])

    def lose(self, seat: int) -> None:
        """Decision 1: a false call costs the round; a false counter leaves the call as it is."""
        if self.standing != NOBODY:
            self.end("dobon", self.standing, [self.owner])
        else:
            self.end("false-call", NOBODY, [seat])

    # 2.6 Points

    def end(self, reason: str, winner: int, losers: list[int]) -> None:
        """2.6: each loser pays the winner."""
        self.over, self.reason, self.winner, self.losers = True, reason, winner, losers
        self.points = [0] * self.seats
        if winner == NOBODY:
            return
        payment = self.payment(reason, winner, losers[0])
        for loser in losers:
            self.points[loser] -= payment
        self.points[winner] += payment * len(losers)

    def payment(self, reason: str, winner: int, payer: int) -> int:
        """2.6, clauses 1 to 5: the number and a hand, doubled by each 2 and joker of the winner and by a counter."""
        number = RANK[self.top]
        if reason == "ippatsu":
            return number + IPPATSU_BONUS
        counted = {"payer": (payer,), "winner": (winner,), "both": (payer, winner)}[self.options["score_hand"]]
        total = number + sum(self.hands[seat] >> SUM for seat in counted)
        doublings = (self.hands[winner] & (BY_NUMBER[2] | _JOKERS)).bit_count() + (payer != self.owner)
        return total << doublings

    # The playout

    def play_out(self, limit: int = 100_000) -> int:
        """Play at random to the end of the round, or for about `limit` decisions; return the number of decisions.

        Each turn plays one of the cards that fit, all with equal chance, and half the time adds another card of that
        number; where drawing or accepting is allowed, it is one more choice. Every true call is made, in random order.
        A seat that holds the number just laid jumps in half the time, and opens half the time.
        """
        decisions = 0
        while not self.over and decisions < limit:
            if self.window:
                self.decide_calls()
                decisions += 1
            elif self.undecided:
                able = self.undecided
                self.decide_calls()
                self.jump_in(able)
            elif self.opening:
                self.open_round()
                decisions += 1 + self.seats
            else:
                decisions += take_turns(self, limit - decisions)
        return decisions

    def open_round(self) -> None:
        """2.1: turn up a card, and take the answers of all seats at once."""
        self.flip()
        if not self.window:
            return
        number, self.window, self.asked, self.calls_open = RANK[self.top], False, 0, False
        able = sum(1 << seat for seat, hand in enumerate(self.hands) if hand >> SUM == number)
        if able:
            self.standing = self.choose(able)
            self.settle()
            return
        same = BY_NUMBER[number]
        self.random = x = following(self.random)
        first = (x >> 15) % self.seats
        for seat in range(first - self.seats, first):
            x >>= 1
            if x & 1 and self.hands[seat] & same:
                lay_at_random(self, seat % self.seats, same)
                return

    def decide_calls(self) -> None:
        """Let the seats answer; on a flip, those that hold its number open half the time."""
        if not self.window or not self.opening:
            super().decide_calls()
            return
        seat = self.choose(self.asked)
        legal = self.hands[seat] & BY_NUMBER[RANK[self.top]]
        self.random = following(self.random)
        if self.may_call(seat) and self.makes(seat):
            self.call(seat)
        elif legal and self.random >> 29:
            card = cards_of(legal)[0]
            self.play(seat, (card,), self.random >> 20 & 3 if RANK[card] == 8 else SUIT[card])
        else:
            self.decline(seat)

    def jump_in(self, able: int) -> None:
        """2.3: half the time a seat out of turn that holds the number on top lays it."""
        if self.over or self.window or self.opening:
            return
        same = BY_NUMBER[RANK[self.top]]
        found = sum(1 << seat for seat in cards_of(able & ~(1 << self.turn)) if self.hands[seat] & same)
        if found:
            seat = self.choose(found)
            self.random = following(self.random)
            if self.random >> 29:
                lay_at_random(self, seat, same)
