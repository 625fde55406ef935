"""The common part of `careful` for the games of leads, Kirifu and Mustamaija.

It compares the hands that each lead and each defence leave.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from domain.beating.leads import HAND
from domain.beating.table import DEFENDING
from domain.bots.beating.defences import defences
from domain.bots.beating.inference import Inference
from domain.bots.beating.novice import novice_beating
from domain.bots.beating.stall_guard import plays_at_random
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.playouts.beating.endgame_leads import Hand, LeadsEndgame, Pairs, without
from domain.playouts.beating.endgame_search import MAX_ENDGAME_CARDS, SearchLimitReached
from domain.ruleset.actions import Action, Beat, Lead, Take
from domain.ruleset.cards import Card

DRAWN = -0.35
"""The average value of a card from the stock.

It is negative, but hands are refilled whatever is played as long as there is a stock.
"""


class Player(ABC):
    """The choices of a seat."""

    drawn_value = DRAWN
    "The change of a hand's value by an unknown card from the stock."
    lead_value: float
    "The value of the next lead."
    stand_value: float
    "The value of a lead that the next player cannot beat completely."

    def __init__(self, game: Game, seat: int) -> None:
        self.inference = Inference(game, seat)
        self.table, self.seat, self.options = self.inference.table, seat, game.options
        self.hand = tuple(self.inference.hand)

    @abstractmethod
    def hand_value(self, hand: Sequence[Card]) -> float:
        """Return the value of a hand."""

    @abstractmethod
    def possible_leads(self, hand: Hand, other: int) -> Iterable[Hand]:
        """Return the leads of a hand against a hand of `other` cards; an extra card comes last."""

    @abstractmethod
    def as_lead(self, cards: Hand) -> Lead:
        """Return the action that leads these cards."""

    def choice(self) -> Action:
        """Return an action with a won end if the search finds one, else the one that leaves the best hand."""
        if self.table.phase == DEFENDING:
            pairs = self._defence()
            return Beat(pairs) if pairs else Take()
        return self.as_lead(self._lead())

    def _lead(self) -> Hand:
        """Return a winning lead, else the best one by value."""
        following = self.table.following(self.seat)
        found = self.ranked_leads()
        endgame = self.endgame()
        if endgame is not None:
            known = tuple(self.inference.known[following])
            try:
                return next((cards for cards in found if endgame.wins_with(cards, self.hand, known)), found[0])
            except SearchLimitReached:
                pass
        return found[0]

    def ranked_leads(self) -> list[Hand]:
        """Return the leads, the best one by value first."""
        theirs = self.table.sizes[self.table.following(self.seat)]
        return sorted(self.possible_leads(self.hand, theirs), key=self._lead_value, reverse=True)

    def _lead_value(self, cards: Hand) -> float:
        """Return the value of leading these cards."""
        rest = without(self.hand, cards)
        following = self.table.following(self.seat)
        return self._value_after_draw(rest) + self.stand_value * self.inference.chance_to_stand(
            following, sorted(cards, key=self._hardness)
        )

    def _hardness(self, card: Card) -> float:
        """Return a sort key by which cards that are hard to beat come first, roughly."""
        return -self.hand_value([card])

    def _value_after_draw(self, rest: Sequence[Card]) -> float:
        """Return the value of a hand that is refilled from the stock now."""
        return self.hand_value(rest) + self.drawn_value * max(0, min(self.inference.stock, HAND - len(rest)))

    def _defence(self) -> Pairs:
        """Return the pairs to beat with; empty to take everything."""
        attacks = self.table.unbeaten()
        found = self.ranked_defences()
        endgame = self.endgame()
        if endgame is not None:
            leader = next(attack.by for attack in self.table.attacks)
            theirs = tuple(self.inference.known[leader])
            try:
                return next((pairs for pairs in found if endgame.holds(pairs, attacks, self.hand, theirs)), found[0])
            except SearchLimitReached:
                pass
        return found[0]

    def ranked_defences(self) -> list[Pairs]:
        """Return the best way to beat each set of attacks, the best one by value first; empty pairs take everything."""
        attacks = self.table.unbeaten()
        known = self._best_defences(attacks)
        return sorted(known, key=lambda pairs: self._defence_value(pairs, attacks), reverse=True)

    def _best_defences(self, attacks: Sequence[Card]) -> list[Pairs]:
        """Return the best way to beat each set of attacks that can be beaten."""
        whole = self.hand_value(self.hand)
        without_one = {card: self.hand_value(without(self.hand, [card])) - whole for card in self.hand}
        weak_first = sorted(self.hand, key=without_one.__getitem__, reverse=True)
        ways = defences(attacks, weak_first, self.inference.beats, lambda _, card: without_one[card])
        return [pairs for _, pairs in ways.values()]

    def _defence_value(self, pairs: Pairs, attacks: Sequence[Card]) -> float:
        """Return the value of beating these and taking the rest."""
        rest = without(self.hand, [card for _, card in pairs])
        if len(pairs) == len(attacks):
            return self._value_after_draw(rest) + self.lead_value
        beaten = [attack for attack, _ in pairs]
        return self._value_after_draw([*rest, *(attack for attack in attacks if attack not in beaten)])

    def endgame(self) -> LeadsEndgame | None:
        """Return the search if two are left, the stock is empty and the other hand is known; else None."""
        left = self.table.left()
        if len(left) != 2 or self.inference.stock:
            return None
        other = next(one for one in left if one != self.seat)
        lying = len(self.table.unbeaten())
        if self.inference.unknown_count(other) or len(self.hand) + self.table.sizes[other] + lying > MAX_ENDGAME_CARDS:
            return None
        return LeadsEndgame(self.possible_leads, self.inference.beats)


def choose(
    player: type[Player], game: Game, seat: int, actions: Sequence[Action], stream: RandomStream
) -> Action | None:
    """Return the best action for a player of this class, or a random one while the round is stalled."""
    return novice_beating(game, seat, actions, stream) if plays_at_random(game, stream) else player(game, seat).choice()
