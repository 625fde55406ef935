"""A cheap generator of random numbers for playouts: a linear congruential generator with 30 bits.

It is far weaker than `domain.log.chance.RandomStream` and costs a tenth of it. Playouts only need different numbers in
every world and the same numbers for every candidate action. Loops write its step out, because a call costs more.
"""

from typing import Any

MULTIPLIER = 437_799_613
"""Of full period with any odd increment, because it leaves the remainder 5 when divided by 8."""

INCREMENT = 12_345
MASK = (1 << 30) - 1
"""A number of the generator has 30 bits. Only its upper half is used, because the lower bits repeat soon."""


def following(x: int) -> int:
    """Return the number after `x`."""
    return (x * MULTIPLIER + INCREMENT) & MASK


def shuffle(items: list[Any], x: int) -> int:
    """Shuffle in place, and return the last random number; `x` is the one before the first.

    Each item changes places with one at or before it. Fifteen bits choose among at most 56 cards, so that two places
    differ in probability by less than 0.2 %.
    """
    for last in range(len(items) - 1, 0, -1):
        x = (x * MULTIPLIER + INCREMENT) & MASK
        other = (x >> 15) * (last + 1) >> 15
        items[last], items[other] = items[other], items[last]
    return x
