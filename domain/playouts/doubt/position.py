"""Positions of `doubt`: the rules of `domain.doubt.rules` and `challenge` in place, with the same section numbers.

Which seat laid or saw a card is not kept, because no rule depends on it. There is no clock.
"""

from collections.abc import Collection, Sequence
from typing import Self

from domain.doubt.challenge import EXCHANGED, following_number
from domain.doubt.hand import DoubtState, pile_of
from domain.playouts.generator import INCREMENT, MASK, MULTIPLIER, following
from domain.ruleset.actions import Action, Decline, Doubt, Play
from domain.ruleset.cards import RANK, Card
from domain.ruleset.ruleset import Options
from domain.ruleset.windows import asked

NOBODY = -1

SUSPICION = 8
"""The playout doubts one play of this many, as `novice` does."""

NO_LIMIT = 1 << 30
"""Plays of a round without `max_plays`."""

RIGHT = tuple(tuple(rank in (0, number) for rank in RANK) for number in range(14))
"""For each number, whether each card is a joker or has it."""


class DoubtPosition:
    """A round of `doubt` of which all cards are known. A mask of seats has bit `n` for seat `n`."""

    __slots__ = (
        "asked", "claim_count", "claim_number", "claim_seat", "closable", "finishing", "hands", "losers", "number", "options",
        "out", "over", "pile", "plays", "points", "random", "reason", "seats", "success", "turn", "undecided", "window", "winner",
    )  # fmt: skip

    def __init__(self, world: DoubtState, options: Options, random: int, *, fresh: bool = False) -> None:  # noqa: ARG002 - a window says it
        """Take a state of which every card is known, such as a sampled world; `random` seeds the playout."""
        table = world.table
        self.options, self.random = options, random
        self.seats = len(table.sizes)
        self.hands: list[list[Card]] = [world.held(seat) for seat in range(self.seats)]
        self.pile = [card for card in pile_of(world) if card is not None]
        "Bottom first."
        self.turn, self.number, self.plays = table.turn, table.number, table.plays
        claim = table.claim
        self.claim_seat = NOBODY if claim is None else claim.seat
        "The seat of the newest play; NOBODY before the first."
        self.claim_number, self.claim_count = (0, 0) if claim is None else (claim.number, claim.count)
        self.window, self.finishing, self.closable = table.window > 0, table.finishing, table.closable
        self.asked = sum(1 << seat for seat in asked(world))
        "Mask of the seats that may doubt the newest play."
        self.undecided = self.asked
        "Mask of the seats that the playout may let doubt it."
        self.success, self.out = table.success[:], table.out[:]
        self.over, self.reason = table.over, ""
        self.winner, self.losers, self.points = NOBODY, list[int](), [0] * self.seats

    def copy(self) -> Self:
        """Return an independent position with the same content, random numbers included."""
        other = object.__new__(type(self))
        for name in DoubtPosition.__slots__:
            setattr(other, name, getattr(self, name))
        other.hands, other.pile = [hand[:] for hand in self.hands], self.pile[:]
        other.success, other.out = self.success[:], self.out[:]
        return other

    # What a seat may do

    def actions(self, seat: int) -> Sequence[Action]:
        """Return the seat's legal actions, as `DoubtRules.actions` does; each `on` is 0."""
        if self.over or seat in self.out:
            return []
        if not self.window:
            return self._plays(seat) if seat == self.turn else []
        found: list[Action] = [Doubt(0), Decline(0)] if self.asked >> seat & 1 else []
        if self.closable and seat == self.following(self.claim_seat):
            found += self._plays(seat)
        return found

    def _plays(self, seat: int) -> list[Action]:
        return [Play((card,)) for card in sorted({*self.hands[seat]})]

    def act(self, seat: int, action: Action | None) -> None:
        """Perform a legal action of the seat; None declines to doubt, if the seat is asked."""
        match action:
            case Play():
                if self.window:
                    self.accept()
                self.lay(seat, action.cards)
            case Doubt():
                self.doubt(seat)
            case Decline():
                self.decline(seat)
            case None:
                if self.asked >> seat & 1:
                    self.decline(seat)
            case _:
                raise ValueError(f"no such action in this game: {action}")

    def following(self, seat: int, out: Collection[int] | None = None) -> int:
        """Return the next seat that is still in; `out` are the others, if a seat goes out in this moment."""
        gone = self.out if out is None else out
        other = (seat + 1) % self.seats
        while other in gone and other != seat:
            other = (other + 1) % self.seats
        return other

    # 1.3 PLAY and WINDOW

    def lay(self, seat: int, cards: Sequence[Card]) -> None:
        """1.3: cards face down under the number; a player who may not finish takes the pile at once."""
        hand, options = self.hands[seat], self.options
        for card in cards:
            hand.remove(card)
        self.pile += cards
        self.claim_seat, self.claim_number, self.claim_count = seat, self.number, len(cards)
        self.plays += 1
        self.turn = seat
        joker_ends = not hand and not options["joker_may_finish"] and not all(RANK[card] for card in cards)
        if joker_ends or (not hand and options["must_doubt_to_finish"] and not self.success[seat]):
            self.take_pile(seat)
            self.turn, self.number = self.following(seat), following_number(self.number)
            self.end_if_over(())
            return
        self.open_window(seat)

    def open_window(self, seat: int) -> None:
        """1.3 WINDOW: ask the seats that may doubt what the seat has laid."""
        hand, options = self.hands[seat], self.options
        self.window, self.finishing = True, not hand
        if options["variant"] == "cheat":
            self.asked = 1 << self.following(seat)
        else:
            self.asked = (1 << self.seats) - 1 & ~(1 << seat)
            for other in self.out:
                self.asked &= ~(1 << other)
        self.undecided = self.asked
        followed = hand and not self.exhausted()
        self.closable = bool(followed and (options["variant"] == "cheat" or options["next_play_closes"]))

    def decline(self, seat: int) -> None:
        """1.3 WINDOW: a final answer; the play stands when all have given theirs."""
        self.asked &= ~(1 << seat)
        self.undecided &= self.asked
        if not self.asked:
            self.accept()

    def accept(self) -> None:
        """1.3: the play stands; one that emptied the hand wins."""
        finishing = self.finishing
        self.close()
        self.turn, self.number = self.following(self.claim_seat), following_number(self.claim_number)
        if finishing or self.exhausted():
            self.end_if_over((self.claim_seat,))

    def close(self) -> None:
        """Close the window."""
        self.window = self.finishing = self.closable = False
        self.asked = self.undecided = 0

    # 1.4 Settling a call

    def is_lie(self) -> bool:
        """1.4, step 1: tell whether a card of the newest play is neither a joker nor of the number."""
        return any(RANK[card] not in (0, self.claim_number) for card in self.pile[-self.claim_count :])

    def doubt(self, caller: int) -> None:
        """1.4: the verdict, its penalty, and the next turn."""
        player, lie, options = self.claim_seat, self.is_lie(), self.options
        self.success[caller] += lie
        loser, winner = (player, caller) if lie else (caller, player)
        self.close()
        out = [*self.out, loser] if options["penalty"] == "eliminate" else self.out
        self.turn = caller if lie and options["doubter_takes_turn"] else self.following(player, out)
        same = lie and options["resume_same_number"]
        self.number = self.claim_number if same else following_number(self.claim_number)
        if options["penalty"] == "pile":
            self.take_pile(loser)
        elif options["penalty"] == "eliminate":
            self.hands[loser] = []
            self.out.append(loser)
        else:
            self.exchange(winner, loser)
        self.end_if_over((player, caller))

    # 1.4, step 3: penalties

    def take_pile(self, seat: int) -> None:
        """Move the pile to the hand."""
        self.hands[seat] += self.pile
        self.pile = []

    def exchange(self, giver: int, taker: int) -> None:
        """Let the taker, who lost the doubt, draw cards from the giver's hand, unseen by both."""
        drawn = self.shuffled(self.hands[giver])
        for card in drawn:
            self.hands[giver].remove(card)
        self.hands[taker] += drawn

    def shuffled(self, hand: list[Card]) -> list[Card]:
        """Return the cards that are drawn from the hand."""
        rest, drawn = hand[:], []
        for _ in range(min(EXCHANGED, len(rest))):
            self.random = x = following(self.random)
            drawn.append(rest.pop((x >> 15) * len(rest) >> 15))
        return drawn

    # 1.5 The end

    def exhausted(self) -> bool:
        """1.6: tell whether `max_plays` plays were made."""
        limit: int = self.options["max_plays"]
        return 0 < limit <= self.plays

    def end_if_over(self, candidates: Sequence[int]) -> None:
        """1.5: the last seat that is in wins, else the first candidate with an empty hand that may finish."""
        left = [seat for seat in range(self.seats) if seat not in self.out]
        if len(left) == 1:
            self.end("last-in", left[0])
            return
        for seat in candidates:
            if seat in left and not self.hands[seat]:
                if self.success[seat] or not self.options["must_doubt_to_finish"]:
                    self.end("empty-hand", seat)
                    return
                self.take_pile(seat)
        if self.exhausted():
            self.end("max-plays", NOBODY)

    def end(self, reason: str, winner: int) -> None:
        """1.5: a win is one point, and eliminated seats have lost."""
        self.over, self.reason, self.winner, self.losers = True, reason, winner, sorted(self.out)
        self.points = [int(seat == winner) for seat in range(self.seats)]

    # The playout

    def play_out(self, limit: int = 100_000) -> int:
        """Play at random to the end of the round, or for about `limit` decisions; return the number of decisions.

        A seat plays one card, half the time a true one if it has any. One play of eight is doubted, by any seat asked.
        """
        decisions = 0
        while not self.over and decisions < limit:
            if self.window:
                decisions += self.asked.bit_count()
                self.answer()
            else:
                decisions += self.take_turns(limit - decisions)
        return decisions

    def take_turns(self, limit: int) -> int:
        """Play cards until one is doubted or may be the last of the round, or `limit` is reached; return the decisions.

        This is `decide` and `answer` once more, written out on local names, because nearly all the time of a playout is
        spent here. Calls of functions and attributes would double it.
        """
        hands, pile, out, seats = self.hands, self.pile, self.out, self.seats
        turn, number, plays, x = self.turn, self.number, self.plays, self.random
        most = self.options["max_plays"] or NO_LIMIT
        claim_seat, claim_number = self.claim_seat, self.claim_number
        declining = 1 if self.options["variant"] == "cheat" else seats - len(out) - 1
        decisions, stays_open = 0, False
        while decisions < limit and len(hand := hands[turn]) > 1 and plays + 1 < most:
            x = (x * MULTIPLIER + INCREMENT) & MASK
            right = RIGHT[number]
            cards = (x & 0x4000 and [card for card in hand if right[card]]) or hand
            card = cards[(x >> 15) * len(cards) >> 15]
            hand.remove(card)
            pile.append(card)
            claim_seat, claim_number = turn, number
            plays += 1
            decisions += 1
            answer = (x * MULTIPLIER + INCREMENT) & MASK
            stays_open = decisions >= limit or not (answer >> 15) * SUSPICION >> 15
            if stays_open:
                break
            x = answer
            decisions += declining
            turn, number = (turn + 1) % seats, number % 13 + 1
            while turn in out:
                turn = (turn + 1) % seats
        self.claim_seat, self.claim_number = claim_seat, claim_number
        self.claim_count = 1 if decisions else self.claim_count
        self.turn, self.number, self.plays, self.random = turn, number, plays, x
        if stays_open:
            self.open_window(turn)
        elif decisions < limit:
            self.decide()
            decisions += 1
        return decisions

    def decide(self) -> None:
        """Let the seat in turn play a card."""
        self.random = x = (self.random * MULTIPLIER + INCREMENT) & MASK
        hand, right = self.hands[self.turn], RIGHT[self.number]
        cards = (x & 0x4000 and [card for card in hand if right[card]]) or hand
        self.lay(self.turn, (cards[(x >> 15) * len(cards) >> 15],))

    def answer(self) -> None:
        """Let a seat doubt, or all decline."""
        self.random = x = (self.random * MULTIPLIER + INCREMENT) & MASK
        if self.undecided and not (x >> 15) * SUSPICION >> 15:
            seats = [seat for seat in range(self.seats) if self.undecided >> seat & 1]
            self.random = x = following(x)
            self.doubt(seats[(x >> 15) * len(seats) >> 15])
        else:
            self.accept()
