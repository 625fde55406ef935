"""Input and output of a proof: the size of a run, reports of its progress, and the rows of a table."""

import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from rich.console import Console
from rich.table import Table

from prove.harness import watchdog

S = TypeVar("S")
T = TypeVar("T")

REPORT_SECONDS = 5.0
"""Seconds between two reports of progress."""


@dataclass(slots=True)
class Row:
    """One tested statement: the number of trials, and the failures."""

    what: str
    count: int
    failures: list[str] = field(default_factory=list)
    "One sentence for each failure."
    note: str = ""
    wanted: int = 0
    "Minimum number of trials in this run."
    trials: bool = True
    "Each trial could fail by itself; otherwise they are judged together."

    @property
    def holds(self) -> bool:
        """Whether there were enough trials and no failures."""
        return not self.failures and self.count >= max(1, self.wanted)

    @property
    def bound(self) -> str:
        """Upper bound of the failure rate at 95 %, if `count` independent trials had no failure: the rule of three."""
        if self.failures:
            return f"{len(self.failures):,} FAILED"
        return f"< {3 / self.count:.1e}" if self.trials and self.count > 3 else "-"


@dataclass(slots=True)
class Run:
    """Size and seed of a run."""

    share: float = 1.0
    "Share of the full counts."
    seed: str = "prove"
    "Seed of everything that a proof chooses. Threads and the system are not controlled by it."
    quiet: bool = False
    row: str = ""
    "Part of the names of the rows to make, for proofs that make each row by itself."
    _reported_at: float = 0.0

    def count(self, full: int, least: int = 1) -> int:
        """Return the count for this run of work that is done `full` times in a full run."""
        return max(least, round(full * self.share))

    def report_progress(self, what: str, done: int, of: int) -> None:
        """Note the progress for the watchdog, and print it every few seconds."""
        moved, now = watchdog.note(what, done), time.monotonic()
        if not self.quiet and (now - self._reported_at > REPORT_SECONDS or (moved and done == of)):
            self._reported_at = now
            print(f"{time.strftime('%H:%M:%S')}  {what}: {done:,} of {of:,}", file=sys.stderr, flush=True)

    def map_jobs(
        self, what: str, work: Callable[[S], T], jobs: Sequence[S], processes: int | None = None
    ) -> Iterator[T]:
        """Yield the result of `work` for each job, in their order, and report the progress.

        Long runs use `processes` processes, by default one for each core.
        """
        if self.share < 0.1:
            yield from (work(job) for job in self.track(what, jobs))
            return
        # Spawned processes share no threads or connections with this one, as forked ones would.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(processes or os.cpu_count(), context, watchdog.dump_on_signal) as spawned:
            for place, made in enumerate(spawned.map(work, jobs)):
                self.report_progress(what, place + 1, len(jobs))
                yield made

    def track(self, what: str, things: Sequence[T]) -> Iterator[T]:
        """Yield the things and report the progress."""
        for place, thing in enumerate(things):
            yield thing
            self.report_progress(what, place + 1, len(things))


Proof = Callable[[Run], Iterable[Row]]


def build_table(rows: Iterable[tuple[str, Row]]) -> Table:
    """Return a table with the rows of all proofs."""
    shown = Table("proof", "what", "count", "failures", "each at 95 %", "note", title="results of the proofs")
    for column in (2, 3):
        shown.columns[column].justify = "right"
    last = ""
    for name, row in rows:
        if last and name != last:
            shown.add_section()
        missing = "" if row.count >= row.wanted else f" of {row.wanted:,}"
        shown.add_row(
            name if name != last else "",
            row.what,
            f"{row.count:,}{missing}",
            f"{len(row.failures):,}",
            row.bound,
            row.note,
        )
        last = name
    return shown


def print_failures(rows: Iterable[tuple[str, Row]], console: Console, shown: int = 10) -> None:
    """Print the first failures of each row."""
    for name, row in rows:
        for failure in row.failures[:shown]:
            console.print(f"{name}, {row.what}: {failure}", markup=False)
        if row.count < row.wanted:
            console.print(
                f"{name}, {row.what}: {row.count:,} trials, but at least {row.wanted:,} are needed", markup=False
            )
