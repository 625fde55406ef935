"""`python -m prove`: every proof in full, as one table. `python -m prove chance tamper --share 0.01`: only these, a hundredth of them."""

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

from prove import faults
from prove.harness import watchdog
from prove.report import Proof, Row, Run, evidence, table

PROOFS = {
    "chance": "prove.chance",
    "tamper": "prove.tamper",
    "feed": "prove.feed",
    "races": "prove.races",
    "loss": "prove.loss",
    "access": "prove.access.proof",
    "input": "prove.input.proof",
    "leaks": "prove.leaks.proof",
    "leaks_http": "prove.leaks.http",
}
"""Modules of this package, in the order in which they are run."""


def main(arguments: Sequence[str]) -> int:
    """Make the proofs; 0 where everything holds, 1 where something does not."""
    given = parser().parse_args(arguments)
    # Whoever ends a run ends also the servers that it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    run, console, rows = Run(given.share, given.seed), Console(width=150), list[tuple[str, Row]]()
    if given.faults:
        # Each run with a fault has a watchdog of its own; this one waits until that has spoken.
        with watchdog.watched("faults", 60 * faults.MINUTES + given.stall):
            rows = [("faults", row) for row in faults.prove(run, given.proofs)]
    else:
        for name in given.proofs or PROOFS:
            with watchdog.watched(name, given.stall):
                for row in made(name, run):
                    rows.append((name, row))
                    if given.until_failure and row.failures:
                        break
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for _, row in rows]))
    console.print(table(rows))
    evidence(rows, console)
    return 0 if all(row.holds for _, row in rows) else 1


def made(name: str, run: Run) -> Iterator[Row]:
    """The rows of a proof, told as they come: a later one that breaks off does not take them along."""
    began = time.monotonic()
    proof: Proof = import_module(PROOFS[name]).prove
    for row in proof(run):
        print(
            f"{name}, {row.what}: {row.count:,} tried, {len(row.failures):,} failed; {row.note}",
            file=sys.stderr,
            flush=True,
        )
        yield row
    print(f"{name} took {time.monotonic() - began:,.0f} s", file=sys.stderr, flush=True)


def parser() -> argparse.ArgumentParser:
    """What can be asked for."""
    found = argparse.ArgumentParser(prog="python -m prove", description="What docs/guarantees.md promises, tried.")
    found.add_argument("proofs", nargs="*", metavar="PROOF", help=f"which (default: {', '.join(PROOFS)})")
    found.add_argument("--share", type=float, default=1.0, help="of the full counts")
    found.add_argument("--seed", default="prove", help="another one chooses other decks, changes and players")
    found.add_argument("--faults", action="store_true", help="plant faults in copies, and see them caught")
    found.add_argument("--until-failure", action="store_true", help="end a proof with its first row that fails")
    found.add_argument(
        "--stall",
        type=float,
        default=watchdog.SECONDS,
        metavar="SECONDS",
        help="end a proof that makes no progress for this long (default: %(default)g)",
    )
    found.add_argument("--json", type=Path, help="a file for the rows")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
