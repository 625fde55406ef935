"""Run the proofs: `python -m prove` runs all of them in full and prints one table.

`python -m prove chance tamper --share 0.01` runs these two with a hundredth of their counts.
"""

import argparse
import json
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from rich.console import Console

from prove import figures
from prove.faults import runs
from prove.harness import watchdog
from prove.proofs import PROOFS
from prove.report import Proof, Row, Run, build_table, print_failures

SHOWN = 5
"""Failures of a row that are printed at once; the table at the end has more of them."""


def main(arguments: Sequence[str]) -> int:
    """Run the proofs. Return 0 if all rows hold, otherwise 1."""
    given = parser().parse_args(arguments)
    # SIGTERM raises SystemExit, so that a run that is ended stops the servers that it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    run, console, rows = Run(given.share, given.seed, row=given.row), Console(width=150), list[tuple[str, Row]]()
    full = given.share >= 1 and not given.until_failure and not given.row
    for name in given.proofs or PROOFS:
        began, rows_of_proof = time.monotonic(), list[Row]()
        # Each run with a fault has its own watchdog. This one allows it the time to report first.
        with watchdog.watch(name, given.stall + (60 * runs.MINUTES if given.faults else 0)):
            for row in runs.prove(run, name) if given.faults else run_proof(name, run):
                rows_of_proof.append(row)
                if given.until_failure and row.failures:
                    break
        rows += [(name, row) for row in rows_of_proof]
        if full:
            record = figures.record_faults if given.faults else figures.record_proof
            record(name, rows_of_proof, figures.describe_run(time.monotonic() - began))
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for _, row in rows]))
    console.print(build_table(rows))
    print_failures(rows, console)
    return 0 if all(row.holds for _, row in rows) else 1


def run_proof(name: str, run: Run) -> Iterator[Row]:
    """Yield the rows of a proof and report each at once, so that a later failure does not lose them."""
    began = time.monotonic()
    proof: Proof = import_module(PROOFS[name]).prove
    for row in proof(run):
        print(
            f"{name}, {row.what}: {row.count:,} trials, {len(row.failures):,} failures; {row.note}",
            file=sys.stderr,
            flush=True,
        )
        for failure in row.failures[:SHOWN]:
            print(f"    {failure}", file=sys.stderr, flush=True)
        yield row
    print(f"{name} took {time.monotonic() - began:,.0f} s", file=sys.stderr, flush=True)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(prog="python -m prove", description="Test the guarantees of docs/guarantees.md.")
    found.add_argument("proofs", nargs="*", metavar="PROOF", help=f"proofs to run (default: {', '.join(PROOFS)})")
    found.add_argument("--share", type=float, default=1.0, help="share of the full counts (default: %(default)g)")
    found.add_argument("--seed", default="prove", help="seed of decks, changes and players (default: %(default)s)")
    found.add_argument("--row", default="", help="part of the names of the rows to make, for siege and history")
    found.add_argument(
        "--faults", action="store_true", help="plant faults in copies, and check that the proofs catch them"
    )
    found.add_argument("--until-failure", action="store_true", help="end each proof after its first row with a failure")
    found.add_argument(
        "--stall",
        type=float,
        default=watchdog.SECONDS,
        metavar="SECONDS",
        help="end a proof that makes no progress for this long (default: %(default)g)",
    )
    found.add_argument("--json", type=Path, help="file to write the rows to")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
