"""Worlds for playouts, drawn by how well they explain what the other seats did."""

from itertools import accumulate
from math import prod

from domain.analysis.decisions import Decision
from domain.analysis.following import NoBeliefs
from domain.doubt.challenge import is_true
from domain.doubt.hand import last_cards
from domain.log.chance import RandomStream
from domain.playouts.worlds import World, sample_worlds

WEIGHED = 2
"""Number of new worlds that are weighed for each one that is drawn."""

_WORDS = 2.0**64


class Worlds:
    """The worlds of one decision."""

    def __init__(self, decision: Decision, stream: RandomStream) -> None:
        self.decision, self.stream = decision, stream
        self.even = isinstance(decision.beliefs, NoBeliefs)
        "All worlds are equally likely."

    def draw(self, count: int) -> list[World]:
        """Return worlds from new ones, likely ones several times. Repetitions follow each other and are one object.

        Without beliefs, or if no new world explains what was seen, all are equally likely.
        """
        if self.even:
            return self.sample(count)
        pool = self.sample(WEIGHED * count)
        added = [*accumulate(self.with_lies(pool, [self.weight(world) for world in pool]))]
        if added[-1] <= 0:
            return pool[:count]
        return self.at_equal_distances(pool, added, count)

    def with_lies(self, pool: list[World], weights: list[float]) -> list[float]:
        """Return the weights, changed so that the play which may be doubted is a lie as often as the seat believes."""
        told = self.decision.beliefs.lie(self.decision.game)
        if told is None:
            return weights
        lies = [not is_true(last_cards(world), told.number) for world in pool]
        sums = [sum(weight for weight, one in zip(weights, lies, strict=True) if one == lie) for lie in (False, True)]
        if not all(sums):
            return weights
        factors = (1 - told.chance) / sums[False], told.chance / sums[True]
        return [weight * factors[lie] for weight, lie in zip(weights, lies, strict=True)]

    def at_equal_distances(self, pool: list[World], added: list[float], count: int) -> list[World]:
        """Return `count` worlds at equal distances along their added weights: systematic resampling."""
        step, place, found = added[-1] / count, 0, list[World]()
        first = self.stream.word() / _WORDS
        for number in range(count):
            mark = (number + first) * step
            while place < len(pool) - 1 and added[place] <= mark:
                place += 1
            found.append(pool[place])
        return found

    def sample(self, count: int) -> list[World]:
        """Return new worlds, in which the unknown cards lie with equal chance."""
        game = self.decision.game
        return sample_worlds(game.ruleset.key, game.state, self.decision.seat, count, self.stream)

    def weight(self, world: World) -> float:
        """Return how well the hands of the others explain what they did."""
        decision = self.decision
        others = [seat for seat in range(len(world.hands)) if seat != decision.seat]
        return prod(decision.beliefs.likelihood(decision.game, seat, world.cards(seat)) for seat in others)
