"""Positions of `kirifu` and `mustamaija`: the rules of `domain.beating.leads` on integers, with the same sections."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from domain.beating.kirifu import MOST, leads_of
from domain.beating.leads import HAND
from domain.beating.mustamaija import SPADES
from domain.beating.table import DEFENDING, LEADING
from domain.playouts.beating.position import BeatingPosition, pick
from domain.playouts.beating.relation import BY_NUMBER, BY_SUIT, beaters, worth
from domain.playouts.generator import INCREMENT, MASK, MULTIPLIER, following
from domain.ruleset.actions import Action, Beat, Lead, Take
from domain.ruleset.cards import RANK, SUIT, cards_of, mask_of

_TAKE = Take()

NO_LIMIT = 1 << 30
"""Cards of a lead, and takes without progress, without an option that limits them."""


class LeadsPosition(BeatingPosition):
    """A lead, its defence, and the next lead."""

    __slots__ = ()

    size: ClassVar[int] = HAND
    refills: ClassVar[bool]
    "Whether a seat that has beaten everything draws before it leads."

    @abstractmethod
    def listed(self, seat: int) -> list[Action]:
        """Return the leads that the game lists."""

    @abstractmethod
    def bounds(self) -> tuple[int, bool]:
        """Return the maximum of cards in a lead, and whether the defender's hand limits it too."""

    @abstractmethod
    def beaten(self, seat: int) -> None:
        """Continue after all is beaten: draws, and the next lead."""

    @abstractmethod
    def random_lead(self, hand: int, limit: int, x: int) -> tuple[int, int]:
        """Return the mask of a lead, and the last random number; `x` is the one before the first."""

    def led(self) -> None:
        """Do what comes between a lead and the drawing after it."""

    def points_of(self, ranks: Sequence[int | None], losers: Sequence[int]) -> list[int] | None:  # noqa: ARG002 - of one game
        """Return the points of each seat; None if losing costs a point and no other points count."""
        return None

    def actions(self, seat: int) -> Sequence[Action]:
        """Return the seat's legal actions, as `Leads.actions` does."""
        if self.over or seat != self.turn:
            return []
        return self.listed(seat) if self.phase == LEADING else [*self.defences(seat), _TAKE]

    def act(self, seat: int, action: Action | None) -> None:
        """Perform a lead, a defence or a take."""
        match action:
            case Lead():
                extra = () if action.extra is None else (action.extra,)
                self.lead(seat, mask_of((*action.cards, *extra)))
            case Beat():
                self.beat(seat, action.pairs)
                self.after_beating(seat)
            case Take():
                self.take(seat)
            case None:
                pass
            case _:
                raise ValueError(f"no such action in this game: {action}")

    def lead(self, seat: int, cards: int) -> None:
        """Lay the cards before the next player; the leader draws, or is done."""
        self.attack(seat, cards)
        self.led()
        self.draw(seat)
        if self.go_out((seat,)):
            self.end_if_decided(self.following(seat))
        if not self.over:
            self.phase, self.turn, self.limit = DEFENDING, self.following(seat), 0

    def after_beating(self, seat: int) -> None:
        """Clear the table once all is beaten."""
        if not self.unbeaten:
            self.end_defence(seat, 0, take=False)
            self.beaten(seat)

    def take(self, seat: int) -> None:
        """Move the cards that are not beaten to the hand; the next player leads, or the round is given up."""
        self.end_defence(seat, self.unbeaten, take=True)
        self.draw(seat)
        if self.stalled():
            self.end("stalled", self.places(), [], self.points_of(self.places(), []))
        else:
            self.leads(self.following(seat))

    def leads(self, seat: int) -> None:
        """Ask the seat to lead."""
        most, by_hand = self.bounds()
        held = self.hands[self.following(seat)].bit_count()
        self.phase, self.turn, self.limit = LEADING, seat, min(most, held) if by_hand else most

    def end_if_decided(self, defender: int | None = None) -> None:
        """End the round, once one player is left, who gets the cards on the table."""
        left = self.left()
        if len(left) > 1:
            return
        if defender is not None:
            self.end_defence(defender, self.unbeaten, take=True)
        ranks = self.places()
        self.end("one-left", ranks, left, self.points_of(ranks, left))

    # The playout

    def play_out(self, limit: int = 100_000) -> int:
        """Play at random to the end of the round, or for at most `limit` decisions; return their number.

        A seat beats if it can beat everything, half the time with its lowest cards, and else takes.
        """
        decisions = 0
        while not self.over and decisions < limit:
            decisions += self.take_turns(limit - decisions)
        return decisions

    def take_turns(self, limit: int) -> int:  # noqa: C901, PLR0912, PLR0915 - the loop that speed depends on
        """Play until a decision is a rare one, or `limit` is reached; return the number of decisions.

        Nearly all the time of a playout is spent here. So what `lead`, `beat` and `take` do is written out on local
        names, but for what comes of a hand without cards, of takes without progress and of the turning of the trump:
        a decision that may need this is rare, and is left to them.
        """
        hands, stock, emptied, table, size, refills = (
            self.hands, self.stock, self.emptied, self.beaters, self.size, self.refills,
        )  # fmt: skip
        turn, leading, room, x = self.turn, self.phase == LEADING, self.limit, self.random
        unbeaten, lying, count, stall = self.unbeaten, self.lying, self.count, self.stall
        after, (most, by_hand) = [self.following(seat) for seat in range(self.seats)], self.bounds()
        place, untrumped = worth(self.trump), self.trump is None
        stalled = (self.options["stall_limit"] or NO_LIMIT) - 1
        cards = attack = card = answers = decisions = 0
        rare = False
        while decisions < limit:
            decisions += 1
            hand = hands[turn]
            if leading:
                cards, x = self.random_lead(hand, room, x)
                rare = untrumped or (cards == hand and not stock)
                if rare:
                    break
                hand ^= cards
                unbeaten, lying, count, room, leading, asked = cards, cards, cards.bit_count(), 0, False, after[turn]
            else:
                rest = unbeaten
                while rest:
                    attack = rest.bit_length() - 1
                    answers = hand & table[attack]
                    if not answers:
                        break
                    rest ^= 1 << attack
                if answers:
                    x = (x * MULTIPLIER + INCREMENT) & MASK
                    if x >> 29:
                        card = min(cards_of(answers), key=place.__getitem__)
                    else:
                        x = (x * MULTIPLIER + INCREMENT) & MASK
                        card = pick(answers, x)
                    rare = hand == 1 << card
                    if rare:
                        break
                    hand ^= 1 << card
                    lying |= 1 << card
                    unbeaten ^= 1 << attack
                    if unbeaten:
                        hands[turn] = hand
                        continue
                    stall, asked = 0, turn
                else:
                    rare = stall >= stalled
                    if rare:
                        break
                    stall, asked = stall + 1 if unbeaten == lying else 0, after[turn]
                    hand |= unbeaten
                    if turn in emptied:
                        emptied.remove(turn)
                unbeaten, lying, count, leading = 0, 0, 0, True
            if refills or asked != turn:
                while stock and hand.bit_count() < size:
                    hand |= 1 << stock.pop()
                    stall = 0
            hands[turn], turn = hand, asked
            if leading:
                room = min(most, hands[after[turn]].bit_count()) if by_hand else most
        self.turn, self.phase, self.limit, self.random = turn, LEADING if leading else DEFENDING, room, x
        self.unbeaten, self.lying, self.count, self.stall = unbeaten, lying, count, stall
        if rare and leading:
            self.lead(turn, cards)
        elif rare and answers:
            self.beat(turn, ((attack, card),))
            self.after_beating(turn)
        elif rare:
            self.take(turn)
        return decisions


