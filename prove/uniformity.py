"""Chi-square tests of many shuffled decks, one array row for each deck."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc

Decks = NDArray[np.uint8]
Figure = tuple[str, float]
"""The name of a test, and its p: the probability of counts at least as uneven if shuffles are uniform."""

LOW, HIGH = 1e-6, 1 - 1e-6
"""Bounds of p. A p outside of them is not an accident: counts that are too even are wrong too."""

POKER = {
    (4, 1): 624,
    (3, 2): 3_744,
    (3, 1, 1): 54_912,
    (2, 2, 1): 123_552,
    (2, 1, 1, 1): 1_098_240,
    (1, 1, 1, 1, 1): 1_317_888,
}
"""Number of poker hands with each pattern of repeated ranks, among the 2,598,960 hands of a deck of 52."""


def find_outliers(figures: Sequence[Figure]) -> list[str]:
    """Return a sentence for each test whose p is outside of the bounds."""
    return [f"{what}: p = {p:.3g}" for what, p in figures if not LOW < p < HIGH]


def format_range(figures: Sequence[Figure]) -> str:
    """Return the number of tests with their lowest and highest p."""
    found = [p for _, p in figures]
    return f"{len(found)} p from {min(found):.2g} to {max(found):.6g}"


def uniform_p(counts: NDArray[np.int64]) -> float:
    """Return the p of cells that are all equally likely."""
    return _chi_square_p(counts, np.full(len(counts), counts.mean()))


def _chi_square_p(seen: NDArray[np.int64], expected: NDArray[np.float64]) -> float:
    """Return the p of counts. `scipy.stats` has the same function, but takes a second to import."""
    return float(chdtrc(len(seen) - 1, ((seen - expected) ** 2 / expected).sum()))


def positions(decks: Decks) -> Iterator[Figure]:
    """Test that every card is at every place equally often."""
    many, size = decks.shape
    counts = np.stack([np.bincount(decks[:, place], minlength=size) for place in range(size)])
    mean = many / size
    # Rows and columns have fixed sums: (size - 1)² cells are free, and each varies less by (size - 1) / size.
    chi_square = float(((counts - mean) ** 2 / mean).sum()) * (size - 1) / size
    yield "position by card", float(chdtrc((size - 1) ** 2, chi_square))


def pairs(decks: Decks) -> Iterator[Figure]:
    """Test that every card is followed by every other card equally often, at every place."""
    size = decks.shape[1]
    other = ~np.eye(size, dtype=bool).ravel()
    for place in range(size - 1):
        cells = decks[:, place].astype(np.int64) * size + decks[:, place + 1]
        yield f"pairs at {place + 1}", uniform_p(np.bincount(cells, minlength=size * size)[other])


def neighbours(decks: Decks) -> Iterator[Figure]:
    """Test that a deck reveals nothing about the next one: compare cards at the same place of both."""
    size = decks.shape[1]
    for place in (0, size // 2, size - 1):
        # Only every second deck begins a pair, so that no deck is in two pairs.
        before, after = decks[0:-1:2, place], decks[1::2, place]
        yield (
            f"card {place + 1} and that of the next deck",
            uniform_p(np.bincount(before.astype(np.int64) * size + after, minlength=size**2)),
        )


def fixed_points(decks: Decks) -> Iterator[Figure]:
    """Test that as many cards stay at their place as expected."""
    many, size = decks.shape
    counts = np.bincount((decks == np.arange(size)).sum(axis=1), minlength=size + 1)
    likely = [1 / math.e / math.factorial(stay) for stay in range(6)]  # of 30 cards and more, exact to 30 places
    seen = np.array([*counts[:6], counts[6:].sum()])
    yield "cards that stay", _chi_square_p(seen, np.array([*likely, 1 - sum(likely)]) * many)


def parity(decks: Decks) -> Iterator[Figure]:
    """Test that half of the orders come from an even number of swaps."""
    odd = np.zeros(len(decks), dtype=bool)
    for one, other in combinations(range(decks.shape[1]), 2):
        odd ^= decks[:, one] > decks[:, other]
    yield "even and odd orders", uniform_p(np.bincount(odd.astype(np.int64), minlength=2))


def orders(decks: Decks, of: int, what: str) -> Iterator[Figure]:
    """Test that the first cards come in each order equally often."""
    ranked = np.argsort(np.argsort(decks[:, :of], axis=1), axis=1)
    numbers = np.zeros(len(decks), dtype=np.int64)
    for place in range(of):
        numbers = numbers * (of - place) + (ranked[:, place + 1 :] < ranked[:, place : place + 1]).sum(axis=1)
    yield what, uniform_p(np.bincount(numbers, minlength=math.factorial(of)))


def hands(decks: Decks, seats: int) -> Iterator[Figure]:
    """Test that hands of five, dealt card by card, have pairs and triples as often as in poker."""
    for seat in range(seats):
        numbers = decks[:, seat : 5 * seats : seats] % 13
        repeated = np.sort((numbers[:, :, None] == numbers[:, None, :]).sum(axis=2), axis=1)[:, ::-1]
        # A hand such as (2, 2, 1) shows as 2 2 2 2 1: read as a number it names its kind.
        kind = (repeated * 10 ** np.arange(4, -1, -1)).sum(axis=1)
        names = ["".join(str(times) * times for times in shape) for shape in POKER]
        seen = np.array([(kind == int(name)).sum() for name in names])
        likely = np.array(list(POKER.values())) / math.comb(52, 5)
        yield f"hand of seat {seat}", _chi_square_p(seen, likely * len(decks))


def count_repeats(decks: Decks) -> int:
    """Return the number of decks that repeat an earlier one."""
    whole = np.ascontiguousarray(decks).view(np.dtype((np.void, decks.shape[1])))
    return len(decks) - len(np.unique(whole))
