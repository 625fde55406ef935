"""Chances as logarithmic odds."""

from math import exp, log


def log_odds(chance: float, least: float) -> float:
    """Return the logarithm of the odds; a chance below `least`, or that close to 1, counts as that."""
    chance = min(1 - least, max(least, chance))
    return log(chance / (1 - chance))


def expit(odds: float) -> float:
    """Return the chance with these logarithmic odds."""
    return 1 / (1 + exp(-odds))
