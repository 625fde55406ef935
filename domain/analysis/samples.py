"""Results of candidates in the same worlds, and the differences between them with their standard errors."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.analysis.decisions import Decision
from domain.analysis.likely_worlds import Worlds
from domain.analysis.prospects import Prospect, horizon_of, play_out
from domain.log.chance import RandomStream
from domain.playouts.position import make_position
from domain.ruleset.actions import Action


class Gap(NamedTuple):
    """How much more one candidate is worth than another one."""

    mean: float
    error: float
    "Standard error of the mean."


class Sample:
    """The results of some candidates of a decision in the same worlds."""

    def __init__(
        self, decision: Decision, candidates: Iterable[Action | None], unit: float, *, whole: bool = False
    ) -> None:
        """`unit` is the number of points of one unit (`marks.unit`). `whole` plays each round to its end."""
        self.decision, self.unit = decision, unit
        self.horizon = None if whole else horizon_of(decision.game)
        self.results: dict[Action | None, list[Prospect]] = {candidate: [] for candidate in candidates}
        self.worlds: list[int] = []
        "The number of the world of each result."

    @property
    def candidates(self) -> list[Action | None]:
        """The candidates that are still played out."""
        return [*self.results]

    def add(self, worlds: Worlds, count: int, stream: RandomStream) -> int:
        """Play the candidates out in `count` more worlds, with the same chance; return the number of playouts."""
        decision, number, before = self.decision, len(self.worlds), None
        game, seat, fresh = decision.game, decision.seat, None in decision.candidates
        for world in worlds.draw(count):
            number += world is not before
            before = world
            self.worlds.append(number)
            start = make_position(game.ruleset.key, world, game.options, stream.word() >> 34, fresh=fresh)
            for candidate, found in self.results.items():
                position = start.copy()
                position.act(seat, candidate)
                found.append(play_out(position, seat, self.horizon))
        return count * len(self.results)

    def drop(self, candidate: Action | None) -> None:
        """Play the candidate out no more, and forget its results."""
        del self.results[candidate]

    def leader(self, chosen: Action | None) -> Action | None:
        """Return the candidate with the highest mean; of equal ones the chosen one."""
        return max(self.results, key=lambda candidate: (self.value(candidate), candidate == chosen))

    def rival(self, chosen: Action | None) -> Action | None:
        """Return the candidate with the highest mean apart from the chosen one."""
        return max((candidate for candidate in self.results if candidate != chosen), key=self.value)

    def gap(self, ours: Action | None, theirs: Action | None) -> Gap:
        """Return how much more `theirs` is worth than `ours`, in units."""
        gaps = [their.points - our.points for our, their in zip(self.results[ours], self.results[theirs], strict=True)]
        mean, error = mean_and_error(gaps, self.worlds)
        return Gap(mean / self.unit, error / self.unit)

    def value(self, candidate: Action | None) -> float:
        """Return the mean result of a candidate, in units."""
        return self.mean(candidate).points / self.unit

    def mean(self, candidate: Action | None) -> Prospect:
        """Return the mean points and chances of a candidate."""
        found = self.results[candidate]
        points, won, lost = (math.fsum(part) / len(found) for part in zip(*found, strict=True))
        return Prospect(points, won, lost)


def mean_and_error(numbers: Sequence[float], worlds: Sequence[int]) -> tuple[float, float]:
    """Return the mean and its standard error. There are at least two numbers, and each has the number of its world.

    Results of the same world depend on each other, so only their sum counts in the error.
    """
    count = len(numbers)
    mean = math.fsum(numbers) / count
    sums: dict[int, float] = {}
    for number, world in zip(numbers, worlds, strict=True):
        sums[world] = sums.get(world, 0.0) + number - mean
    return mean, math.sqrt(math.fsum([one * one for one in sums.values()]) / (count - 1) / count)
