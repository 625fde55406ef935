"""Proof `leaks`: views, actions, refusals and events of a viewer do not depend on cards hidden from that viewer.

This proof compares views alone; see `prove.leaks.views` for pairs of worlds, and `prove.leaks.http` for HTTP. It also
compares the analysis of a seat (`prove.leaks.analysis`).
"""

from collections.abc import Iterator
from functools import partial

from prove.leaks import analysis, views
from prove.leaks.report import PairResults, count_viewers, coverage_rows
from prove.report import Row, Run

VIEWS = 200_000
"""Pairs on the views alone."""

ANALYSES = 10_000
"""Pairs on the analysis."""

PER_GAME = 40
"""Minimum number of pairs of a game, on average."""

PER_ANALYSIS = 11
"""Minimum number of pairs of a game on the analysis, on average."""

CHUNK = 12
"""Games of one job: two of each ruleset."""


def prove(run: Run) -> Iterator[Row]:
    """Yield rows for pairs on the views alone, and for their coverage."""
    wanted = run.count(VIEWS, CHUNK)
    games = max(CHUNK, wanted // PER_GAME)
    parts = [range(first, first + CHUNK) for first in range(0, games, CHUNK)]
    found = PairResults()
    for part in run.map_jobs("pairs on the views", partial(run_games, run.seed), parts):
        found.add(part)
    yield Row("views: pairs of worlds", found.pairs, found.failures, count_viewers(found), wanted)
    yield from coverage_rows("views", found.covered, full=run.share >= 1)
    yield _analysis_row(run)


def _analysis_row(run: Run) -> Row:
    wanted = run.count(ANALYSES, CHUNK)
    games = max(CHUNK, wanted // PER_ANALYSIS)
    parts = [range(first, first + CHUNK) for first in range(0, games, CHUNK)]
    found = PairResults()
    for part in run.map_jobs("pairs on the analysis", partial(run_analyses, run.seed), parts):
        found.add(part)
    return Row("analysis: pairs of worlds", found.pairs, found.failures, count_viewers(found), wanted)


def run_games(seed: str, numbers: range) -> PairResults:
    """Return the pairs of some games."""
    found = PairResults()
    for number in numbers:
        found.add(views.compare_game(seed, number))
    return found


def run_analyses(seed: str, numbers: range) -> PairResults:
    """Return the pairs on the analysis of some games."""
    found = PairResults()
    for number in numbers:
        found.add(analysis.compare_game(seed, number))
    return found
