"""Small budgets for strategies that take playouts, where many games have to be played."""

from collections.abc import Iterator
from contextlib import contextmanager

from domain.bots.search import Expert, Search
from domain.bots.strategies import STRATEGIES

WORLDS = 3


@contextmanager
def small_budgets() -> Iterator[None]:
    """Let experts play out few worlds. Their decisions are searched in the same situations, and replays agree."""
    searches = {one.search for versions in STRATEGIES.values() for one in versions.values() if isinstance(one, Expert)}
    before: dict[type[Search], int] = {search: search.worlds for search in searches}
    try:
        for search in searches:
            search.worlds = WORLDS
        yield
    finally:
        for search, worlds in before.items():
            search.worlds = worlds
