"""Worlds for playouts, drawn by how well they explain what the other seats did."""

from bisect import bisect
from itertools import accumulate
from math import prod

from domain.analysis.decisions import Decision
from domain.analysis.following import NoBeliefs
from domain.chance import RandomStream
from domain.playouts.worlds import World, sample_worlds

POOL = 768
"""Number of worlds that are weighed once for a decision, and then drawn with chances in proportion to their weights."""

_WORDS = 2.0**64


class Worlds:
    """The worlds of one decision."""

    def __init__(self, decision: Decision, stream: RandomStream) -> None:
        self.decision, self.stream = decision, stream
        self.pool: list[World] = []
        self.added: list[float] = []
        "The weights of the pool, each added to those before it."
        if not isinstance(decision.beliefs, NoBeliefs):
            self.pool = self.sample(POOL)
            self.added = [*accumulate(self.weight(world) for world in self.pool)]

    def draw(self, count: int) -> list[World]:
        """Return worlds. Without beliefs, or if no world of the pool explains what was seen, all are equally likely."""
        if not self.added or self.added[-1] <= 0:
            return self.sample(count)
        last = len(self.pool) - 1
        return [self.pool[min(bisect(self.added, self.mark()), last)] for _ in range(count)]

    def mark(self) -> float:
        """Return a random place along the added weights."""
        return self.added[-1] * (self.stream.word() / _WORDS)

    def sample(self, count: int) -> list[World]:
        """Return new worlds, in which the unknown cards lie with equal chance."""
        game = self.decision.game
        return sample_worlds(game.ruleset.key, game.table, self.decision.seat, count, self.stream)

    def weight(self, world: World) -> float:
        """Return how well the hands of the others explain what they did."""
        decision = self.decision
        others = [seat for seat in range(len(world.hands)) if seat != decision.seat]
        return prod(decision.beliefs.likelihood(decision.game, seat, world.hands[seat]) for seat in others)
