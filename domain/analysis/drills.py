"""Positions for drills: those in which one action is clearly better than every other one."""

from typing import NamedTuple

from domain.analysis.losses import Evaluation
from domain.analysis.marks import LARGE
from domain.analysis.samples import Gap, Sample
from domain.ruleset.actions import Action

BATCHES = (128, 128, 256, 512)
"""Numbers of worlds, after each of which the leads are looked at."""

CLEAR = 3.0
"""Number of standard errors by which the best action has to lead."""

HOPELESS = 2.0
"""Number of standard errors by which a lead has to be below `LARGE` to be given up."""


class Lead(NamedTuple):
    """How far the best action is before the others, in worlds that did not select it."""

    best: int
    "Its place among the candidates of the decision."
    gaps: list[Gap]
    "What each candidate loses against it, in units; 0 for itself."

    @property
    def smallest(self) -> Gap:
        """The lead over the next best candidate."""
        return min(gap for place, gap in enumerate(self.gaps) if place != self.best)


def find_lead(evaluation: Evaluation, best: Action | None) -> Lead | None:
    """Return the lead of the best candidate; None if another one may be as good.

    Every other candidate loses at least `marks.LARGE` and `CLEAR` standard errors.
    """
    decision = evaluation.decision
    sample = Sample(decision, decision.candidates, evaluation.unit, whole=evaluation.budget.whole)
    place = decision.candidates.index(best)
    for count in BATCHES:
        evaluation.play(sample, count)
        gaps = [sample.gap(candidate, best) for candidate in decision.candidates]
        others = [gap for other, gap in enumerate(gaps) if other != place]
        if any(gap.mean + HOPELESS * gap.error < LARGE for gap in others):
            return None
        if all(is_clear(gap) for gap in others):
            return Lead(place, gaps)
    return None


def is_clear(gap: Gap) -> bool:
    """Tell whether a lead is large and sure."""
    return gap.mean >= LARGE and gap.mean >= CLEAR * gap.error
