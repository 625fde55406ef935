"""`careful` for `kirifu`: sheds low cards in groups with an extra card, and keeps high cards for the end.

High cards are trumps, the ace of spades and the joker.
"""

from collections.abc import Iterable, Sequence

from domain.beating.kirifu import combination, max_lead, possible_leads
from domain.bots.beating import careful_leads
from domain.bots.beating.hand_value_kirifu import hand_value
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.playouts.beating.endgame_leads import Hand
from domain.ruleset.actions import Action, Lead
from domain.ruleset.cards import Card


def careful_kirifu(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """Return the action with the highest value; a random one while the round is stalled."""
    return careful_leads.choose(Player, game, seat, actions, stream)


class Player(careful_leads.Player):
    """The choices of a seat in Kirifu."""

    lead_value = 0.5
    stand_value = 0.3

    def hand_value(self, hand: Sequence[Card]) -> float:
        """Return the value of a hand."""
        return hand_value(self.table, hand, self.options)

    def possible_leads(self, hand: Hand, other: int) -> Iterable[Hand]:
        """Return all leads, groups also with an extra card."""
        return possible_leads(hand, self.options, max_lead(other, self.options))

    def as_lead(self, cards: Hand) -> Lead:
        """Return the lead; the last card is the extra one if the cards together are not a combination."""
        return Lead(cards) if combination(cards, self.options) else Lead(cards[:-1], cards[-1])
