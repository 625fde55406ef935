"""`careful` for `durak`: keeps trumps and aces while there are cards to draw, attacks with low and paired ones, and plays the end out."""

from collections.abc import Iterable, Sequence

from domain.actions import Action, Attack, Beat, Stop, Take, ThrowIn, TurnOver
from domain.beating.table import ATTACKING, DEFENDING, LEADING
from domain.bots.beating.defences import Pairs, defences
from domain.bots.beating.endgame_durak import DRAWN, WON, Duel, TooLong, as_set, promises
from domain.bots.beating.hand_value_durak import burden, price
from domain.bots.beating.inference import Inference
from domain.bots.beating.novice import novice_beating
from domain.bots.beating.stall_guard import tired
from domain.cards import RANK, SUIT, Card
from domain.chance import RandomStream
from domain.game import Game

TEMPO = 5.0
"""What it is worth not to take: the next lead, instead of being passed over."""

PAIRED = 1.5
"""What a further card of the same number is worth with a lead: it can follow."""

TAKEN = 4.0
"""What it is worth that the defender has to take."""

SAME = 1.2
"""What it is worth to beat with a number that lies there already: it lets nothing new be attacked with."""

RESERVE = 1.0
"""How much more than its price a card has to be a burden to attack on with it."""

MOST_KNOWN = 16
"""Cards in the last two hands from which on the end is played out."""


def careful_durak(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """What promises most; it takes chance only in a round that does not come to an end."""
    if tired(game, stream):
        return novice_beating(game, seat, actions, stream)
    player = Player(game, seat)
    return player.played_out(player.choice(), actions)


class Player:
    """The choices of a seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self.sight = Inference(game, seat)
        self.table, self.seat, self.options = self.sight.table, seat, game.options
        assert self.table.bout is not None
        self.bout = self.table.bout
        self.hand = sorted(self.sight.hand, key=self.price)
        self.burden = burden(self.table)

    def price(self, card: Card) -> float:
        """What the card is worth to have."""
        return price(self.table, card)

    def choice(self) -> Action:
        """What seems best, by what cards are worth."""
        if self.table.phase == LEADING:
            return self._lead()
        if self.table.phase == DEFENDING:
            return self._defence()
        return self._attack() if self.table.phase == ATTACKING else self._throw_in()

    # The end, when both hands are known

    def played_out(self, choice: Action, actions: Sequence[Action]) -> Action:
        """With two left and nothing to draw: the choice, unless something else leads to a better end."""
        left = self.table.left()
        if len(left) != 2 or self.sight.stock:
            return choice
        other = next(one for one in left if one != self.seat)
        if self.sight.dark(other) or len(self.hand) + len(self.table.hands[other]) > MOST_KNOWN:
            return choice
        duel = Duel(self.table.trump, self.options)
        own, theirs = as_set(self.hand), as_set(self.sight.sure[other])
        best, found = choice, -2
        try:
            for action in (choice, *actions):
                value = promises(duel, self.table, own, theirs, action)
                if value > found:
                    best, found = action, value
                if found == WON:
                    break
        except TooLong:
            return best if found >= DRAWN else choice
        return best

    # Attacking

    def _lead(self) -> Action:
        """Low and paired cards first; in the end those that the defender can hardly beat."""
        leads: list[tuple[Card, ...]] = [(card,) for card in self.hand]
        if self.options["multi_lead"]:
            leads += self._together()
        return Attack(max(leads, key=self._promise))

    def _together(self) -> Iterable[tuple[Card, ...]]:
        """Plain cards of one number, as many as may be led."""
        for number in sorted({RANK[card] for card in self.hand}):
            same = [card for card in self.hand if RANK[card] == number and SUIT[card] != self.table.trump]
            if len(same) > 1:
                yield tuple(same[: self.bout.limit])

    def _promise(self, cards: tuple[Card, ...]) -> float:
        """What it is worth to lead these."""
        alike = [card for card in self.hand if RANK[card] == RANK[cards[0]] and SUIT[card] != self.table.trump]
        given = sum(self.burden - self.price(card) for card in cards)
        return given + PAIRED * (len(alike) - 1) + TAKEN * self.sight.stands(self.bout.defender, cards)

    def _attack(self) -> Action:
        """On with what is no loss; and with more if that is what the defender cannot beat."""
        fitting = [card for card in self.hand if RANK[card] in self.table.ranks()]
        worth = {card: self._gain(card) for card in fitting}
        best = max(fitting, key=worth.__getitem__, default=None)
        return Stop() if best is None or worth[best] <= 0 else Attack((best,))

    def _gain(self, card: Card) -> float:
        """What it is worth to attack on with the card."""
        stands = self.sight.stands(self.bout.defender, [card])
        return self.burden - self.price(card) - RESERVE + TAKEN * stands

    def _throw_in(self) -> Action:
        """What is no loss, as much as there is room for."""
        fitting = [card for card in self.hand if RANK[card] in self.table.ranks()]
        junk = [card for card in fitting if self.price(card) < self.burden - RESERVE]
        room = self.bout.limit - len(self.table.attacks)
        return ThrowIn(tuple(junk[:room])) if junk else Stop()

    # Defending

    def _defence(self) -> Action:
        """The cheapest way to beat all, or to turn it over, if that is worth more than what taking brings."""
        best: tuple[float, Action] = self._taking(), Take()
        beaten = self._beating()
        if beaten is not None and beaten[0] > best[0]:
            best = beaten[0], Beat(beaten[1])
        turned = self._turning() if self.options["turnover"] else None
        if turned is not None and turned[0] > best[0]:
            best = turned
        return best[1]

    def _taking(self) -> float:
        """What all that lies there is worth in hand."""
        return sum(self.price(card) - self.burden for card in self.table.lying()) - TEMPO

    def _beating(self) -> tuple[float, Pairs] | None:
        """The cheapest way to beat all that is not beaten yet, and what it is worth; None where there is none."""
        attacks, ranks = self.table.unbeaten(), self.table.ranks()

        def worth(attack: Card, card: Card) -> float:  # noqa: ARG001 - all the same which attack it is
            return self.burden - self.price(card) + SAME * (RANK[card] in ranks)

        return defences(attacks, self.hand, self.sight.beats, worth).get((1 << len(attacks)) - 1)

    def _turning(self) -> tuple[float, Action] | None:
        """The cheapest card that turns the attack over."""
        rules, table = self.sight.rules, self.table
        cards = [
            action.card for action in rules.actions(table, self.seat, self.options) if isinstance(action, TurnOver)
        ]
        if not cards:
            return None
        card = min(cards, key=self.price)
        return self.burden - self.price(card) + TEMPO / 2, TurnOver(card)
