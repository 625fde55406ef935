"""Default policies of playouts for the beating games: roughly as `careful` plays, and much cheaper.

A seat sheds its weakest cards, beats with the weakest card that does, and saves trumps while there is a stock. It sees
only its own hand and the table.
"""

from abc import abstractmethod

from domain.beating.mustamaija import QUEEN
from domain.beating.relation import ACE_HIGH
from domain.beating.table import LEADING
from domain.playouts.beating.leads import KirifuPosition, LeadsPosition, MustamaijaPosition
from domain.playouts.beating.position import BeatingPosition
from domain.playouts.beating.relation import BY_NUMBER, BY_SUIT, worth
from domain.ruleset.cards import SUIT, Card, cards_of

HIGH = 12
"""Plain cards from this number on are kept for defences while there is a stock."""


def weakest(mask: int, trump: int | None) -> Card:
    """Return the card of the mask with the lowest worth."""
    return min(cards_of(mask), key=worth(trump).__getitem__)


class Thrifty(BeatingPosition):
    """The common part: seats beat with their weakest cards, and a playout ends with the stock."""

    __slots__ = ()

    def play_out(self, limit: int = 100_000) -> int:
        """Play until the stock is used up and no card is on the table; without a stock to the end of the round.

        After `limit` decisions it ends as soon as no card is on the table. Returns the number of decisions.
        """
        decisions, stops = 0, self.stock and self.judged
        while not self.over and (self.lying or (decisions < limit and (self.stock or not stops))):
            self.decide()
            decisions += 1
        return decisions

    @abstractmethod
    def decide(self) -> None:
        """Let the seat that is asked take one decision."""

    @property
    def judged(self) -> bool:
        """Whether a round without a stock can be judged by `standing.py`."""
        return True

    def defence(self) -> tuple[Card, Card] | None:
        """Return an attack with the weakest card that beats it; None if some attack cannot be beaten."""
        hand, unbeaten, table = self.hands[self.turn], self.unbeaten, self.beaters
        attack = -1
        while unbeaten:
            attack = unbeaten.bit_length() - 1
            if not hand & table[attack]:
                return None
            unbeaten ^= 1 << attack
        return attack, weakest(hand & table[attack], self.trump)


class ThriftyLeads(Thrifty, LeadsPosition):
    """The games of leads: a seat that cannot beat everything beats what it can with plain cards."""

    __slots__ = ()

    @abstractmethod
    def choose_lead(self, seat: int) -> int:
        """Return the mask of a lead."""

    def decide(self) -> None:
        """Let the seat that is asked lead, beat everything if it can, and else take what is left."""
        seat = self.turn
        if self.phase == LEADING:
            self.lead(seat, self.choose_lead(seat))
            return
        pair = self.defence() or self.plain_defence()
        if pair is None:
            self.take(seat)
        else:
            self.beat(seat, (pair,))
            self.after_beating(seat)

    def plain_defence(self) -> tuple[Card, Card] | None:
        """Return an attack with the weakest plain card that beats it, if there is one."""
        hand = self.hands[self.turn]
        if self.trump is not None:
            hand &= ~BY_SUIT[self.trump]
        for attack in cards_of(self.unbeaten):
            answers = hand & self.beaters[attack] & ~BY_NUMBER[0]
            if answers:
                return attack, weakest(answers, self.trump)
        return None


class ThriftyKirifu(ThriftyLeads, KirifuPosition):
    """Kirifu: leads the weakest card, or a group of cards with the weakest other one."""

    __slots__ = ()

    def choose_lead(self, seat: int) -> int:
        """Return the largest group of low cards with an extra one, else the weakest card."""
        hand = self.hands[seat]
        card, lead = weakest(hand, self.trump), 0
        for number in BY_NUMBER[2:HIGH]:
            same = hand & number
            if lead.bit_count() < same.bit_count() <= self.limit:
                lead = same
        if lead.bit_count() < 2:
            return 1 << card
        rest = hand & ~lead
        if rest and lead.bit_count() < self.limit and self.options["extra_card"]:
            lead |= 1 << weakest(rest, self.trump)
        return lead


class ThriftyMustamaija(ThriftyLeads, MustamaijaPosition):
    """Mustamaija: leads the queen of spades as soon as it can, else the weakest card, with low cards of its suit."""

    __slots__ = ()

    def choose_lead(self, seat: int) -> int:
        """Return the weakest card with other cards of its suit below `HIGH`."""
        hand = self.hands[seat]
        card = QUEEN if hand >> QUEEN & 1 else weakest(hand, self.trump)
        lead, room = 1 << card, self.limit - 1
        for other in cards_of(hand & BY_SUIT[SUIT[card]] & ~lead):
            if room > 0 and ACE_HIGH[other] < HIGH:
                lead |= 1 << other
                room -= 1
        return lead
