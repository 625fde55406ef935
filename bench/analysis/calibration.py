"""Scores of forecasts: the Brier score and skill, reliability bins with their bands, and the calibration error."""

from collections.abc import Sequence
from math import pi, sqrt
from typing import NamedTuple

BINS = 10
"""Bins of equal numbers of forecasts."""

Z = 1.96
"""Standard errors of a 95 % band."""


class Bin(NamedTuple):
    """Some forecasts of about the same chance."""

    count: int
    told: float
    "The mean of the forecast chances."
    happened: float
    "The share of them that happened."
    low: float
    high: float
    "Wilson's 95 % interval of that share."

    @property
    def holds(self) -> bool:
        """Tell whether the mean chance is inside the band."""
        return self.low <= self.told <= self.high


class Score(NamedTuple):
    """How good some forecasts are."""

    count: int
    rate: float
    "How often it happened."
    brier: float
    skill: float
    "The share of the Brier score of the base rate that is saved."
    error: float
    "The mean distance between told and happened, over the bins."
    noise: float
    "The error to expect of that number of forecasts, if every chance were exactly right."
    bins: list[Bin]


def score(told: Sequence[float], happened: Sequence[bool]) -> Score:
    """Return the score of chances against what happened."""
    count, rate = len(told), sum(happened) / len(told)
    brier = sum((chance - true) ** 2 for chance, true in zip(told, happened, strict=True)) / count
    ordered = sorted(zip(told, happened, strict=True))
    parts = [ordered[place * count // BINS : (place + 1) * count // BINS] for place in range(BINS)]
    bins = [_bin(part) for part in parts]
    error = sum(one.count * abs(one.told - one.happened) for one in bins) / count
    spread = sum(sqrt(sum(chance * (1 - chance) for chance, _ in one)) for one in parts)
    return Score(count, rate, brier, 1 - brier / (rate * (1 - rate)), error, sqrt(2 / pi) * spread / count, bins)


def _bin(forecasts: Sequence[tuple[float, bool]]) -> Bin:
    count = len(forecasts)
    told, happened = (sum(column) / count for column in zip(*forecasts, strict=True))
    low, high = wilson(happened, count)
    return Bin(count, told, happened, low, high)


def wilson(share: float, count: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    middle = share + Z * Z / (2 * count)
    width = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    whole = 1 + Z * Z / count
    return (middle - width) / whole, (middle + width) / whole
