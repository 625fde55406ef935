"""Proof of secrecy: what V is shown, may do, is refused and is told does not depend on cards hidden from V, on the views alone and over HTTP.

What a pair of worlds is stands in `prove.leaks_views` and `prove.leaks_http`.
"""

from collections.abc import Iterator
from functools import partial

from prove import leaks_http, leaks_views
from prove.leaks_found import Found, coverage
from prove.leaks_http import A_GAME
from prove.report import Row, Run

VIEWS = 200_000
"""Pairs on the views alone."""

HTTP = 10_000
"""Pairs over HTTP."""

TOGETHER = 18
"""Games over HTTP that have a server together: each ruleset with each kind of stranger."""

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
    yield from over_http(run)


def over_http(run: Run) -> Iterator[Row]:
    """Pairs over HTTP, and the routes that they asked."""
    wanted = run.count(HTTP, A_GAME)
    games = -(-wanted // A_GAME)
    parts = [range(first, min(first + TOGETHER, games)) for first in range(0, games, TOGETHER)]
    found = Found()
    for part in run.spread("pairs over HTTP", partial(leaks_http.several, run.seed), parts):
        found.add(part)
    yield Row("HTTP: pairs of worlds", found.pairs, found.failures, kinds(found), wanted)
    asked = {what[1]: count for what, count in found.covered.items() if what[0] == "route"}
    known = {what[1] for what in found.covered if what[0] == "known"}
    missing = [f"{route} is never asked" for route in sorted(known - asked.keys())]
    note = f"each in {min(asked.values()):,} comparisons or more"
    yield Row("HTTP: routes", len(asked), missing, note, wanted=len(known), trials=False)


def kinds(found: Found) -> str:
    """How many pairs there were of each kind of viewer."""
    counted = sorted(found.covered.items())
    return ", ".join(f"{count:,} {kind}" for (what, kind, *_), count in counted if what == "viewer")


def several(seed: str, numbers: range) -> Found:
    """The pairs of some games."""
    found = Found()
    for number in numbers:
        found.add(leaks_views.pairs(seed, number))
    return found
