"""Fits the coefficients of `domain/analysis/behaviour.py`: `python -m bench.analysis.fit NAME GAMES`.

It plays games of each table of bots and of people, all of other seeds than those of the measurement, and prints the
coefficients of each strategy with which what happened is most likely. A play is called if any seat calls, so the
coefficients of all strategies are fitted together. It needs numpy and scipy.
"""

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.analysis.danger import CAREFUL, FIRST_SEED, NOVICE, SAMPLES, TABLES
from bench.analysis.decisions import Forecast, observe
from bench.analysis.players import PEOPLE
from domain.game.registry import ruleset

STRATEGIES = (CAREFUL, NOVICE, None)

STIFFNESS = 2.0
"""How strongly a coefficient is held at that of a neutral function, which returns its chance unchanged."""

Floats = NDArray[np.float64]


class Fit:
    """The forecasts as arrays: facts by forecast, source and fact, and the strategy of each source; -1 for none."""

    def __init__(self, forecasts: Sequence[Forecast]) -> None:
        known = [one for one in forecasts if one.sources]
        size, most = len(known[0].sources[0][1]), max(len(one.sources) for one in known)
        self.facts = np.zeros((len(known), most, size))
        self.strategy = np.full((len(known), most), -1)
        self.happened = np.array([float(one.happened) for one in known])
        for row, one in enumerate(known):
            for place, (strategy, facts) in enumerate(one.sources):
                self.facts[row, place] = facts
                self.strategy[row, place] = STRATEGIES.index(strategy)
        self.neutral = np.zeros((len(STRATEGIES), size))
        self.neutral[:, 1] = 1.0

    def best(self) -> Floats:
        """Return the coefficients by strategy."""
        found = minimize(self.loss, self.neutral.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 500})
        return np.asarray(found.x).reshape(self.neutral.shape)

    def loss(self, flat: Floats) -> tuple[float, Floats]:
        """Return the negative logarithm of the likelihood, with the stiffness, and its gradient."""
        coefficients = flat.reshape(self.neutral.shape)
        masks = [self.strategy == place for place in range(len(STRATEGIES))]
        odds = sum(np.where(mask, self.facts @ own, 0) for mask, own in zip(masks, coefficients, strict=True))
        each = np.where(self.strategy >= 0, 1 / (1 + np.exp(-odds)), 0)
        told = np.clip(1 - np.prod(1 - each, axis=1), 1e-9, 1 - 1e-9)
        logarithms = self.happened * np.log(told) + (1 - self.happened) * np.log(1 - told)
        slope = (1 - self.happened - self.happened * (1 - told) / told)[:, None] * each
        off = coefficients - self.neutral
        gradient = [np.einsum("ij,ijk->k", np.where(mask, slope, 0), self.facts) for mask in masks]
        return STIFFNESS * np.sum(off**2) - logarithms.sum(), (np.array(gradient) + 2 * STIFFNESS * off).ravel()


def main(name: str, games: int) -> None:
    """Fit and print the coefficients for a sample of `danger.py`."""
    if games > FIRST_SEED:
        raise SystemExit(f"Use at most {FIRST_SEED:,} games; other seeds are for the measurement.")
    sample = SAMPLES[name]
    people = PEOPLE[ruleset(sample.ruleset).family].values()
    tables = [*TABLES.values(), *([player] * 4 for player in people)]
    seen = [observe(sample.ruleset, table, range(games), detailed=True, **sample.options) for table in tables]
    forecasts = [forecast for observed in seen for forecast in observed.forecasts]
    for strategy, coefficients in zip(STRATEGIES, Fit(forecasts).best(), strict=True):
        print(f"{name}, {strategy or 'a person'}: ({', '.join(f'{one:.4g}' for one in coefficients)})")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
