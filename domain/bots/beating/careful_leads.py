"""What `careful` does alike in the games of leads, Kirifu and Mustamaija: it weighs the hand that each lead and each defence leaves it with."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from domain.actions import Action, Beat, Lead, Take
from domain.beating.leads import HAND
from domain.beating.table import DEFENDING
from domain.bots.beating.defences import Pairs, defences
from domain.bots.beating.endgame_leads import Duel, Hand, TooLong, without
from domain.bots.beating.inference import Inference
from domain.cards import Card
from domain.game import Game

MOST_KNOWN = 16
"""Cards in the last two hands from which on the end is played out."""


class Player(ABC):
    """The choices of a seat."""

    drawn: float
    "What a hand is worth more with a card from the stock that nobody knows."
    lead: float
    "What it is worth to lead next."
    stands: float
    "What it is worth when the next player cannot beat all of a lead."

    def __init__(self, game: Game, seat: int) -> None:
        self.sight = Inference(game, seat)
        self.table, self.seat, self.options = self.sight.table, seat, game.options
        self.hand = tuple(self.sight.hand)

    # What each game says for itself

    @abstractmethod
    def worth(self, hand: Sequence[Card]) -> float:
        """What a hand is worth."""

    @abstractmethod
    def leads(self, hand: Hand, other: int) -> Iterable[Hand]:
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
        found = sorted(self.leads(self.hand, theirs), key=self._promise, reverse=True)
        duel = self.duel()
        if duel is not None:
            known = tuple(self.sight.sure[following])
            try:
                return next((cards for cards in found if duel.wins_with(cards, self.hand, known)), found[0])
            except TooLong:
                pass
        return found[0]

    def _promise(self, cards: Hand) -> float:
        """What it is worth to lead these."""
        rest = without(self.hand, cards)
        following = self.table.following(self.seat)
        return self._filled(rest) + self.stands * self.sight.stands(following, sorted(cards, key=self.hard))

    def hard(self, card: Card) -> float:
        """How hard the card is to beat, roughly, the hardest first."""
        return -self.worth([card])

    def _filled(self, rest: Sequence[Card]) -> float:
        """What a hand is worth that is filled up from the stock now."""
        return self.worth(rest) + self.drawn * max(0, min(self.sight.stock, HAND - len(rest)))

    def _defence(self) -> Pairs:
        """What to beat now, and with what; nothing where all is to be taken."""
        attacks = self.table.unbeaten()
        known = self._ways(attacks)
        found = sorted(known, key=lambda pairs: self._left_with(pairs, attacks), reverse=True)
        duel = self.duel()
        if duel is not None:
            leader = next(attack.by for attack in self.table.attacks)
            theirs = tuple(self.sight.sure[leader])
            try:
                return next((pairs for pairs in found if duel.holds(pairs, attacks, self.hand, theirs)), found[0])
            except TooLong:
                pass
        return found[0]

    def _ways(self, attacks: Sequence[Card]) -> list[Pairs]:
        """The best way to beat each set of attacks that can be beaten."""
        whole = self.worth(self.hand)
        without_one = {card: self.worth(without(self.hand, [card])) - whole for card in self.hand}
        weak_first = sorted(self.hand, key=without_one.__getitem__, reverse=True)
        ways = defences(attacks, weak_first, self.sight.beats, lambda _, card: without_one[card])
        return [pairs for _, pairs in ways.values()]

    def _left_with(self, pairs: Pairs, attacks: Sequence[Card]) -> float:
        """What it is worth to beat these and take the rest."""
        rest = without(self.hand, [card for _, card in pairs])
        if len(pairs) == len(attacks):
            return self._filled(rest) + self.lead
        beaten = [attack for attack, _ in pairs]
        return self._filled([*rest, *(attack for attack in attacks if attack not in beaten)])

    def duel(self) -> Duel | None:
        """The end that can be played out: two are left, nothing can be drawn, and the other's hand is known."""
        left = self.table.left()
        if len(left) != 2 or self.sight.stock:
            return None
        other = next(one for one in left if one != self.seat)
        lying = len(self.table.unbeaten())
        if self.sight.dark(other) or len(self.hand) + len(self.table.hands[other]) + lying > MOST_KNOWN:
            return None
        return Duel(self.leads, self.sight.beats)
