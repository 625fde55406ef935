"""`expert` for `doubt`: `careful` proposes, and short playouts decide whether to doubt and which card to lay.

Strategy fusion shows here: in a world of which all cards are known every lie is, too. So a world is weighed by how
likely its player lays such cards, a doubt and letting go are averaged over all worlds, and in playouts a seat doubts by
its own cards and the number of cards claimed.
"""

from collections.abc import Sequence
from math import fsum

from domain.bots.doubt.careful import careful_doubt
from domain.bots.doubt.odds import TRUTHFUL
from domain.bots.doubt.policy import WaryDoubt
from domain.bots.doubt.stall_guard import is_long
from domain.bots.search import Expert, Search
from domain.doubt.hand import DoubtState, last_cards
from domain.doubt.table import DoubtTable
from domain.game.game import Game
from domain.playouts.worlds import Weigh
from domain.ruleset.actions import Action, Decline, Doubt, Play
from domain.ruleset.cards import RANK

START = 3.0
"""Cards added to every hand where a playout is judged before its end, as by `careful`."""

UNEARNED = 8.0
"""Cards that a first caught lie is worth if no seat may finish without one."""


class DoubtSearch(Search):
    """The search of `doubt`: values are rounds won."""

    base = staticmethod(careful_doubt)
    position = WaryDoubt
    worlds = 60
    limit = 40
    candidates = 3

    def __init__(self, game: Game, seat: int, actions: Sequence[Action]) -> None:
        super().__init__(game, seat, actions)
        self.table: DoubtTable = game.table

    def alternatives(self, chosen: Action | None) -> Sequence[Action | None]:
        """Return the other answer, or a true and some false cards; nothing for a last card and in a long round."""
        if is_long(self.table):
            return []
        if self.table.window:
            if self.table.finishing or chosen is None:
                return []
            return [action for action in self.actions if isinstance(action, Doubt | Decline) and action != chosen]
        plays = {RANK[action.cards[0]]: action for action in self.actions if isinstance(action, Play)}
        others = [action for action in plays.values() if action != chosen]
        true = [action for action in others if RANK[action.cards[0]] in (0, self.table.number)]
        false = [action for action in others if action not in true]
        return [*true, *sorted(false, key=self._again)][: self.candidates]

    def _again(self, play: Action) -> int:
        """Return in how many plays its number comes again, negative, so that the last one comes first."""
        assert isinstance(play, Play)
        return -((RANK[play.cards[0]] - self.table.number) % 13)

    def value(self, position: WaryDoubt) -> float:  # type: ignore[override]
        """Return 1 for a round won, and the chance by the sizes of hands for one that is not over."""
        if position.over:
            return float(position.winner == self.seat)
        left = [seat for seat in range(position.seats) if seat not in position.out]
        if self.seat not in left:
            return 0.0
        earn = position.options["must_doubt_to_finish"]
        lengths = {
            seat: START + len(position.hands[seat]) + UNEARNED * (earn and not position.success[seat]) for seat in left
        }
        shares = {seat: 1 / (length * length) for seat, length in lengths.items()}
        return shares[self.seat] / fsum(shares.values())

    def weigh(self) -> Weigh | None:
        """Return how likely the player of the newest play lays such cards, by the hand that it had."""
        claim = self.table.claim
        if not self.table.window or claim is None:
            return None

        def weight(world: DoubtState) -> float:
            true = [RANK[card] in (0, claim.number) for card in last_cards(world)]
            kept = world.held(claim.seat)
            more = sum(RANK[card] in (0, claim.number) for card in kept)
            truths, lies = more + sum(true), len(kept) - more + len(true) - sum(true)
            if all(true):
                return TRUTHFUL / truths if lies else 1.0
            return (1 - TRUTHFUL if truths >= claim.count else 1.0) / lies

        return weight


expert_doubt = Expert(DoubtSearch)
"""Rounds won, by playouts."""
