"""Positions of `kirifu` and `mustamaija`: the rules of `domain.beating.leads` on integers, with the same sections."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from domain.beating.kirifu import MOST, leads_of
from domain.beating.leads import HAND
from domain.beating.mustamaija import SPADES
from domain.beating.table import DEFENDING, LEADING
from domain.playouts.beating.position import BeatingPosition
from domain.playouts.beating.relation import BY_NUMBER, BY_SUIT, beaters
from domain.playouts.generator import following
from domain.ruleset.actions import Action, Beat, Lead, Take
from domain.ruleset.cards import RANK, SUIT, cards_of, mask_of

_TAKE = Take()


class LeadsPosition(BeatingPosition):
    """A lead, its defence, and the next lead."""

    __slots__ = ()

    size: ClassVar[int] = HAND

    @abstractmethod
    def listed(self, seat: int) -> list[Action]:
        """Return the leads that the game lists."""

    @abstractmethod
    def limit_of(self, leader: int) -> int:
        """Return the maximum of cards in a lead."""

    @abstractmethod
    def beaten(self, seat: int) -> None:
        """Continue after all is beaten: draws, and the next lead."""

    @abstractmethod
    def choose_lead(self, seat: int) -> int:
        """Return the mask of a random lead."""

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
        self.phase, self.turn, self.limit = LEADING, seat, self.limit_of(seat)

    def end_if_decided(self, defender: int | None = None) -> None:
        """End the round, once one player is left, who gets the cards on the table."""
        left = self.left()
        if len(left) > 1:
            return
        if defender is not None:
            self.end_defence(defender, self.unbeaten, take=True)
        ranks = self.places()
        self.end("one-left", ranks, left, self.points_of(ranks, left))

    def decide(self) -> None:
        """Let the seat that is asked lead, beat everything if it can, and else take."""
        seat = self.turn
        if self.phase == LEADING:
            self.lead(seat, self.choose_lead(seat))
            return
        pair = self.defence()
        if pair is None:
            self.take(seat)
        else:
            self.beat(seat, (pair,))
            self.after_beating(seat)


class KirifuPosition(LeadsPosition):
    """A round of `kirifu` of which all cards are known."""

    __slots__ = ()

    key: ClassVar[str] = "kirifu"

    def listed(self, seat: int) -> list[Action]:
        """3.4: every card, group and sequence."""
        found = leads_of(cards_of(self.hands[seat]), self.options)
        return [Lead(cards) for cards in found if len(cards) <= self.limit]

    def limit_of(self, leader: int) -> int:
        """3.4: five; by option no more than the defender holds."""
        if not self.options["limit_by_defender_hand"]:
            return MOST
        return min(MOST, self.hands[self.following(leader)].bit_count())

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

    def choose_lead(self, seat: int) -> int:
        """Return any card, half the time with all others of its number."""
        hand = self.hands[seat]
        card = self.pick(hand)
        same = hand & BY_NUMBER[RANK[card]]
        both = RANK[card] and self.random & 0x4000 and same.bit_count() <= self.limit
        return same if both else 1 << card


class MustamaijaPosition(LeadsPosition):
    """A round of `mustamaija` of which all cards are known."""

    __slots__ = ()

    key: ClassVar[str] = "mustamaija"

    def listed(self, seat: int) -> list[Action]:
        """4.3: each card by itself."""
        return [Lead((card,)) for card in cards_of(self.hands[seat])]

    def limit_of(self, leader: int) -> int:
        """4.3 and 4.5: the defender's hand, and `max_lead`."""
        held = self.hands[self.following(leader)].bit_count()
        return min(held, self.options["max_lead"] or held)

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

    def choose_lead(self, seat: int) -> int:
        """Return any card, and half the time each other card of its suit, up to the limit."""
        hand = self.hands[seat]
        card = self.pick(hand)
        lead, room = 1 << card, self.limit - 1
        others = hand & BY_SUIT[SUIT[card]] & ~lead
        if others and room:
            self.random = x = following(self.random)
            x >>= 12
            for other in cards_of(others):
                if room and x & 1:
                    lead |= 1 << other
                    room -= 1
                x >>= 1
        return lead
