"""What the policies of playouts share: the risk of a call by the sizes of hands alone, places in turn, and caches."""

from collections.abc import Callable, Sequence
from math import fsum, prod
from typing import TypeVar

Made = TypeVar("Made")

LARGEST = 6
"""Hands of this many cards and more count as one size."""

SIZES = tuple(1 << 4 * min(size, LARGEST) for size in range(55))
"""The key of one hand of each size. The key of several hands is the sum: four bits for each size."""


class Cache(dict[int, Made]):
    """Figures by an integer, computed at first use."""

    def __init__(self, make: Callable[[int], Made]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: int) -> Made:
        found = self[key] = self.make(key)
        return found


class Risks(Cache[tuple[float, ...]]):
    """For each number the chance that a hand of these sizes makes it, by the key of the sizes."""

    def __init__(self, calls: Sequence[Sequence[float]]) -> None:
        """`calls` has a row of chances for each size, by number; the last row is for all larger hands."""
        super().__init__(self.by_number)
        self.calls = calls

    def by_number(self, sizes: int) -> tuple[float, ...]:
        """Return the chances."""
        last = len(self.calls) - 1
        rows = [self.calls[min(size, last)] for size in range(LARGEST + 1) for _ in range(sizes >> 4 * size & 15)]
        return tuple(1 - prod(1 - row[number] for row in rows) for number in range(14))


def turn_worth(figures: Sequence[float], place: int, seats: int) -> float:
    """Return the worth of a place in turn, from 0; the last figure is for the last place of all."""
    return figures[-1] if place == seats - 1 else figures[min(place, len(figures) - 2)]


def beside_others(worths: Sequence[float], seat: int) -> float:
    """Return the worth of the seat's hand, less the mean worth of the others."""
    others = [worth for other, worth in enumerate(worths) if other != seat]
    return worths[seat] - fsum(others) / len(others)
