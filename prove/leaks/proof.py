"""Proof `leaks`: views, actions, refusals and events of a viewer do not depend on cards hidden from that viewer.

This proof compares views alone; see `prove.leaks.views` for pairs of worlds, and `prove.leaks.http` for HTTP. It also
compares the analysis of a seat (`prove.leaks.analysis`).
"""

from collections.abc import Callable, Iterator
from functools import partial

from prove.leaks import analysis, views
from prove.leaks.report import Covered, PairResults, count_viewers, coverage_rows
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
    """Yield rows for pairs on the views alone, for their coverage, and for pairs on the analysis."""
    row, covered = compare_pairs(run, "views", views.compare_game, VIEWS, PER_GAME)
    yield row
    yield from coverage_rows("views", covered, full=run.share >= 1)
    row, _ = compare_pairs(run, "analysis", analysis.compare_game, ANALYSES, PER_ANALYSIS)
    yield row


Compare = Callable[[str, int], PairResults]
"""Compares the pairs of one game, by seed and number of the game."""


def compare_pairs(run: Run, what: str, compare_game: Compare, count: int, per_game: int) -> tuple[Row, Covered]:
    """Compare that many pairs; return their row, and what they covered."""
    wanted = run.count(count, CHUNK)
    games = max(CHUNK, wanted // per_game)
    parts = [range(first, first + CHUNK) for first in range(0, games, CHUNK)]
    found = PairResults()
    for part in run.map_jobs(f"pairs on the {what}", partial(run_games, compare_game, run.seed), parts):
        found.add(part)
    return Row(f"{what}: pairs of worlds", found.pairs, found.failures, count_viewers(found), wanted), found.covered


def run_games(compare_game: Compare, seed: str, numbers: range) -> PairResults:
    """Return the pairs of some games."""
    found = PairResults()
    for number in numbers:
        found.add(compare_game(seed, number))
    return found
