"""Proof `leaks`: views, actions, refusals and events of a viewer do not depend on cards hidden from that viewer.

This proof compares views alone; see `prove.leaks.views` for pairs of worlds, and `prove.leaks.http` for HTTP.
"""

from collections.abc import Iterator
from functools import partial

from prove.leaks import views
from prove.leaks.report import Found, coverage, kinds
from prove.report import Row, Run

VIEWS = 200_000
"""Pairs on the views alone."""

PER_GAME = 40
"""Minimum number of pairs of a game, on average."""

CHUNK = 12
"""Games of one job: two of each ruleset."""


def prove(run: Run) -> Iterator[Row]:
    """Yield rows for pairs on the views alone, and for their coverage."""
    wanted = run.count(VIEWS, CHUNK)
    games = max(CHUNK, wanted // PER_GAME)
    parts = [range(first, first + CHUNK) for first in range(0, games, CHUNK)]
    found = Found()
    for part in run.spread("pairs on the views", partial(several, run.seed), parts):
        found.add(part)
    yield Row("views: pairs of worlds", found.pairs, found.failures, kinds(found), wanted)
    yield from coverage("views", found.covered, full=run.share >= 1)


def several(seed: str, numbers: range) -> Found:
    """Return the pairs of some games."""
    found = Found()
    for number in numbers:
        found.add(views.pairs(seed, number))
    return found
