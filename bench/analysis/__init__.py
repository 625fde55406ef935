"""`python -m bench analysis`: how good and how fast the analysis is, each figure beside its target.

`python -m bench.analysis.diagrams` writes the reliability diagrams of `docs/analysis.md`, and
`python -m bench.analysis.fit` fits the coefficients of `domain/analysis/behaviour.py`.
"""

from collections.abc import Callable

from bench import Row, delays
from bench.analysis import danger, losses

PARTS: dict[str, Callable[[], list[Row]]] = {
    "danger": danger.rows,
    "losses": losses.rows,
    "delays": delays.analyses,
}
"""The measured parts: how good danger is; the same of losses; delays of commands meanwhile."""
