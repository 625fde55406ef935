"""Positions of `dobon-sato`: the rules of `domain.dobon.sato` on integers, with the same section numbers."""

from typing import ClassVar, Protocol

from domain.dobon.plays import BY_NUMBER, EIGHT, EIGHTS, FITS_OR_EIGHT
from domain.dobon.waits import COUNTS, HELD, SATO, SMALL, Waits
from domain.playouts.dobon.plays import FITS_AFTER, PENDING, play_actions
from domain.playouts.dobon.position import NO_CARD, NOBODY, DobonPosition
from domain.playouts.generator import INCREMENT, MASK, MULTIPLIER, following
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Pass, Play
from domain.ruleset.cards import RANK, SUIT, Card

_DRAW, _PASS, _ACCEPT = Draw(), Pass(), Accept()


class Policy(Protocol):
    """Chooses the plays of a playout."""

    def __call__(
        self, hands: list[int], turn: int, legal: int, pending_rank: int, pending_draw: int, /
    ) -> tuple[int, int]:
        """Return the mask of the card to lay, and whether another one of its number goes with it.

        The mask is 0 for drawing or accepting. `legal` is the mask of the cards that fit, of the seat in turn.
        """


class SatoPosition(DobonPosition):
    """A round of `dobon-sato` of which all cards are known."""

    __slots__ = ()

    deck: ClassVar[int] = (1 << 52) - 1
    table_of_waits: ClassVar[Waits] = SATO
    policy: ClassVar[Policy | None] = None
    "Chooses the plays of a playout; None for equal chances."

    # 1.2 A turn

    def actions(self, seat: int) -> list[Action]:
        """Return the seat's legal actions, as `DobonSato.actions` does; each `on` is 0."""
        found: list[Action] = []
        if self.over:
            return found
        if self.may_call(seat) and (not self.options["claim_hints"] or self.makes(seat)):
            found.append(Dobon(0))
        if self.window:
            if self.asked >> seat & 1:
                found.append(Decline(0))
            return found
        if seat != self.turn:
            return found
        if self.pending_rank:
            found.append(_ACCEPT)
        elif self.drawn != NO_CARD:
            found.append(_PASS)
        else:
            found += [_DRAW, _PASS] if self.first_turn else [_DRAW]
        legal = play_actions(self.hands[seat], self.fits())
        if self.drawn != NO_CARD:
            legal = [play for play in legal if isinstance(play, Play) and self.drawn in play.cards]
        return [*found, *legal]

    def act(self, seat: int, action: Action | None) -> None:
        """Perform a legal action of the seat; None lets the card on top pass without a call."""
        match action:
            case None:
                self.wait(seat)
            case Play():
                self.lay(seat, action.cards, SUIT[action.cards[-1]] if action.suit is None else action.suit)
            case Draw():
                self.draw(seat, 1, "turn")
            case Accept():
                self.accept(seat)
            case Pass():
                self.first_turn, self.drawn = False, NO_CARD
                self.undecided = 0
                self.turn = self.next_seat(seat)
            case Dobon():
                self.call(seat)
            case Decline():
                self.decline(seat)
            case _:
                raise ValueError(f"no such action in this game: {action}")

    def draw(self, seat: int, count: int, why: str) -> None:
        """1.2, S-29, S-30: draw the cards that there are; the round ends when no seat in turn could draw."""
        some = self.take(seat, count)
        may_play = why == "turn" and self.options["play_after_draw"] and len(some) > 0
        stays = may_play or (why == "accept" and not self.options["draw_penalty_ends_turn"])
        self.idle = 0 if some else self.idle + (not stays)
        self.drawn = some[0] if may_play else NO_CARD
        self.pending_rank = self.pending_draw = self.undecided = 0
        self.first_turn = False
        if not stays:
            self.turn = self.next_seat(seat)
            if not some and self.idle >= self.seats:
                self.end("dead-end", NOBODY, [])

    # 1.3 Legal plays, and 1.4 Effects

    def fits(self) -> int:
        """1.3 and S-10: return the mask of the cards that may be at the bottom now."""
        if self.pending_rank:
            return BY_NUMBER[self.pending_rank] | (BY_NUMBER[EIGHT] if self.options["eight_answers_pending"] else 0)
        return FITS_OR_EIGHT[self.suit][RANK[self.top]]

    def lay(self, seat: int, cards: tuple[Card, ...], suit: int) -> None:
        """1.3 and 1.4: lay the cards, with the effect of their number."""
        rank, count = RANK[cards[0]], len(cards)
        self.put(seat, cards, suit)
        steps = 1
        if rank == 9:
            self.direction = self.direction if count % 2 == 0 else 1 if self.direction == -1 else -1
        elif rank == 1:
            steps = 1 + count
        elif rank == 2:
            self.pending_draw += 2 * count
        if rank != EIGHT or not self.pending_rank:
            self.pending_rank = rank if rank in (2, 13) else 0
            self.pending_draw = self.pending_draw if rank == 2 else 0
        self.turn = self.next_seat(seat, steps)
        if self.options["claim_mode"] == "ask_all":
            self.window, self.asked, self.undecided = True, self.others(seat), 0

    # 1.5 Passing on

    def accept(self, seat: int) -> None:
        """1.5: draw the whole amount, or open the hand."""
        if self.pending_rank == 2:
            self.draw(seat, self.pending_draw, "accept")
            return
        self.pending_rank = self.undecided = 0
        self.first_turn = False
        if self.options["open_penalty_ends_turn"]:
            self.turn = self.next_seat(seat)

    # 1.6 The call, and 1.7 The counter

    def makes(self, seat: int) -> bool:
        """1.6: tell whether the seat's whole hand makes the number on top."""
        return self.waits[seat] >> RANK[self.top] & 1 > 0

    def may_counter(self, caller: int) -> int:
        """1.7: return the mask of the seats that have not called on this card, its owner included."""
        return self.others(caller) & ~self.called

    def settle(self) -> None:
        """1.7 and S-06: the call that stands decides the round."""
        winner = self.standing
        if self.countered != NOBODY:
            losers = [self.countered]
        elif self.owner != NOBODY:
            losers = [self.owner]
        else:
            everybody = self.options["initial_card_loser"] == "all_others"
            losers = [seat for seat in range(self.seats) if everybody and seat != winner]
        self.end("dobon", winner, losers)

    def close(self) -> None:
        """1.8: no seat is asked any more."""
        if self.standing != NOBODY:
            self.settle()
        self.window, self.asked = False, 0

    def lose(self, seat: int) -> None:
        """1.6: a false call costs the round, by `false_claim`."""
        self.end("false-call", NOBODY, [seat])

    def end(self, reason: str, winner: int, losers: list[int]) -> None:
        """S-36: the standing is 1 point for the winner and −1 for each loser."""
        self.over, self.reason, self.winner, self.losers = True, reason, winner, losers
        self.points = [(seat == winner) - (seat in losers) for seat in range(self.seats)]

    # The playout

    def play_out(self, limit: int = 100_000) -> int:
        """Play at random to the end of the round, or for about `limit` decisions; return the number of decisions.

        Each turn chooses among drawing (or accepting) and each card that fits, all with equal chance, and half the time
        adds another card of that number. Every true call is made, in a random order.
        """
        decisions = 0
        while not self.over and decisions < limit:
            if self.window:
                self.decide_calls()
                decisions += 1
            elif self.undecided:
                self.decide_calls()
            elif self.drawn != NO_CARD:
                self.after_draw()
                decisions += 1
            else:
                decisions += self.take_turns(limit - decisions)
        return decisions

    def after_draw(self) -> None:
        """S-07: half the time play the card that was drawn, if it fits, and else pass."""
        self.random = following(self.random)
        card = self.drawn
        if self.fits() >> card & 1 and self.random >> 29:
            self.lay(self.turn, (card,), self.random >> 20 & 3 if RANK[card] == EIGHT else SUIT[card])
            self.window, self.asked, self.undecided = False, 0, self.others(self.owner)
        else:
            self.act(self.turn, _PASS)

    def take_turns(self, limit: int) -> int:  # noqa: C901, PLR0912, PLR0915 - the loop that speed depends on
        """Take turns until a seat can call, the stock runs out, or `limit` is reached; return their number.

        This is `act` once more, written out on local names, because nearly all the time of a playout is spent here.
        Calls of functions and attributes would double it.
        """
        hands, waits, stock, table_of_waits = self.hands, self.waits, self.stock, SATO
        seats, turn, direction, x = self.seats, self.turn, self.direction, self.random
        top, suit, owner, pending_rank, pending_draw = (
            self.top,
            self.suit,
            self.owner,
            self.pending_rank,
            self.pending_draw,
        )
        options = self.options
        draw_ends, open_ends = options["draw_penalty_ends_turn"], options["open_penalty_ends_turn"]
        after = FITS_AFTER[options["eight_answers_pending"]]
        may_play, able, short, drawn = options["play_after_draw"], 0, False, NO_CARD
        fits, turns, policy = self.fits(), 0, self.policy
        while turns < limit:
            turns += 1
            x = (x * MULTIPLIER + INCREMENT) & MASK
            hand = hands[turn]
            legal = hand & fits
            pair = x & 0x4000
            if legal and policy:
                legal, pair = policy(hands, turn, legal, pending_rank, pending_draw)
            elif legal:
                # Each fitting card in its place; after the last one nothing is left, and the seat draws.
                place = (x >> 15) * (legal.bit_count() + 1) >> 15
                while place:
                    legal &= legal - 1
                    place -= 1
            if legal:
                bit = legal & -legal
                top = bit.bit_length() - 1
                rank, suit, count = RANK[top], SUIT[top], 1
                hand -= HELD[top]
                same = hand & BY_NUMBER[rank]
                if same and pair:
                    top = same.bit_length() - 1
                    suit, count = SUIT[top], 2
                    hand -= HELD[top]
                hands[turn] = hand
                owner = turn
                waits[turn] = 0
                called = 1 << rank
                for mask in waits:
                    if mask & called:
                        able = called
                        break
                waits[turn] = table_of_waits[hand >> COUNTS] if hand < SMALL else 0
                if rank == EIGHT:
                    suit = x >> 12 & 3
                    fits = BY_NUMBER[pending_rank] | EIGHTS if pending_rank else FITS_OR_EIGHT[suit][EIGHT]
                else:
                    fits, pending_rank = after[suit][rank], PENDING[rank]
                    pending_draw = pending_draw + 2 * count if rank == 2 else 0
                    if rank == 9 and count == 1:
                        direction = -direction
                turn = (turn + direction * (1 + count if rank == 1 else 1)) % seats
                if able:
                    break
            elif pending_rank == 13:
                pending_rank = 0
                fits = FITS_OR_EIGHT[suit][RANK[top]]
                if open_ends:
                    turn = (turn + direction) % seats
            elif (pending_draw or 1) > len(stock):
                short = True
                break
            elif pending_rank:
                for _ in range(pending_draw):
                    hand += HELD[stock.pop()]
                hands[turn] = hand
                waits[turn] = table_of_waits[hand >> COUNTS] if hand < SMALL else 0
                pending_rank = pending_draw = 0
                fits = FITS_OR_EIGHT[suit][RANK[top]]
                if draw_ends:
                    turn = (turn + direction) % seats
            else:
                card = stock.pop()
                hands[turn] = hand = hand + HELD[card]
                waits[turn] = table_of_waits[hand >> COUNTS] if hand < SMALL else 0
                if may_play:
                    drawn = card
                    break
                turn = (turn + direction) % seats
        if top != self.top:
            self.called, self.standing, self.countered = 0, NOBODY, NOBODY
            self.calls_open = True
        if turns > short:
            self.idle, self.first_turn = 0, False
        self.turn, self.direction, self.random = turn, direction, x
        self.top, self.suit, self.owner, self.drawn = top, suit, owner, drawn
        self.pending_rank, self.pending_draw = pending_rank, pending_draw
        self.undecided = self.others(owner) if able else 0
        if short:
            self.act(turn, _ACCEPT if pending_rank else _DRAW)
        return turns
