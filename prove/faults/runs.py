"""Runs of proofs with a planted fault, in copies of the tree."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from prove.faults.planting import ROOT, Fault, RunFailed, declared_faults
from prove.harness import watchdog
from prove.report import Row, Run

COPIED = ("api", "domain", "infra", "prove", "clients/python/src", "tests/golden", "pyproject.toml", "openapi.yaml")

MINUTES = 15
"""Longest time of a run with a fault."""


class RunStalled(RunFailed):
    """The run made no progress, so its watchdog ended it."""


def prove(run: Run, proof: str) -> Iterator[Row]:
    """Yield a row for a proof without a fault, which has to hold, and one for each of its faults, which must not."""
    yield fault_row(proof, None)
    for fault in run.track(f"faults of {proof}", declared_faults(proof).all):
        yield fault_row(proof, fault)


def fault_row(proof: str, fault: Fault | None) -> Row:
    """Return the row of a proof with a fault, or without one.

    A run that does not end catches nothing, unless the fault says so.
    """
    row = Row(fault.what if fault else "without a fault", 1, trials=False)
    try:
        rows = [fault.row] if fault else rows_of_faults(proof)
        found = [failure for row in rows for failure in run_in_copy(proof, fault, row)]
    except RunStalled as stall:
        if fault and fault.stalls:
            row.note = f"caught: {stall}"[:110]
        else:
            row.failures.append(str(stall))
    except RunFailed as broken:
        row.failures.append(str(broken))
    else:
        if fault is None:
            row.failures, row.note = found[:1], "" if found else "holds"
        else:
            row.failures, row.note = ([], f"caught: {found[0]}"[:110]) if found else (["not caught"], "")
    return row


def rows_of_faults(proof: str) -> list[str]:
    """Return the rows that the faults of a proof name; one empty name, for all rows, if a fault names none."""
    rows = {fault.row for fault in declared_faults(proof).all}
    return [""] if "" in rows else sorted(rows)


def run_in_copy(proof: str, fault: Fault | None, row: str) -> list[str]:
    """Run some rows of the proof in a copy of the tree and return their failures. Raise `RunFailed`."""
    with tempfile.TemporaryDirectory(prefix="dobon-fault-") as folder:
        tree = Path(folder)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, tree / name)
        if fault is not None:
            fault.plant(tree)
        told = tree / "told.json"
        share = str((fault and fault.share) or declared_faults(proof).share)
        chosen = ["--share", share, "--row", row, "--json", str(told), "--until-failure"]
        said = run_python(["-m", "prove", proof, *chosen], tree)
        if not told.exists():
            raise RunFailed(f"The proof ended early: {said.strip().splitlines()[-1:]}")
        return [f"{one['what']}: {one['failures'][0]}" for one in json.loads(told.read_text()) if one["failures"]]


def run_python(arguments: Sequence[str], tree: Path, seconds: float = 60.0 * MINUTES) -> str:
    """Run Python in a copy of the tree and return its standard error.

    Raise `RunStalled` if the watchdog ended it, and `RunFailed` if it took longer than `seconds`.
    """
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        _, said = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise RunFailed(f"The proof did not end within {seconds:,g} s.") from None
    finally:
        end_process(process)
    if process.returncode == watchdog.STALLED:
        print(said, file=sys.stderr, flush=True)
        found = [line.strip() for line in said.splitlines() if line.startswith(("prove ", "  process "))]
        raise RunStalled(" ".join(found[:2]))
    return said


def end_process(process: "subprocess.Popen[str]") -> None:
    """End a process with SIGTERM, so that it stops its servers, and kill it after the grace period."""
    process.terminate()
    try:
        process.communicate(timeout=watchdog.GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