class KirifuPosition(LeadsPosition):
    """A round of `kirifu` of which all cards are known."""

    __slots__ = ()

    key: ClassVar[str] = "kirifu"
    refills: ClassVar[bool] = False

    def listed(self, seat: int) -> list[Action]:
        """3.4: every card, group and sequence."""
        found = leads_of(cards_of(self.hands[seat]), self.options)
        return [Lead(cards) for cards in found if len(cards) <= self.limit]

    def bounds(self) -> tuple[int, bool]:
        """3.4: five; by option no more than the defender holds."""
        return MOST, self.options["limit_by_defender_hand"]

    def beaten(self, seat: int) -> None:
        """3.4: a seat that has beaten all leads at once; without a card for that it draws, and the next one leads."""
        if self.hands[seat]:
            self.leads(seat)
            return
        self.draw(seat)
        if self.go_out((seat,)):
            self.end_if_decided()
        if not self.over:
            self.leads(self.following(seat))

    def end_if_decided(self, defender: int | None = None) -> None:
        """3.5: by `finish` the first seat that is done ends the round, else the last but one."""
        if self.options["finish"] == "play_on":
            super().end_if_decided(defender)
            return
        ranks = [1 if seat in self.out else None for seat in range(self.seats)]
        self.end("first-out", ranks, [], self.points_of(ranks, []))

    def points_of(self, ranks: Sequence[int | None], losers: Sequence[int]) -> list[int]:
        """3.5: the first seat that is done wins a point, and the last one with cards loses one."""
        won = ranks.index(1) if ranks.count(1) == 1 else None
        return [(seat == won) - (seat in losers) for seat in range(self.seats)]

    def random_lead(self, hand: int, limit: int, x: int) -> tuple[int, int]:
        """Return any card, half the time with all others of its number."""
        x = (x * MULTIPLIER + INCREMENT) & MASK
        card = pick(hand, x)
        same = hand & BY_NUMBER[RANK[card]]
        both = x & 0x4000 and RANK[card] and same.bit_count() <= limit
        return same if both else 1 << card, x


