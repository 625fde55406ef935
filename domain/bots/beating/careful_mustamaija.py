"""`careful` for `mustamaija`: leads flushes of low cards, and leads the queen of spades as early as possible.

It keeps trumps to get the lead for that.
"""

from collections.abc import Iterable, Sequence

from domain.beating.mustamaija import QUEEN, max_lead
from domain.bots.beating import careful_leads
from domain.bots.beating.hand_value_mustamaija import hand_value, possible_leads
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.playouts.beating.endgame_leads import Hand
from domain.ruleset.actions import Action, Lead
from domain.ruleset.cards import Card

RID = 1.0
"""The additional value of the next lead with the queen of spades in hand."""


def careful_mustamaija(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """Return the action with the highest value; a random one while the round is stalled."""
    return careful_leads.choose(Player, game, seat, actions, stream)


class Player(careful_leads.Player):
    """The choices of a seat in Mustamaija."""

    stand_value = 0.8

    def __init__(self, game: Game, seat: int) -> None:
        super().__init__(game, seat)
        self.lead_value = 0.5 + RID * (QUEEN in self.hand)

    def hand_value(self, hand: Sequence[Card]) -> float:
        """Return the value of a hand."""
        return hand_value(self.table, hand)

    def possible_leads(self, hand: Hand, other: int) -> Iterable[Hand]:
        """Return the flushes of a hand."""
        return possible_leads(hand, max_lead(other, self.options))

    def as_lead(self, cards: Hand) -> Lead:
        """Return the lead; there are no extra cards."""
        return Lead(cards)
