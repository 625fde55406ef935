"""The loss of a decision: how much the chosen action is worth less than the best one, from playouts.

All candidates are compared in the same worlds with the same chance. First a screening finds the best one: in each stage
the candidates that are clearly worse drop out. Then the chosen action and the best one are compared in other worlds, so
that the loss is not too large only because the best of many was taken. Budgets are numbers of worlds, never times.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from domain.actions import Action
from domain.analysis.decisions import Decision
from domain.analysis.likely_worlds import Worlds
from domain.analysis.marks import SMALLEST
from domain.chance import RandomStream
from domain.playouts.comparison import Result, compare


class Budget(NamedTuple):
    """How many worlds an evaluation may use."""

    stages: tuple[int, ...] = (32, 64, 128)
    "Numbers of worlds of the screening, in which the candidates drop out."
    batch: int = 128
    "Number of worlds of each batch of the comparison."
    most: int = 48
    "Maximum number of batches."
    precise: float = 0.02
    "The standard error that ends the comparison of a possible mark."


USUAL = Budget()

CLEAR = 3.0
"""Number of standard errors by which a loss has to exceed zero to be marked."""

SURE = 2.5
"""Number of standard errors beyond which a candidate drops out, or a loss counts as small."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What a decision cost, as far as its seat could know."""

    best: Action | None
    "The best candidate: the chosen one if no other is better."
    loss: float
    "In units of `marks.unit`; 0 if no candidate is better than the chosen one."
    error: float
    "The standard error of the difference between the two."
    value: float
    "The expected points of the chosen action, in the same units."
    playouts: int
    chosen_results: list[Result] = field(repr=False)
    best_results: list[Result] = field(repr=False)
    "Ends of the playouts of both, in the same worlds: twice the same if the chosen action is the best."


def difference(ours: Sequence[int], theirs: Sequence[int]) -> tuple[float, float]:
    """Return the mean of `theirs - ours` and its standard error; both have the same length, which is above 1."""
    count = len(ours)
    gaps = [other - own for own, other in zip(ours, theirs, strict=True)]
    total, squares = sum(gaps), sum(gap * gap for gap in gaps)
    mean = total / count
    return mean, math.sqrt(max(squares - total * mean, 0.0) / (count - 1) / count)


def shares(results: Sequence[Result], seat: int) -> tuple[float, float]:
    """Return the shares of the results that the seat won and lost."""
    won = sum(result.winner == seat for result in results)
    lost = sum(seat in result.losers for result in results)
    return won / len(results), lost / len(results)


class Evaluation:
    """The playouts of one decision."""

    def __init__(self, decision: Decision, stream: RandomStream, unit: float, budget: Budget = USUAL) -> None:
        self.decision, self.stream, self.unit, self.budget = decision, stream, unit, budget
        self.worlds = Worlds(decision, stream)
        self.playouts = 0

    def results(self, candidates: Sequence[Action | None], count: int) -> list[list[Result]]:
        """Play the candidates out in `count` new worlds."""
        decision = self.decision
        game, seat = decision.game, decision.seat
        worlds = self.worlds.draw(count)
        self.playouts += count * len(candidates)
        return compare(game, seat, candidates, worlds, self.stream, fresh=None in decision.candidates)

    def points(self, results: Sequence[Result]) -> list[int]:
        """Return the seat's points of each result."""
        return [result.points[self.decision.seat] for result in results]

    def difference(self, ours: Sequence[Result], theirs: Sequence[Result]) -> tuple[float, float]:
        """Return the mean of `theirs - ours` and its standard error, in units."""
        mean, error = difference(self.points(ours), self.points(theirs))
        return mean / self.unit, error / self.unit

    def loss(self) -> Loss:
        """Screen the candidates, then compare the chosen one with the best."""
        chosen = self.decision.chosen
        screened = self.screened()
        best = max(screened, key=lambda candidate: (sum(self.points(screened[candidate])), candidate == chosen))
        if best == chosen:
            return self.found(best, screened[best], screened[best], 0.0, self.margin(best, screened))
        ours, theirs = list[Result](), list[Result]()
        for _ in range(self.budget.most):
            more = self.results([chosen, best], self.budget.batch)
            ours += more[0]
            theirs += more[1]
            loss, error = self.difference(ours, theirs)
            if is_settled(loss, error, self.budget.precise):
                break
        if loss <= 0:
            return self.found(chosen, ours, ours, 0.0, error)
        return self.found(best, ours, theirs, loss, error)

    def screened(self) -> dict[Action | None, list[Result]]:
        """Return the results of the candidates that may be the best."""
        results: dict[Action | None, list[Result]] = {candidate: [] for candidate in self.decision.candidates}
        for count in self.budget.stages:
            candidates = list(results)
            for candidate, more in zip(candidates, self.results(candidates, count), strict=True):
                results[candidate] += more
            leader = max(candidates, key=lambda candidate: sum(self.points(results[candidate])))
            for candidate in candidates:
                behind, error = self.difference(results[candidate], results[leader])
                if candidate != leader and behind > SURE * error:
                    del results[candidate]
            if len(results) == 1:
                break
        return results

    def margin(self, best: Action | None, screened: dict[Action | None, list[Result]]) -> float:
        """Return the smallest standard error between the best candidate and those that may be as good; 0 for none."""
        errors = [self.difference(screened[best], screened[other])[1] for other in screened if other != best]
        return min(errors, default=0.0)

    def found(self, best: Action | None, ours: list[Result], theirs: list[Result], loss: float, error: float) -> Loss:
        """Return the loss with the expected points of the chosen action."""
        value = sum(self.points(ours)) / len(ours) / self.unit
        return Loss(best, loss, error, value, self.playouts, ours, theirs)


def is_settled(loss: float, error: float, precise: float = USUAL.precise) -> bool:
    """Tell whether more worlds would not change the mark: the loss is small, or known well and clearly not zero."""
    if loss + SURE * error < SMALLEST:
        return True
    return error <= precise and (loss < SMALLEST / 2 or loss >= CLEAR * error)