class MustamaijaPosition(LeadsPosition):
    """A round of `mustamaija` of which all cards are known."""

    __slots__ = ()

    key: ClassVar[str] = "mustamaija"
    refills: ClassVar[bool] = True

    def listed(self, seat: int) -> list[Action]:
        """4.3: each card by itself."""
        return [Lead((card,)) for card in cards_of(self.hands[seat])]

    def bounds(self) -> tuple[int, bool]:
        """4.3 and 4.5: the defender's hand, and `max_lead`."""
        return self.options["max_lead"] or NO_LIMIT, True

    def led(self) -> None:
        """4.3: after the first lead the trump is turned, the skipped cards go into the middle of the rest."""
        if self.trump is not None:
            return
        stock, skipped = self.stock, []
        while SUIT[stock[-1]] == SPADES and not self.options["spades_can_be_trump"]:
            skipped.append(stock.pop())
        turned = stock.pop()
        under = len(stock) // 2
        below = len(stock) - under
        self.stock = [turned, *stock[:below], *skipped[::-1], *stock[below:]]
        self.trump = SUIT[turned]
        self.beaters = beaters(self.key, self.trump, self.aces, self.follow_suit)

    def beaten(self, seat: int) -> None:
        """4.3: a seat that has beaten all draws, and leads; or it is done, and the next one leads (4.4)."""
        self.draw(seat)
        if not self.go_out((seat,)):
            self.leads(seat)
            return
        self.end_if_decided()
        if not self.over:
            self.leads(self.following(seat))

    def random_lead(self, hand: int, limit: int, x: int) -> tuple[int, int]:
        """Return any card, and half the time each other card of its suit, up to the limit."""
        x = following(x)
        card = pick(hand, x)
        lead, room = 1 << card, limit - 1
        others = hand & BY_SUIT[SUIT[card]] & ~lead
        if others and room:
            x = following(x)
            choices = x >> 12
            for other in cards_of(others):
                if room and choices & 1:
                    lead |= 1 << other
                    room -= 1
                choices >>= 1
        return lead, x
