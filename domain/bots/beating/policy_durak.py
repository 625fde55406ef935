"""The default policy of playouts for `durak`: as `careful` plays, by the values of cards alone, and much cheaper.

A seat sees its own hand and the table. When two are left and the stock is empty, both hands are known to both, so it
also sees which of its cards the other one cannot beat. Nothing is at random.
"""

from math import fsum

from domain.beating.table import ATTACKING, DEFENDING, LEADING
from domain.bots.beating.careful_durak import PAIRED, RESERVE, SAME, TAKEN, TEMPO
from domain.bots.beating.hand_value_durak import card_values, shed_value
from domain.bots.beating.policies import Thrifty
from domain.playouts.beating.durak import DurakPosition
from domain.playouts.beating.relation import BY_NUMBER, BY_SUIT
from domain.ruleset.actions import Stop
from domain.ruleset.cards import RANK, Card, cards_of

_STOP = Stop()

NOTHING = -1
"""All cards, as a mask: a hand that beats everything."""


class ThriftyDurak(Thrifty, DurakPosition):
    """Durak: leads low and paired cards, adds what is better shed than kept, and takes where beating costs more."""

    __slots__ = ()

    @property
    def judged(self) -> bool:
        """Whether more than two seats play, each for itself. A playout of two goes to the end of the round."""
        return self.seats > 2 and not self.options["teams"]

    def decide(self) -> None:
        """Let the seat that is asked take one decision."""
        seat = self.turn
        if self.phase == LEADING:
            self.attack_with(seat, 1 << self.choose_lead(self.hands[seat]))
        elif self.phase == DEFENDING:
            self._answer(seat)
        else:
            self._add(seat)

    def facing(self) -> int:
        """Return the mask of the defender's hand where it is known, else NOTHING."""
        return NOTHING if self.stock or len(self.out) < self.seats - 2 else self.hands[self.defender]

    def choose_lead(self, hand: int) -> Card:
        """Return the card with the lowest value, less what others of its number and a take by the defender bring."""
        values, beaters, facing = card_values(self.trump), self.beaters, self.facing()
        plain = hand & ~BY_SUIT[self.trump]  # type: ignore[index]
        best, least = -1, 1000.0
        for card in cards_of(hand):
            cost = values[card] - PAIRED * (plain & BY_NUMBER[RANK[card]]).bit_count()
            if not facing & beaters[card]:
                cost -= TAKEN
            if cost < least:
                best, least = card, cost
        return best

    def _add(self, seat: int) -> None:
        """Attack further, or throw in, with the cheapest card that is worth less than having one card less."""
        values, beaters, facing = card_values(self.trump), self.beaters, self.facing()
        best, least = -1, shed_value(len(self.stock)) - RESERVE
        for card in cards_of(self.hands[seat] & self.fitting()):
            cost = values[card]
            if not facing & beaters[card]:
                cost -= TAKEN
            if cost < least:
                best, least = card, cost
        if best < 0:
            self.act(seat, _STOP)
        elif self.phase == ATTACKING:
            self.attack_with(seat, 1 << best)
        else:
            self.attack(seat, 1 << best)
            self.after_giving_up()

    def _answer(self, seat: int) -> None:
        """Turn over, beat or take, whatever costs least."""
        values, shed, lying = card_values(self.trump), shed_value(len(self.stock)), self.lying
        hand, turning = self.hands[seat], self.turning()
        least = fsum([values[card] for card in cards_of(lying)]) - shed * lying.bit_count() - TEMPO
        least, attack, best = shed - least, -1, -1
        weakest = self.beatable(hand)
        if weakest:
            attack = weakest.bit_length() - 1
            numbers = self.fitting()
            for card in cards_of(hand & self.beaters[attack]):
                cost = values[card] - SAME if numbers >> card & 1 else values[card]
                if cost < least:
                    best, least = card, cost
        for card in cards_of(hand & turning):
            if values[card] - TEMPO / 2 < least:
                attack, best, least = -1, card, values[card] - TEMPO / 2
        if best < 0:
            self.given_up = True
            self.after_giving_up()
        elif attack < 0:
            self.turn_over(seat, best)
        else:
            self.beat(seat, ((attack, best),))
            self.after_beating()

    def beatable(self, hand: int) -> int:
        """Return the mask of the first attack that is not beaten; 0 if the hand cannot beat each of them."""
        unbeaten, attack = self.unbeaten, 0
        while unbeaten:
            attack = unbeaten & -unbeaten
            if not hand & self.beaters[attack.bit_length() - 1]:
                return 0
            unbeaten ^= attack
        return attack
