"""`python -m bench analysis`: how good and how fast the analysis is, each figure beside its target.

`python -m bench.analysis.diagrams` writes the reliability diagrams of `docs/analysis.md`, and
`python -m bench.analysis.ceiling` fits a boosted tree (scikit-learn, which is installed for this alone).
"""

from bench import Row, delays
from bench.analysis import danger, losses


def rows() -> list[Row]:
    """Return the measurements."""
    return [*danger.rows(), *losses.rows(), *delays.analyses()]
