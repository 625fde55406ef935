"""Results of candidates in the same worlds, and the differences between them with their standard errors."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.actions import Action
from domain.analysis.decisions import Decision
from domain.analysis.likely_worlds import Worlds
from domain.chance import RandomStream
from domain.playouts.comparison import Result, compare


class Gap(NamedTuple):
    """How much more one candidate is worth than another one."""

    mean: float
    error: float
    "Standard error of the mean."


class Sample:
    """The results of some candidates of a decision in the same worlds."""

    def __init__(self, decision: Decision, candidates: Iterable[Action | None], unit: float) -> None:
        """`unit` is the number of points of one unit (`marks.unit`)."""
        self.decision, self.unit = decision, unit
        self.results: dict[Action | None, list[Result]] = {candidate: [] for candidate in candidates}
        self.points: dict[Action | None, list[int]] = {candidate: [] for candidate in self.results}
        "Points of the seat."
        self.worlds: list[int] = []
        "The number of the world of each result."

    @property
    def candidates(self) -> list[Action | None]:
        """The candidates that are still played out."""
        return [*self.results]

    def add(self, worlds: Worlds, count: int, stream: RandomStream) -> int:
        """Play the candidates out in `count` more worlds; return the number of playouts."""
        decision, drawn, candidates = self.decision, worlds.draw(count), self.candidates
        found = compare(decision.game, decision.seat, candidates, drawn, stream, fresh=None in decision.candidates)
        for candidate, more in zip(candidates, found, strict=True):
            self.results[candidate] += more
            self.points[candidate] += [result.points[decision.seat] for result in more]
        number, before = len(self.worlds), None
        for world in drawn:
            number += world is not before
            before = world
            self.worlds.append(number)
        return count * len(candidates)

    def drop(self, candidate: Action | None) -> None:
        """Play the candidate out no more, and forget its results."""
        del self.results[candidate], self.points[candidate]

    def leader(self, chosen: Action | None) -> Action | None:
        """Return the candidate with the highest mean; of equal ones the chosen one."""
        return max(self.points, key=lambda candidate: (sum(self.points[candidate]), candidate == chosen))

    def gap(self, ours: Action | None, theirs: Action | None) -> Gap:
        """Return how much more `theirs` is worth than `ours`, in units."""
        mean, error = difference(self.points[ours], self.points[theirs], self.worlds)
        return Gap(mean / self.unit, error / self.unit)

    def value(self, candidate: Action | None) -> float:
        """Return the mean result of a candidate, in units."""
        points = self.points[candidate]
        return sum(points) / len(points) / self.unit


def difference(ours: Sequence[int], theirs: Sequence[int], worlds: Sequence[int]) -> tuple[float, float]:
    """Return the mean of `theirs - ours` and its standard error; all have the same length, which is above 1.

    Results of the same world depend on each other. Only their sum counts in the error.
    """
    count = len(ours)
    gaps = [other - own for own, other in zip(ours, theirs, strict=True)]
    mean = sum(gaps) / count
    sums: dict[int, float] = {}
    for gap, world in zip(gaps, worlds, strict=True):
        sums[world] = sums.get(world, 0.0) + gap - mean
    return mean, math.sqrt(math.fsum([one * one for one in sums.values()]) / (count - 1) / count)
