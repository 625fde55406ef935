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

from prove.faults import runs
from prove.harness import watchdog
from prove.report import Proof, Row, Run, build_table, print_failures

PROOFS = {
    "chance": "prove.chance",
    "bias": "prove.bias",
    "tamper": "prove.tamper",
    "bots": "prove.bots",
    "playouts": "prove.playouts.proof",
    "feed": "prove.feed",
    "races": "prove.races",
    "loss": "prove.loss",
    "failover": "prove.failover",
    "shards": "prove.shards",
    "move": "prove.move",
    "access": "prove.access.proof",
    "input": "prove.input.proof",
    "leaks": "prove.leaks.proof",
    "leaks_http": "prove.leaks.http",
    "siege": "prove.siege.proof",
}
"""The module of each proof, in the order in which they run."""

SHOWN = 5
"""Failures of a row that are printed at once; the table at the end has more of them."""


def main(arguments: Sequence[str]) -> int:
    """Run the proofs. Return 0 if all rows hold, otherwise 1."""
    given = parser().parse_args(arguments)
    # SIGTERM raises SystemExit, so that a run that is ended stops the servers that it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    run, console, rows = Run(given.share, given.seed), Console(width=150), list[tuple[str, Row]]()
    if given.faults:
        # Each run with a fault has its own watchdog. This one allows it the time to report first.
        with watchdog.watch("faults", 60 * runs.MINUTES + given.stall):
            rows = [("faults", row) for row in runs.prove(run, given.proofs or list(PROOFS))]
    else:
        for name in given.proofs or PROOFS:
            with watchdog.watch(name, given.stall):
                for row in run_proof(name, run):
                    rows.append((name, row))
                    if given.until_failure and row.failures:
                        break
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
