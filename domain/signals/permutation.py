"""The permutation test: does a player decide otherwise for one opponent than for its others?

A player's rounds against all opponents are rows: for each opponent of a round the number of decisions and their sum.
If the player treats all alike, each row could as well be one of any other opponent. So rows are drawn in place of those
of the tested opponent, again and again, and `p` is the share of draws with at least the same sum. Rows are only
exchanged within a ruleset and a number of seats. Decisions of one round depend on each other, since hands last, so they
are never exchanged one by one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import NamedTuple

DRAWS = 20_000
"""Maximum number of draws."""

ENOUGH = 20
"""Draws with at least the same sum after which no more are made: `p` is known well enough."""

UNREMARKABLE = 2.0
"""Below this number of standard deviations no rows are drawn, and `p` is that of the normal distribution."""

CERTAIN = 0.01 / DRAWS
"""Chance below which no rows are drawn: of all draws not one would have at least the same sum."""

MOST_SKEWED = 1.0
"""Skewness up to which `skewed_tail` gives the chance of a sum."""

LEAST = 1e-300
"""The smallest chance."""

FEWEST = 10
"""Minimum number of rows of the tested opponent, and of all others."""

Stratum = tuple[str, int]
"""Ruleset and number of seats."""

Sample = Callable[[Sequence[float], int], Sequence[float]]
"""Returns some of the values, drawn without replacement; as `random.Random.sample`."""


class Row(NamedTuple):
    """The decisions of a player in one round that concern one opponent."""

    other: str
    decisions: int
    total: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The decisions of a player that concern one opponent, beside those that concern its others."""

    count: int
    "Decisions."
    mean: float
    "The mean of their values."
    others: float
    "That of the decisions that concern other opponents."
    z: float
    "Standard deviations by which the sum is above the mean of all draws."
    deviation: float
    "One of them."
    strata: tuple["_Stratum", ...]

    @property
    def skewness(self) -> float:
        """The skewness of the sums of all draws."""
        return sum(map(_third_moment, self.strata)) / self.deviation**3


@dataclass(frozen=True, slots=True)
class _Stratum:
    residuals: list[float]
    "Of each row: the sum of its values, less what as many average decisions would have."
    own: int
    "Number of rows of the tested opponent."


def compare(rows: Mapping[Stratum, Sequence[Row]], other: str) -> Comparison | None:
    """Compare one opponent with the others; None if there are too few rows, or all are alike."""
    strata, observed = [], 0.0
    own, rest = _Totals(), _Totals()
    for found in rows.values():
        tested = [row for row in found if row.other == other]
        others = [row for row in found if row.other != other]
        if not tested or not others:
            continue
        own.add(tested)
        rest.add(others)
        mean = sum(row.total for row in found) / sum(row.decisions for row in found)
        residuals = [row.total - mean * row.decisions for row in [*tested, *others]]
        observed += sum(residuals[: len(tested)])
        strata.append(_Stratum(residuals, len(tested)))
    deviation = sqrt(sum(_variance(stratum) for stratum in strata))
    if own.rows < FEWEST or rest.rows < FEWEST or deviation < 1e-6:
        return None
    return Comparison(own.decisions, own.mean, rest.mean, observed / deviation, deviation, tuple(strata))


@dataclass(slots=True)
class _Totals:
    rows: int = 0
    decisions: int = 0
    total: float = 0.0

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self.rows += 1
            self.decisions += row.decisions
            self.total += row.total

    @property
    def mean(self) -> float:
        return self.total / self.decisions


def _variance(stratum: _Stratum) -> float:
    """Return the variance of the sum of as many rows, drawn without replacement; the mean of all rows is 0."""
    rows = len(stratum.residuals)
    each = sum(value * value for value in stratum.residuals) / (rows - 1)
    return each * stratum.own * (rows - stratum.own) / rows


def _third_moment(stratum: _Stratum) -> float:
    """Return the third central moment of the sum of as many rows, drawn without replacement."""
    rows, own = len(stratum.residuals), stratum.own
    if rows == 2:  # a sum is as often as far below the mean as above it
        return 0.0
    each = sum(value**3 for value in stratum.residuals) / rows
    return each * own * (rows - own) * (rows - 2 * own) / ((rows - 1) * (rows - 2))


def together(comparisons: Sequence[Comparison]) -> float:
    """Return the standard deviations of some comparisons together."""
    return sum(one.z for one in comparisons) / sqrt(len(comparisons))


def chance(comparisons: Sequence[Comparison], sample: Sample) -> float:
    """Return the chance that some comparisons are together as far above their means, if all opponents are treated
    alike. One that is far below one in `DRAWS` is that of `skewed_tail`.
    """
    z = together(comparisons)
    if z < UNREMARKABLE:
        return normal_tail(z)
    tail = skewed_tail(z, sum(one.skewness for one in comparisons) / len(comparisons) ** 1.5)
    if tail is not None and tail < CERTAIN:
        return tail
    reached, least = 0, z * sqrt(len(comparisons)) - 1e-9
    for draws in range(1, DRAWS + 1):
        reached += sum(_drawn_z(one, sample) for one in comparisons) >= least
        if reached == ENOUGH:
            return reached / draws
    once = 1 / (DRAWS + 1)
    return (reached + 1) * once if reached or tail is None else min(once, tail)


def _drawn_z(comparison: Comparison, sample: Sample) -> float:
    return sum(sum(_drawn(stratum, sample)) for stratum in comparison.strata) / comparison.deviation


def _drawn(stratum: _Stratum, sample: Sample) -> Iterable[float]:
    """Draw the rows of the opponent, or, if they are more, the others: all together add up to 0."""
    rest = len(stratum.residuals) - stratum.own
    if stratum.own <= rest:
        return sample(stratum.residuals, stratum.own)
    return [-value for value in sample(stratum.residuals, rest)]


def skewed_tail(z: float, skewness: float) -> float | None:
    """Return the chance that a deviate of a skewed distribution is above `z`, a sum of gamma's form (Pearson's type
    III) by the normal deviate of Wilson and Hilferty (1931); None if the distribution is too skewed for that.
    """
    if abs(skewness) > MOST_SKEWED or 1 + skewness * z / 2 <= 0:
        return None
    if abs(skewness) < 1e-6:
        return normal_tail(z)
    return normal_tail(6 / skewness * ((1 + skewness * z / 2) ** (1 / 3) - 1) + skewness / 6)


def normal_tail(z: float) -> float:
    """Return the chance that a normal deviate is above `z`; it never is 0."""
    return max(erfc(z / sqrt(2)) / 2, LEAST)
