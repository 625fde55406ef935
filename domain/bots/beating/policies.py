"""Default policies of playouts for the beating games: roughly as `careful` plays, and much cheaper.

A seat sheds its weakest cards, beats with the weakest card that does, and saves trumps while there is a stock. It sees
only its own hand and the table.
"""

from domain.actions import Stop
from domain.beating.mustamaija import QUEEN
from domain.beating.relation import ACE_HIGH
from domain.beating.table import ATTACKING, DEFENDING, LEADING
from domain.cards import RANK, SUIT, Card
from domain.playouts.beating.durak import DurakPosition
from domain.playouts.beating.leads import KirifuPosition, MustamaijaPosition
from domain.playouts.beating.relation import BY_NUMBER, BY_SUIT, worth
from domain.playouts.cards import cards_of
from domain.playouts.generator import following

_STOP = Stop()

HIGH = 12
"""Plain cards from this number on are kept for defences while there is a stock."""

ODD = 8
"""One choice of this many is random, so that playouts differ."""


def weakest(mask: int, trump: int | None) -> Card:
    """Return the card of the mask with the lowest worth."""
    return min(cards_of(mask), key=worth(trump).__getitem__)


class ThriftyDurak(DurakPosition):
    """Durak: leads the weakest card, adds plain cards, and spends no trumps on few cards while there is a stock."""

    __slots__ = ()

    def decide(self) -> None:
        """Let the seat that is asked take one decision."""
        seat = self.turn
        self.random = following(self.random)
        if not (self.random >> 15) % ODD:
            super().decide()
        elif self.phase == LEADING:
            self.attack_with(seat, 1 << weakest(self.hands[seat], self.trump))
        elif self.phase == DEFENDING:
            self._save_trumps(seat)
        else:
            self._add(seat)

    def _save_trumps(self, seat: int) -> None:
        """Take a single low card that only a trump beats, half the time while there is a stock; else defend."""
        hand, attack = self.hands[seat], self.unbeaten.bit_length() - 1
        assert self.trump is not None
        plain = hand & self.beaters[attack] & ~BY_SUIT[self.trump]
        if self.stock and not plain and self.count < 2 and SUIT[attack] != self.trump and self.random & 0x2000:
            self.given_up = True
            self.after_giving_up()
        else:
            self._defend(seat)

    def _add(self, seat: int) -> None:
        """Attack further, or throw in, with the weakest card that fits; keep trumps and high cards."""
        fitting = self.hands[seat] & self.fitting()
        card = weakest(fitting, self.trump) if fitting else None
        kept = card is None or SUIT[card] == self.trump or ACE_HIGH[card] >= HIGH
        if card is None or (kept and (self.stock or self.phase != ATTACKING)):
            self.act(seat, _STOP)
        elif self.phase == ATTACKING:
            self.attack_with(seat, 1 << card)
        else:
            self.attack(seat, 1 << card)
            self.after_giving_up()


class ThriftyKirifu(KirifuPosition):
    """Kirifu: leads the weakest card, with the others of its number."""

    __slots__ = ()

    def choose_lead(self, seat: int) -> int:
        """Return the weakest card with all others of its number; one time of `ODD` a random lead."""
        self.random = following(self.random)
        if not (self.random >> 15) % ODD:
            return super().choose_lead(seat)
        hand = self.hands[seat]
        card = weakest(hand, self.trump)
        same = hand & BY_NUMBER[RANK[card]]
        return same if RANK[card] and same.bit_count() <= self.limit else 1 << card


class ThriftyMustamaija(MustamaijaPosition):
    """Mustamaija: leads the queen of spades as soon as it can, else the weakest card, with low cards of its suit."""

    __slots__ = ()

    def choose_lead(self, seat: int) -> int:
        """Return the weakest card with other cards of its suit below `HIGH`; one time of `ODD` a random lead."""
        self.random = following(self.random)
        if not (self.random >> 15) % ODD:
            return super().choose_lead(seat)
        hand = self.hands[seat]
        card = QUEEN if hand >> QUEEN & 1 else weakest(hand, self.trump)
        lead, room = 1 << card, self.limit - 1
        for other in cards_of(hand & BY_SUIT[SUIT[card]] & ~lead):
            if room > 0 and ACE_HIGH[other] < HIGH:
                lead |= 1 << other
                room -= 1
        return lead
