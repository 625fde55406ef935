"""A boosted tree on facts of the view, which estimates how much could be foreseen.

The tree gets the chance of the analysis as one fact among others, so it shows what is left to learn. It needs
scikit-learn, which the extra `bench` installs.
"""

from collections.abc import Sequence
from importlib.util import find_spec

from bench.analysis.calibration import score
from bench.analysis.decisions import Forecast


def is_installed() -> bool:
    """Tell whether a tree can be fitted here."""
    return find_spec("sklearn") is not None


def skill(forecasts: Sequence[Forecast]) -> float:
    """Return the skill of trees, each fitted to one half of the games and tested on the other.

    Forecasts without facts are certain, and remain.
    """
    certain, open_ = [one for one in forecasts if not one.facts], [one for one in forecasts if one.facts]
    first, second = open_[: len(open_) // 2], open_[len(open_) // 2 :]
    told = [*_told(second, first), *_told(first, second), *[one.chance for one in certain]]
    return score(told, [one.happened for one in (*open_, *certain)]).skill


def _told(known: Sequence[Forecast], tests: Sequence[Forecast]) -> list[float]:
    """Return the chances of a tree that was fitted to the known forecasts."""
    from sklearn.ensemble import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
        HistGradientBoostingClassifier,
    )

    tree = HistGradientBoostingClassifier(
        learning_rate=0.03,
        max_leaf_nodes=8,
        max_iter=300,
        min_samples_leaf=60,
        l2_regularization=5.0,
        random_state=1,
    )
    tree.fit([one.facts for one in known], [one.happened for one in known])
    return [float(chance) for chance in tree.predict_proba([one.facts for one in tests])[:, 1]]
