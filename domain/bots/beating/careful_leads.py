"""What `careful` does alike in the games of leads, Kirifu and Mustamaija: it weighs the hand that each lead and each defence leaves it with."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from domain.actions import Action, Beat, Lead, Take
from domain.beating.leads import HAND
from domain.beating.table import DEFENDING
from domain.bots.beating.defences import Pairs, defences
from domain.bots.beating.endgame_leads import Hand, LeadsEndgame, without
from domain.bots.beating.endgame_search import MAX_ENDGAME_CARDS, SearchLimitReached
from domain.bots.beating.inference import Inference
from domain.bots.beating.novice import novice_beating
from domain.bots.beating.stall_guard import plays_at_random
from domain.cards import Card
from domain.chance import RandomStream
from domain.game import Game

DRAWN = -0.35
"""The average value of a card from the stock.

It is negative, but hands are refilled whatever is played as long as there is a stock.
"""


class Player(ABC):
    """The choices of a seat."""

    drawn_value = DRAWN
    "What a hand is worth more with a card from the stock that nobody knows."
    lead_value: float
    "What it is worth to lead next."
    stand_value: float
    "What it is worth when the next player cannot beat all of a lead."

    def __init__(self, game: Game, seat: int) -> None:
        self.inference = Inference(game, seat)
        self.table, self.seat, self.options = self.inference.table, seat, game.options
        self.hand = tuple(self.inference.hand)

    # What each game says for itself

    @abstractmethod
    def hand_value(self, hand: Sequence[Card]) -> float:
        """What a hand is worth."""

    @abstractmethod
    def possible_leads(self, hand: Hand, other: int) -> Iterable[Hand]:
        """What a hand may lead before a hand of so many cards; an extra card last."""

    @abstractmethod
    def as_lead(self, cards: Hand) -> Lead:
        """The lead of these cards."""

    # What follows

    def choice(self) -> Action:
        """What leads to a won end, where that can be seen; else what leaves the best hand."""
        if self.table.phase == DEFENDING:
            pairs = self._defence()
            return Beat(pairs) if pairs else Take()
        return self.as_lead(self._lead())

    def _lead(self) -> Hand:
        """The lead, best first by what it leaves."""
        following = self.table.following(self.seat)
        theirs = len(self.table.hands[following])
        found = sorted(self.possible_leads(self.hand, theirs), key=self._lead_value, reverse=True)
        endgame = self.endgame()
        if endgame is not None:
            known = tuple(self.inference.known[following])
            try:
                return next((cards for cards in found if endgame.wins_with(cards, self.hand, known)), found[0])
            except SearchLimitReached:
                pass
        return found[0]

    def _lead_value(self, cards: Hand) -> float:
        """What it is worth to lead these."""
        rest = without(self.hand, cards)
        following = self.table.following(self.seat)
        return self._value_after_draw(rest) + self.stand_value * self.inference.chance_to_stand(
            following, sorted(cards, key=self._hardness)
        )

    def _hardness(self, card: Card) -> float:
        """How hard the card is to beat, roughly, the hardest first."""
        return -self.hand_value([card])

    def _value_after_draw(self, rest: Sequence[Card]) -> float:
        """What a hand is worth that is filled up from the stock now."""
        return self.hand_value(rest) + self.drawn_value * max(0, min(self.inference.stock, HAND - len(rest)))

    def _defence(self) -> Pairs:
        """What to beat now, and with what; nothing where all is to be taken."""
        attacks = self.table.unbeaten()
        known = self._best_defences(attacks)
        found = sorted(known, key=lambda pairs: self._defence_value(pairs, attacks), reverse=True)
        endgame = self.endgame()
        if endgame is not None:
            leader = next(attack.by for attack in self.table.attacks)
            theirs = tuple(self.inference.known[leader])
            try:
                return next((pairs for pairs in found if endgame.holds(pairs, attacks, self.hand, theirs)), found[0])
            except SearchLimitReached:
                pass
        return found[0]

    def _best_defences(self, attacks: Sequence[Card]) -> list[Pairs]:
        """The best way to beat each set of attacks that can be beaten."""
        whole = self.hand_value(self.hand)
        without_one = {card: self.hand_value(without(self.hand, [card])) - whole for card in self.hand}
        weak_first = sorted(self.hand, key=without_one.__getitem__, reverse=True)
        ways = defences(attacks, weak_first, self.inference.beats, lambda _, card: without_one[card])
        return [pairs for _, pairs in ways.values()]

    def _defence_value(self, pairs: Pairs, attacks: Sequence[Card]) -> float:
        """What it is worth to beat these and take the rest."""
        rest = without(self.hand, [card for _, card in pairs])
        if len(pairs) == len(attacks):
            return self._value_after_draw(rest) + self.lead_value
        beaten = [attack for attack, _ in pairs]
        return self._value_after_draw([*rest, *(attack for attack in attacks if attack not in beaten)])

    def endgame(self) -> LeadsEndgame | None:
        """The end that can be played out: two are left, nothing can be drawn, and the other's hand is known."""
        left = self.table.left()
        if len(left) != 2 or self.inference.stock:
            return None
        other = next(one for one in left if one != self.seat)
        lying = len(self.table.unbeaten())
        if (
            self.inference.unknown_count(other)
            or len(self.hand) + len(self.table.hands[other]) + lying > MAX_ENDGAME_CARDS
        ):
            return None
        return LeadsEndgame(self.possible_leads, self.inference.beats)


def choose(
    player: type[Player], game: Game, seat: int, actions: Sequence[Action], stream: RandomStream
) -> Action | None:
    """Return the best action for a player of this class, or a random one while the round is stalled."""
    return novice_beating(game, seat, actions, stream) if plays_at_random(game, stream) else player(game, seat).choice()
