"""Marks of decisions, and accuracy: how large a loss is called what.

The words are those of chess. A loss is measured in units of a ruleset: one point of the round in rulesets where a round
is won or lost, and the points of a usual call where points are counted.
"""

import math
from collections.abc import Sequence

MARKS: tuple[tuple[float, str], ...] = ((0.15, "blunder"), (0.08, "mistake"), (0.03, "inaccuracy"))
"""The smallest loss of each mark, the largest first."""

SMALLEST = MARKS[-1][0]

LARGE = MARKS[1][0]
"""The smallest loss of a mistake."""

MARKED = 2.25
"""Number of standard errors by which a marked loss exceeds the smallest mark.

With fewer, more than 2 % of smaller losses would be marked, because the mean that ends a playout has an error too.
"""

UNITS = {"dobon-sato": 1.0, "dobon-kawagoe": 30.0}
"""Points of one unit, by ruleset."""

STEEPNESS = 8.0
"""The accuracy of a decision is e^(-STEEPNESS · loss): 79 % at 0.03, 53 % at 0.08, 30 % at 0.15."""


def unit(ruleset: str) -> float:
    """Return the points of one unit of loss."""
    return UNITS.get(ruleset, 1.0)


def mark(loss: float, error: float) -> str | None:
    """Return the mark of a loss; None if it is small, or may well be."""
    if loss - MARKED * error < SMALLEST:
        return None
    return next((name for least, name in MARKS if loss >= least), None)


def accuracy(losses: Sequence[float]) -> float | None:
    """Return the mean accuracy of decisions, from 0 to 1; None without decisions."""
    if not losses:
        return None
    return math.fsum(math.exp(-STEEPNESS * loss) for loss in losses) / len(losses)
