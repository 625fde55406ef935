"""The page `docs/figures.md`: what the last full run of each proof and of each planted fault found.

Runs write it. `python -m prove.figures` writes it again without a run, so that it lists the faults that are declared.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from prove.faults.planting import ROOT, declared_faults
from prove.proofs import PROOFS
from prove.report import Row

PAGE = ROOT / "docs" / "figures.md"

NOT_RUN = "not yet run"

_INTRODUCTION = """# Figures of the proofs

`python -m prove` writes this page: a full run of a proof replaces its rows, and `python -m prove --faults` those of its
planted faults. A run with a smaller share writes nothing. [Guarantees](guarantees.md) says what the proofs test, and
what the bounds mean. A run is named by its date, its commit, and its time on a machine with two cores, which may have
done other work too.
"""
_ROWS = """
## Statements

| proof | statement | count | failures | each below, at 95 % | note | run |
|---|---|---|---|---|---|---|
"""
_FAULTS = """
## Planted faults

| proof | fault | how it was caught | run |
|---|---|---|---|
"""


@dataclass(slots=True)
class Figures:
    """The rows of the page, as lists of cells."""

    rows: dict[str, list[list[str]]] = field(default_factory=dict)
    "Cells after the name of the proof."
    faults: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    "How each fault of a proof was caught, and the run."

    def render(self) -> str:
        """Return the page, with a row for each fault that is declared."""
        rows = (
            _line(proof, *cells)
            for proof in PROOFS
            for cells in self.rows.get(proof, [["all", "", "", "", "", NOT_RUN]])
        )
        faults = (
            _line(proof, fault.what, *self.faults.get((proof, _cell(fault.what)), ["", NOT_RUN]))
            for proof in PROOFS
            for fault in declared_faults(proof).all
        )
        return "".join((_INTRODUCTION, _ROWS, *rows, _FAULTS, *faults))


def read_figures(page: str) -> Figures:
    """Return the rows of a page."""
    rows, _, faults = page.partition(_FAULTS)
    found = Figures()
    for proof, *cells in _lines(rows.partition(_ROWS)[2]):
        found.rows.setdefault(proof, []).append(cells)
    for proof, what, *cells in _lines(faults):
        found.faults[proof, what] = cells
    return found


def record_proof(proof: str, rows: Iterable[Row], run: str, page: Path = PAGE) -> None:
    """Replace the rows of a proof by those of a full run."""
    found = read_figures(page.read_text(encoding="utf-8"))
    found.rows[proof] = [
        [
            _cell(row.what),
            f"{row.count:,}",
            f"{len(row.failures):,}",
            row.bound.removeprefix("< "),
            _cell("; ".join([*row.failures[:1], row.note]).removesuffix("; ")),
            run,
        ]
        for row in rows
    ]
    page.write_text(found.render(), encoding="utf-8")


def record_faults(proof: str, rows: Iterable[Row], run: str, page: Path = PAGE) -> None:
    """Replace the rows of the planted faults of a proof by those of a run."""
    found = read_figures(page.read_text(encoding="utf-8"))
    for row in rows:
        found.faults[proof, _cell(row.what)] = [_cell((row.failures or [row.note])[0].removeprefix("caught: ")), run]
    page.write_text(found.render(), encoding="utf-8")


def describe_run(seconds: float) -> str:
    """Return the date, the commit and the time of a run that ends now."""
    try:
        commit = _git("describe", "--always", "--exclude=*")
        # The page itself has changed if another proof ran before.
        if _git("status", "--porcelain", "--", ".", f":!{PAGE.relative_to(ROOT)}"):
            commit += "-dirty"
    except (OSError, subprocess.CalledProcessError):
        commit = "no commit"
    return f"{datetime.now(UTC):%Y-%m-%d}, {commit}, {seconds:,.0f} s"


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _lines(table: str) -> Iterator[list[str]]:
    for line in table.splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n".replace("|  |", "| |").replace("|  |", "| |")


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\|", " ".join(text.split()))


if __name__ == "__main__":
    PAGE.write_text(read_figures(PAGE.read_text(encoding="utf-8")).render(), encoding="utf-8")
    sys.exit()
