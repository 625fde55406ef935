"""Proof of secrecy: what V is shown, may do, is refused and is told does not depend on cards hidden from V, on the views alone.

What a pair of worlds is stands in `prove.leaks.views`; `prove.leaks.http` is the same over HTTP.
"""

from collections.abc import Iterator
from functools import partial

from prove.leaks import views
from prove.leaks.report import Found, coverage, kinds
from prove.report import Row, Run

VIEWS = 200_000
"""Pairs on the views alone."""

PER_GAME = 40
"""Pairs of a game, at the least on average."""

CHUNK = 12
"""Games in one piece of work: two of each ruleset."""


def prove(run: Run) -> Iterator[Row]:
    """Pairs on the views alone, and what they covered."""
    wanted = run.count(VIEWS, CHUNK)
    games = max(CHUNK, wanted // PER_GAME)
    parts = [range(first, first + CHUNK) for first in range(0, games, CHUNK)]
    found = Found()
    for part in run.spread("pairs on the views", partial(several, run.seed), parts):
        found.add(part)
    yield Row("views: pairs of worlds", found.pairs, found.failures, kinds(found), wanted)
    yield from coverage("views", found.covered, full=run.share >= 1)


def several(seed: str, numbers: range) -> Found:
    """The pairs of some games."""
    found = Found()
    for number in numbers:
        found.add(views.pairs(seed, number))
    return found
