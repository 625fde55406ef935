"""`careful` for `durak`: keeps trumps and aces while there is a stock, and leads low and paired cards.

With two players left and an empty stock it searches the end of the round.
"""

from collections.abc import Iterable, Sequence
from math import fsum

from domain.beating.bouts import cannot_turn_over
from domain.beating.table import ATTACKING, DEFENDING, LEADING
from domain.bots.beating.defences import defences
from domain.bots.beating.hand_value_durak import card_values, shed_value
from domain.bots.beating.inference import Inference
from domain.bots.beating.novice import novice_beating
from domain.bots.beating.stall_guard import plays_at_random
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.playouts.beating.endgame_durak import DRAWN, WON, DurakEndgame, action_value, as_set
from domain.playouts.beating.endgame_leads import Pairs
from domain.playouts.beating.endgame_search import MAX_ENDGAME_CARDS, SearchLimitReached
from domain.ruleset.actions import Action, Attack, Beat, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import RANK, SUIT, Card

TEMPO = 5.0
"""The value of beating instead of taking: the next lead instead of losing the turn."""

PAIRED = 1.5
"""The value of a further card of the same number when leading, because it can follow."""

TAKEN = 4.0
"""The value of making the defender take."""

SAME = 1.2
"""The value of beating with a number that is on the table already, because it allows no new attacks."""

RESERVE = 1.0
"""How far below the shed value a card's value must be for a further attack with it."""


def careful_durak(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """Return the action with the highest value; a random one while the round is stalled."""
    if plays_at_random(game, stream):
        return novice_beating(game, seat, actions, stream)
    player = Player(game, seat)
    return player.play_out(player.choice(), actions)


class Player:
    """The choices of a seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self.inference = Inference(game, seat)
        self.table, self.seat, self.options = self.inference.table, seat, game.options
        assert self.table.bout is not None
        self.bout = self.table.bout
        self.card_value = card_values(self.table.trump).__getitem__
        "Returns the value of keeping a card."
        self.hand = sorted(self.inference.hand, key=self.card_value)
        self.shed_value = shed_value(len(self.table.stock))

    def choice(self) -> Action:
        """Return the best action by the values of cards."""
        if self.table.phase == LEADING:
            return self._lead()
        if self.table.phase == DEFENDING:
            return self._defence()
        return self._attack() if self.table.phase == ATTACKING else self._throw_in()

    # The end, when both hands are known

    def play_out(self, choice: Action, actions: Sequence[Action]) -> Action:
        """Return the choice, or an action with a better end if two players are left and both hands are known."""
        left = self.table.left()
        if len(left) != 2 or self.inference.stock:
            return choice
        other = next(one for one in left if one != self.seat)
        if self.inference.unknown_count(other) or len(self.hand) + self.table.sizes[other] > MAX_ENDGAME_CARDS:
            return choice
        endgame = DurakEndgame(self.table.trump, self.options)
        own, theirs = as_set(self.hand), as_set(self.inference.known[other])
        best, found = choice, -2
        try:
            for action in (choice, *actions):
                value = action_value(endgame, self.table, own, theirs, action)
                if value > found:
                    best, found = action, value
                if found == WON:
                    break
        except SearchLimitReached:
            return best if found >= DRAWN else choice
        return best

    # Attacking

    def _lead(self) -> Action:
        """Lead low and paired cards first, and towards the end those that the defender can hardly beat."""
        return Attack(max(self._leads(), key=self._lead_value))

    def ranked_leads(self) -> list[tuple[Card, ...]]:
        """Return the leads, the best one by value first."""
        return sorted(self._leads(), key=self._lead_value, reverse=True)

    def _leads(self) -> list[tuple[Card, ...]]:
        leads: list[tuple[Card, ...]] = [(card,) for card in self.hand]
        if self.options["multi_lead"]:
            leads += self._plain_groups()
        return leads

    def _plain_groups(self) -> Iterable[tuple[Card, ...]]:
        """Yield plain cards of one number, as many as may be led."""
        for number in sorted({RANK[card] for card in self.hand}):
            same = [card for card in self.hand if RANK[card] == number and SUIT[card] != self.table.trump]
            if len(same) > 1:
                yield tuple(same[: self.bout.limit])

    def _lead_value(self, cards: tuple[Card, ...]) -> float:
        """Return the value of leading these cards."""
        alike = [card for card in self.hand if RANK[card] == RANK[cards[0]] and SUIT[card] != self.table.trump]
        given = fsum(self.shed_value - self.card_value(card) for card in cards)
        return given + PAIRED * (len(alike) - 1) + TAKEN * self.inference.chance_to_stand(self.bout.defender, cards)

    def _attack(self) -> Action:
        """Add the best card if it gains anything, else stop."""
        fitting = [card for card in self.hand if RANK[card] in self.table.ranks()]
        worth = {card: self._attack_value(card) for card in fitting}
        best = max(fitting, key=worth.__getitem__, default=None)
        return Stop() if best is None or worth[best] <= 0 else Attack((best,))

    def _attack_value(self, card: Card) -> float:
        """Return the value of a further attack with the card."""
        stands = self.inference.chance_to_stand(self.bout.defender, [card])
        return self.shed_value - self.card_value(card) - RESERVE + TAKEN * stands

    def _throw_in(self) -> Action:
        """Throw in all cards below the shed value for which there is room."""
        fitting = [card for card in self.hand if RANK[card] in self.table.ranks()]
        junk = [card for card in fitting if self.card_value(card) < self.shed_value - RESERVE]
        room = self.bout.limit - len(self.table.attacks)
        return ThrowIn(tuple(junk[:room])) if junk else Stop()

    # Defending

    def _defence(self) -> Action:
        """Return the best of taking, beating everything, and turning over."""
        best: tuple[float, Action] = self._take_value(), Take()
        beaten = self._best_beat()
        if beaten is not None and beaten[0] > best[0]:
            best = beaten[0], Beat(beaten[1])
        turned = self._best_turnover() if self.options["turnover"] else None
        if turned is not None and turned[0] > best[0]:
            best = turned
        return best[1]

    def _take_value(self) -> float:
        """Return the value of taking all cards on the table."""
        return fsum(self.card_value(card) - self.shed_value for card in self.table.lying()) - TEMPO

    def complete_defences(self) -> list[Action]:
        """Return the cheapest way to beat everything, if there is one."""
        beaten = self._best_beat()
        return [] if beaten is None else [Beat(beaten[1])]

    def _best_beat(self) -> tuple[float, Pairs] | None:
        """Return the value of the cheapest complete defence and its pairs, or None."""
        attacks, ranks = self.table.unbeaten(), self.table.ranks()

        def worth(attack: Card, card: Card) -> float:  # noqa: ARG001 - the attack does not matter
            return self.shed_value - self.card_value(card) + SAME * (RANK[card] in ranks)

        return defences(attacks, self.hand, self.inference.beats, worth).get((1 << len(attacks)) - 1)

    def _best_turnover(self) -> tuple[float, Action] | None:
        """Return the value of the cheapest turnover and its action, or None."""
        table, options = self.table, self.options
        card = next((card for card in self.hand if cannot_turn_over(table, card, options) is None), None)
        if card is None:
            return None
        return self.shed_value - self.card_value(card) + TEMPO / 2, TurnOver(card)
