"""`careful` for `mustamaija`: leads flushes of low cards, is rid of the queen of spades as soon as it leads, and keeps trumps to come to that."""

from collections.abc import Iterable, Sequence

from domain.actions import Action, Lead
from domain.beating.mustamaija import QUEEN
from domain.bots.beating import careful_leads
from domain.bots.beating.endgame_leads import Hand
from domain.bots.beating.hand_value_mustamaija import leads, most, worth
from domain.bots.beating.novice import novice_beating
from domain.bots.beating.stall_guard import tired
from domain.cards import Card
from domain.chance import RandomStream
from domain.game import Game

DRAWN = -0.35
"""What a card from the stock is worth on average: less than nothing, but as long as there are any hands are filled up whatever is played."""

RID = 1.0
"""What it is worth to lead next more than else with the queen of spades in hand."""


def careful_mustamaija(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """What promises most; it takes chance only in a round that does not come to an end."""
    return novice_beating(game, seat, actions, stream) if tired(game, stream) else Player(game, seat).choice()


class Player(careful_leads.Player):
    """The choices of a seat in Mustamaija."""

    drawn = DRAWN
    stands = 0.8

    def __init__(self, game: Game, seat: int) -> None:
        super().__init__(game, seat)
        self.lead = 0.5 + RID * (QUEEN in self.hand)

    def worth(self, hand: Sequence[Card]) -> float:
        """What a hand is worth."""
        return worth(self.table, hand)

    def leads(self, hand: Hand, other: int) -> Iterable[Hand]:
        """Flushes."""
        return leads(hand, most(other, self.options))

    def as_lead(self, cards: Hand) -> Lead:
        """There are no extra cards."""
        return Lead(cards)
