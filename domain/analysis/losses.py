"""The loss of a decision: how much the chosen action is worth less than the best one, from playouts.

All candidates are compared in the same worlds with the same chance. First a screening finds the best one: in each stage
the candidates that are clearly worse drop out. Then the chosen action and its best rival are compared in other worlds,
so that the loss is not too large only because the best of many was taken, nor 0 only because the chosen one had luck.
Budgets are numbers of worlds, never times.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

from domain.analysis.decisions import Decision
from domain.analysis.likely_worlds import Worlds
from domain.analysis.marks import STEEPNESS
from domain.analysis.prospects import Prospect
from domain.analysis.samples import Gap, Sample
from domain.log.chance import RandomStream
from domain.ruleset.actions import Action


class Budget(NamedTuple):
    """How many worlds an evaluation may use."""

    stages: tuple[int, ...] = (32, 32, 64, 128)
    "Numbers of worlds of the screening, in which the candidates drop out."
    batch: int = 128
    "Number of worlds of each batch of the comparison."
    most: int = 128
    "Maximum number of batches."
    precise: float | None = None
    "The standard error that ends every comparison; None for what marks and accuracy need (`precision`)."
    whole: bool = False
    "Play each round to its end (`prospects.HORIZONS`)."


USUAL = Budget()

PRECISE = 0.018
"""The standard error that ends the comparison of a large loss."""

PRECISE_IN = {"kirifu": 0.0195}
"""The same in rulesets in which a round has a winner and a loser: its results lie two units apart."""

CLOSE = 0.0043
"""That of a loss of 0, if the seat has one decision. An error of a small loss changes the accuracy more."""

SMALL = 0.01
"""A loss that is surely below this is not measured more precisely, if the seat has one decision."""

SURE = 2.0
"""Number of standard errors beyond which a candidate drops out, or a loss counts as small."""


class Precision(NamedTuple):
    """How well a loss has to be known."""

    large: float
    "The standard error that ends the comparison of a large loss."
    close: float
    "That of a loss of 0."
    small: float
    "A loss that is surely below this is known well enough."

    def settles(self, gap: Gap) -> bool:
        """Tell whether a loss is known well, or surely small."""
        return gap.error <= min(self.large, self.close * math.exp(STEEPNESS * max(gap.mean, 0.0))) or self.is_small(gap)

    def is_small(self, gap: Gap) -> bool:
        """Tell whether a loss is surely small."""
        return gap.mean + SURE * gap.error < self.small


def precision(decision: Decision, wanted: float | None = None) -> Precision:
    """Return how well the loss of a decision has to be known; `wanted` is the standard error for all losses.

    The accuracy of a seat is the mean of its decisions. So the error of each one may grow with the square root of their
    number, and the accuracies of all seats are about equally sure.
    """
    if wanted is not None:
        return Precision(wanted, wanted, SMALL)
    large, more = PRECISE_IN.get(decision.game.ruleset.key, PRECISE), math.sqrt(decision.among)
    return Precision(large, CLOSE * more, SMALL * more)


@dataclass(frozen=True, slots=True)
class Loss:
    """What a decision cost, as far as its seat could know."""

    best: Action | None
    "The best candidate: the chosen one if no other is clearly better."
    loss: float
    "In units of `marks.unit`; 0 if the chosen one is the best."
    error: float
    "The standard error of the difference between the two."
    chosen_ends: Prospect
    "What the round is expected to bring after the chosen action."
    best_ends: Prospect
    "The same after the best one."
    alone: bool = False
    "All others were clearly worse in the screening."


class Evaluation:
    """The playouts of one decision."""

    def __init__(self, decision: Decision, stream: RandomStream, unit: float, budget: Budget = USUAL) -> None:
        self.decision, self.stream, self.unit, self.budget = decision, stream, unit, budget
        self.precision = precision(decision, budget.precise)
        self.worlds = Worlds(decision, stream)
        self.playouts = 0

    def loss(self) -> Loss:
        """Screen the candidates, then compare the chosen one with its best rival."""
        chosen = self.decision.chosen
        screened = self.screened()
        alone = len(screened.candidates) == 1
        if self.is_harmless(screened):
            return self.found(screened, chosen, Gap(0.0, self.margin(screened)), alone=alone)
        rival = screened.rival(chosen)
        compared = Sample(self.decision, (chosen, rival), self.unit, whole=self.budget.whole)
        for _ in range(self.budget.most):
            self.play(compared, self.budget.batch)
            gap = compared.gap(chosen, rival)
            if self.precision.settles(gap):
                break
        if gap.mean <= 0:
            return self.found(compared, chosen, Gap(0.0, gap.error), alone=False)
        return self.found(compared, rival, gap, alone=alone)

    def play(self, sample: Sample, count: int) -> None:
        """Play the candidates of a sample out in `count` more worlds."""
        self.playouts += sample.add(self.worlds, count, self.stream)

    def screened(self) -> Sample:
        """Return a sample of the candidates that may be the best."""
        sample = Sample(self.decision, self.decision.candidates, self.unit, whole=self.budget.whole)
        for count in self.budget.stages:
            self.play(sample, count)
            leader = sample.leader(self.decision.chosen)
            for candidate in sample.candidates:
                if candidate != leader and is_behind(sample.gap(candidate, leader)):
                    sample.drop(candidate)
            if len(sample.candidates) == 1 or self.is_harmless(sample):
                break
        return sample

    def is_harmless(self, sample: Sample) -> bool:
        """Tell whether the chosen action surely loses little against each of the sample's candidates."""
        chosen = self.decision.chosen
        if chosen not in sample.results:
            return False
        return all(self.precision.is_small(sample.gap(chosen, other)) for other in sample.candidates if other != chosen)

    def margin(self, screened: Sample) -> float:
        """Return the smallest standard error between the chosen action and those that may be as good; 0 for none."""
        chosen = self.decision.chosen
        return min((screened.gap(chosen, other).error for other in screened.candidates if other != chosen), default=0.0)

    def found(self, sample: Sample, best: Action | None, gap: Gap, *, alone: bool) -> Loss:
        """Return the loss with the ends of the playouts."""
        chosen = self.decision.chosen
        return Loss(best, gap.mean, gap.error, sample.mean(chosen), sample.mean(best), alone)


def is_behind(gap: Gap) -> bool:
    """Tell whether a candidate that lacks this much to another one is clearly worse."""
    return gap.mean > SURE * gap.error
