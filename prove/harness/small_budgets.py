"""Small budgets for strategies that take playouts, where many games have to be played."""

from collections.abc import Iterator
from contextlib import contextmanager

from domain.bots.beating.expert import DurakSearch
from domain.bots.search import Expert, Search
from domain.bots.strategies import STRATEGIES

WORLDS, POSITIONS = 3, 300


@contextmanager
def small_budgets() -> Iterator[None]:
    """Let experts play out few worlds, and search few positions of an end.

    Their decisions are searched in the same situations, and replays agree.
    """
    searches = {one.search for versions in STRATEGIES.values() for one in versions.values() if isinstance(one, Expert)}
    before: dict[type[Search], int] = {search: search.worlds for search in searches}
    positions = DurakSearch.positions
    try:
        for search in searches:
            search.worlds = WORLDS
        DurakSearch.positions = POSITIONS
        yield
    finally:
        DurakSearch.positions = positions
        for search, worlds in before.items():
            search.worlds = worlds
