"""Speed of commands through the functions of the database, beside the statements that they replaced.

An earlier commit sent statements on the tables. Each commit runs in a process of its own, with a server of its own. The
processes take turns with slices of commands, so that a busy machine slows both alike; the figure is the median ratio of
neighbouring slices.
"""

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from bench import Row
from bench.baseline import ROOT, check_out

COMMIT = "be8e5ed"
"""The last commit with statements on the tables."""

SLICES = 25
THREADS = (1, 8)

_LOOP = """
import sys, time
sys.path.insert(0, ".")
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from bench.commands import COMMANDS, prepare_draws
from bench.store import database
from {pool} import open_pool
with database() as settings, open_pool(settings) as pool:
    for line in sys.stdin:
        threads = int(line)
        with ExitStack() as stack, ThreadPoolExecutor(threads) as executor:
            tasks = [stack.enter_context(prepare_draws(pool)) for _ in range(threads)]
            start = time.perf_counter()
            for future in [executor.submit(task) for task in tasks]:
                future.result()
            print(threads * COMMANDS / (time.perf_counter() - start), flush=True)
"""


class Loop:
    """Commands in a process of its own, with the code of one folder."""

    def __init__(self, folder: Path, pool: str) -> None:
        """Start the process; `pool` is the module that has `open_pool` there."""
        command = [sys.executable, "-B", "-c", _LOOP.format(pool=pool)]
        self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._process.communicate()

    def rate(self, threads: int) -> float:
        """Run a slice and return its commands per second. Raises RuntimeError if the process failed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{threads}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the loop of one commit failed; its error is printed above")
        return float(answer)


def rows() -> list[Row]:
    """Return the ratios; none if the repository does not have the earlier commit, as in a shallow clone."""
    with tempfile.TemporaryDirectory() as folder:
        if not check_out(COMMIT, Path(folder), "api", "infra", "prove"):
            return []
        with Loop(Path(folder), "infra.postgres.pool") as before, Loop(ROOT, "infra.databases.pool") as now:
            return [_against(now, before, threads) for threads in THREADS]


def _against(now: Loop, before: Loop, threads: int) -> Row:
    ratios = []
    for number in range(SLICES):
        first, second = (now, before) if number % 2 else (before, now)
        rates = {first: first.rate(threads), second: second.rate(threads)}
        ratios.append(rates[now] / rates[before])
    name = "1 thread" if threads == 1 else f"{threads} threads"
    return f"commands through functions, against {COMMIT}, {name}", statistics.median(ratios), "target 0.95"
