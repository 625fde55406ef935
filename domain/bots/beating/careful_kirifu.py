"""`careful` for `kirifu`: gets rid of low cards in groups with an extra one, and keeps trumps, the spade ace and the joker for the end."""

from collections.abc import Iterable, Sequence

from domain.actions import Action, Lead
from domain.beating.kirifu import combination
from domain.bots.beating import careful_leads
from domain.bots.beating.endgame_leads import Hand
from domain.bots.beating.hand_value_kirifu import leads, most, worth
from domain.bots.beating.novice import novice_beating
from domain.bots.beating.stall_guard import tired
from domain.cards import Card
from domain.chance import RandomStream
from domain.game import Game

DRAWN = -0.35
"""What a card from the stock is worth on average: less than nothing, but as long as there are any hands are filled up whatever is played."""


def careful_kirifu(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """What promises most; it takes chance only in a round that does not come to an end."""
    return novice_beating(game, seat, actions, stream) if tired(game, stream) else Player(game, seat).choice()


class Player(careful_leads.Player):
    """The choices of a seat in Kirifu."""

    drawn = DRAWN
    lead = 0.5
    stands = 0.3

    def worth(self, hand: Sequence[Card]) -> float:
        """What a hand is worth."""
        return worth(self.table, hand, self.options)

    def leads(self, hand: Hand, other: int) -> Iterable[Hand]:
        """All leads, groups also with an extra card."""
        return leads(hand, self.options, most(other, self.options))

    def as_lead(self, cards: Hand) -> Lead:
        """The last card is an extra one where the cards are nothing together."""
        return Lead(cards) if combination(cards, self.options) else Lead(cards[:-1], cards[-1])
