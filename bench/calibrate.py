"""A yardstick for noisy machines: one fixed loop of plain Python, run right before and right after what is measured.

Absolute rates on shared machines move by tens of percent from hour to hour; rates per million turns of this loop ("per Mloop") hardly do.
"""

import statistics
import time
from collections.abc import Callable


def loop(turns: int) -> int:
    """List index, multiply, compare, dict or list store; `turns` times."""
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
    """Turns of the loop per second of CPU, now."""
    start = time.process_time()
    loop(turns)
    return turns / (time.process_time() - start)


def per_mloop(work: Callable[[], int], repeats: int = 5) -> float:
    """Units of `work` per million turns: the median of `repeats` ratios. `work` returns how many units it did."""
    ratios = []
    for _ in range(repeats):
        before = turns_per_second()
        start = time.process_time()
        units = work()
        rate = units / (time.process_time() - start)
        ratios.append(rate / ((before + turns_per_second()) / 2) * 1e6)
    return statistics.median(ratios)
