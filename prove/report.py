"""What a proof is given, and what it gives: how often to try, how to say how far it is, and rows of a table."""

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

SAY_SECONDS = 5.0
"""Between two lines about how far a proof is."""


@dataclass(slots=True)
class Row:
    """One thing that was tried so many times, and what went wrong."""

    what: str
    count: int
    failures: list[str] = field(default_factory=list)
    "One sentence for each time that the promise did not hold."
    note: str = ""
    wanted: int = 0
    "How often it has to be tried at the least in this run."
    trials: bool = True
    "Each of the count could have failed by itself; otherwise they are judged together."

    @property
    def holds(self) -> bool:
        """It was tried often enough, and never failed."""
        return not self.failures and self.count >= max(1, self.wanted)

    @property
    def bound(self) -> str:
        """What no failure in so many independent trials means at 95 %: the rule of three."""
        if self.failures:
            return f"{len(self.failures):,} FAILED"
        return f"< {3 / self.count:.1e}" if self.trials and self.count > 3 else "-"


@dataclass(slots=True)
class Run:
    """How a proof is to be made."""

    share: float = 1.0
    "Of the full counts."
    seed: str = "prove"
    "What everything is chosen by that a proof chooses; what threads and the system do is chosen by nobody."
    quiet: bool = False
    _said: float = 0.0

    def count(self, full: int, least: int = 1) -> int:
        """How often to do what is done `full` times in a full run."""
        return max(least, round(full * self.share))

    def say(self, what: str, done: int, of: int) -> None:
        """Say how far it is, but not all the time."""
        moved, now = watchdog.note(what, done), time.monotonic()
        if not self.quiet and (now - self._said > SAY_SECONDS or (moved and done == of)):
            self._said = now
            print(f"{time.strftime('%H:%M:%S')}  {what}: {done:,} of {of:,}", file=sys.stderr, flush=True)

    def spread(self, what: str, work: Callable[[S], T], jobs: Sequence[S], processes: int | None = None) -> Iterator[T]:
        """What `work` makes of each job, in their order, saying how far it is; long runs use all cores, or so many processes."""
        if self.share < 0.1:
            yield from (work(job) for job in self.each(what, jobs))
            return
        # Spawned processes begin with nothing of this one: no thread or connection is torn in two.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(processes or os.cpu_count(), context, watchdog.dump_on_signal) as spawned:
            for place, made in enumerate(spawned.map(work, jobs)):
                self.say(what, place + 1, len(jobs))
                yield made

    def each(self, what: str, things: Sequence[T]) -> Iterator[T]:
        """The things, saying how far it is."""
        for place, thing in enumerate(things):
            yield thing
            self.say(what, place + 1, len(things))


Proof = Callable[[Run], Iterable[Row]]


def table(rows: Iterable[tuple[str, Row]]) -> Table:
    """The rows of all proofs, each with the name of its proof."""
    shown = Table(
        "proof", "what", "count", "failures", "each at 95 %", "note", title="what was tried, and what came of it"
    )
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


def evidence(rows: Iterable[tuple[str, Row]], console: Console, shown: int = 10) -> None:
    """What went wrong, the first few of each row."""
    for name, row in rows:
        for failure in row.failures[:shown]:
            console.print(f"{name}, {row.what}: {failure}", markup=False)
        if row.count < row.wanted:
            console.print(
                f"{name}, {row.what}: tried {row.count:,} times, and {row.wanted:,} were wanted", markup=False
            )
