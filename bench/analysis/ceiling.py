"""A boosted tree on facts of the view, which estimates how much could be foreseen: `python -m bench.analysis.ceiling`.

It needs scikit-learn and numpy. The tree gets the chance of the analysis as one fact among others, so it shows what is
left to learn.
"""

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from bench.analysis.calibration import score
from bench.analysis.danger import FIRST_SEED, TABLES
from bench.analysis.decisions import observe

TRAINING, TESTS = 1500, 800
"""Games of the two parts."""


def main() -> None:
    """Print the skill of the analysis and of the tree on games that the tree has not seen."""
    for table, bots in TABLES.items():
        known = observe("dobon-sato", bots, range(TRAINING)).forecasts
        tests = observe("dobon-sato", bots, range(FIRST_SEED, FIRST_SEED + TESTS)).forecasts
        tree = HistGradientBoostingClassifier(
            learning_rate=0.03,
            max_leaf_nodes=8,
            max_iter=300,
            min_samples_leaf=60,
            l2_regularization=5.0,
            random_state=1,
        )
        tree.fit(np.array([one.facts for one in known]), np.array([one.happened for one in known]))
        guessed = tree.predict_proba(np.array([one.facts for one in tests]))[:, 1]
        happened = [one.happened for one in tests]
        own = score([one.chance for one in tests], happened).skill
        print(f"{table}: analysis {100 * own:.1f} %, tree {100 * score(list(guessed), happened).skill:.1f} %")


if __name__ == "__main__":
    main()
