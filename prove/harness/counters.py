"""Counters in shared memory that a killed process cannot lock."""

from collections.abc import Sequence
from typing import Any


class Counters:
    """Named counts of several processes: each writer has its own row, and readers add the rows up.

    There is no lock, because a process that is killed while it holds a lock never releases it. Only one process or
    thread at a time may write to a row. A count is one aligned 64-bit word, which 64-bit machines store in one step, so
    a reader never sees half of a change. A process that is killed between reading and storing loses that one addition;
    its successor continues the row from the stored value.
    """

    def __init__(self, names: Sequence[str], writers: int, context: Any) -> None:
        self.names = tuple(names)
        self._counts = context.RawArray("q", writers * len(self.names))

    def of(self, writer: int) -> "Writer":
        """Return the row of a writer, counted from 0."""
        return Writer(self.names, self._counts, writer * len(self.names))

    def __getitem__(self, name: str) -> int:
        return sum(self._counts[self.names.index(name) :: len(self.names)])


class Writer:
    """One row of the counters."""

    def __init__(self, names: tuple[str, ...], counts: Any, first: int) -> None:
        self._counts = counts
        self._places = {name: first + place for place, name in enumerate(names)}

    def __getitem__(self, name: str) -> int:
        return int(self._counts[self._places[name]])

    def add(self, name: str, count: int = 1) -> None:
        """Add to a count."""
        self._counts[self._places[name]] += count
