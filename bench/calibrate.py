"""A reference for noisy machines: a fixed loop of plain Python, run right before and after each measurement.

Absolute rates on shared machines vary by tens of percent from hour to hour. Rates per million turns of this loop ("per
Mloop") hardly vary.
"""

import statistics
import time
from collections.abc import Callable


def loop(turns: int) -> int:
    """Index a list, multiply, compare, and store into a dict or list, `turns` times."""
    cells = list(range(64))
    seen: dict[int, int] = {}
    x = 1
    for i in range(turns):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        v = cells[x & 63]
        if v > 31:
            seen[v] = i
        else:
            cells[v] = (cells[v] ^ 1) & 63
    return x


def turns_per_second(turns: int = 400_000) -> float:
    """Return the current turns of the loop per second of CPU time."""
    start = time.process_time()
    loop(turns)
    return turns / (time.process_time() - start)


def per_mloop(work: Callable[[], int], repeats: int = 5) -> float:
    """Return the units of `work` per million turns: the median of `repeats` ratios.

    `work` returns the number of units it did.
    """
    ratios = []
    for _ in range(repeats):
        before = turns_per_second()
        start = time.process_time()
        units = work()
        rate = units / (time.process_time() - start)
        ratios.append(rate / ((before + turns_per_second()) / 2) * 1e6)
    return statistics.median(ratios)
