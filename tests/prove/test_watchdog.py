"""A proof without progress is ended with a report.

The time that it may stall is a value, so nothing waits here.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from prove.faults import runs
from prove.faults.planting import ROOT, Fault, RunFailed, declared_faults
from prove.faults.runs import RunStalled
from prove.harness import watchdog
from prove.harness.watchdog import STALLED, Progress
from prove.report import Run

SCRIPT = """
import os, sys, threading, time
from pathlib import Path
from types import SimpleNamespace
from prove import __main__ as command
from prove.harness import watchdog
from prove.report import Row

{proof}

if __name__ == "__main__":
    command.import_module = lambda _: SimpleNamespace(prove=prove)
    sys.exit(command.main(["chance", "--stall", "0.2"]))
"""


def ran(tmp_path: Path, proof: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line with a proof of the test's own, which may stall for 0.2 s."""
    script = tmp_path / "stalling.py"
    script.write_text(SCRIPT.format(proof=proof))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_stalled_proof_ends_with_a_report(tmp_path: Path):
    done = ran(
        tmp_path,
        """
def prove(run):
    try:
        run.report_progress("decks dealt", 41, 100)
        threading.Event().wait()
    finally:
        print("servers stopped", file=sys.stderr)
    yield Row("decks dealt", 100)
""",
    )
    assert done.returncode == STALLED, done.stderr
    assert "prove chance: ended, because it made no progress for 0.2 s" in done.stderr
    assert "decks dealt: 41" in done.stderr
    assert 'stalling.py", line' in done.stderr
    assert "servers stopped" in done.stderr


def test_the_report_has_the_stacks_of_worker_processes(tmp_path: Path):
    done = ran(
        tmp_path,
        """
def stuck(number):
    watchdog.note("number", number)
    threading.Event().wait()

def starting():
    # The time to start the worker is not a stall, however long it takes.
    while not (folder := os.environ.get(watchdog.NOTES)) or not any(
        "number" in path.read_text() for path in Path(folder).iterdir()
    ):
        watchdog.note("waiting", time.monotonic_ns())

def prove(run):
    threading.Thread(target=starting, daemon=True).start()
    yield Row("numbers", len([*run.map_jobs("numbers", stuck, [7])]))
""",
    )
    assert done.returncode == STALLED, done.stderr
    assert "number: 7" in done.stderr
    assert "in stuck" in done.stderr


def test_a_proof_that_does_not_end_is_killed(tmp_path: Path):
    done = ran(
        tmp_path,
        """
watchdog.GRACE_SECONDS = 0.1

def prove(run):
    while True:
        try:
            threading.Event().wait()
        except SystemExit:
            print("not yet", file=sys.stderr)
    yield
""",
    )
    assert done.returncode == STALLED, done.stderr
    assert "not yet" in done.stderr
    assert "Killed, because it did not end within 0.1 s." in done.stderr


def test_only_a_note_that_changes_is_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(watchdog.NOTES, str(tmp_path))
    run, progress = Run(quiet=True), Progress(tmp_path, since=0.0)
    run.report_progress("events", 1, 9)
    assert progress.idle(10.0) == 0
    run.report_progress("events", 1, 9)
    assert progress.idle(25.0) == 15
    run.report_progress("events", 2, 9)
    run.report_progress("events", 3, 99)
    assert progress.idle(40.0) == 0
    (tmp_path / "another process").write_text("12:00:00  events: 1")
    assert progress.idle(60.0) == 0
    assert len(progress.lines()) == 2


def test_without_a_watchdog_nothing_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(watchdog.NOTES, raising=False)
    monkeypatch.chdir(tmp_path)
    Run(quiet=True).report_progress("events", 1, 9)
    assert [*tmp_path.iterdir()] == []


def replace_run(came: list[str] | RunFailed) -> Callable[[str, Fault | None, str], list[str]]:
    """Return a replacement of the run of a proof, with this result."""

    def run_in_copy(proof: str, fault: Fault | None, row: str) -> list[str]:
        if isinstance(came, RunFailed):
            raise came
        return came

    return run_in_copy


@pytest.mark.parametrize(
    ("stalls", "came", "failures", "note"),
    [
        (False, ["row: no"], [], "caught: row: no"),
        (False, [], ["not caught"], ""),
        (False, RunStalled("no progress"), ["no progress"], ""),
        (True, RunStalled("no progress"), [], "caught: no progress"),
        (True, RunFailed("broke off"), ["broke off"], ""),
        (True, [], ["not caught"], ""),
    ],
)
def test_a_stall_catches_a_fault_only_if_the_fault_says_so(
    monkeypatch: pytest.MonkeyPatch, stalls: bool, came: list[str] | RunFailed, failures: list[str], note: str
):
    monkeypatch.setattr(runs, "run_in_copy", replace_run(came))
    row = runs.fault_row("feed", Fault("nothing is read", "infra/event_store/change_feed.py", "a", "b", stalls=stalls))
    assert (row.failures, row.note, row.count) == (failures, note, 1)


@pytest.mark.parametrize(
    ("came", "failures"),
    [([], []), (["row: no", "row: no"], ["row: no"]), (RunStalled("no progress"), ["no progress"])],
)
def test_a_proof_without_a_fault_has_to_hold_and_to_end(
    monkeypatch: pytest.MonkeyPatch, came: list[str] | RunFailed, failures: list[str]
):
    monkeypatch.setattr(runs, "run_in_copy", replace_run(came))
    assert runs.fault_row("feed", None).failures == failures


@pytest.mark.parametrize("proof", ["assistance", "signals", "feed"])
def test_a_proof_without_a_fault_makes_the_rows_of_its_faults(monkeypatch: pytest.MonkeyPatch, proof: str):
    made = list[str]()
    monkeypatch.setattr(runs, "run_in_copy", lambda *run: made.append(run[2]) or [f"{run[2]}: no"])
    named = {fault.row for fault in declared_faults(proof).all}
    assert runs.fault_row(proof, None).failures == [f"{min(named)}: no"]
    assert sorted(made) == (sorted(named) if all(named) else [""])


def test_the_report_of_a_run_that_stalled_is_passed_on(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    report = (
        "prove feed: ended, because it made no progress for 300 s. Last progress:\n  process 9: events: 7\nStacks:\n"
    )
    with pytest.raises(RunStalled, match=r"^prove feed: ended, .* Last progress: process 9: events: 7$"):
        runs.run_python(["-c", f"import sys; sys.stderr.write({report!r}); sys.exit({STALLED})"], tmp_path)
    assert "Stacks:" in capfd.readouterr().err


def test_a_run_that_does_not_end_in_time_is_ended(tmp_path: Path):
    with pytest.raises(RunFailed, match=r"^The proof did not end within 0\.1 s\.$"):
        runs.run_python(["-c", "import signal; signal.pause()"], tmp_path, seconds=0.1)


def test_a_run_can_end_before_it_is_killed():
    code = (
        "import signal; signal.signal(signal.SIGTERM, lambda *_: exit(143)); print('ready', flush=True); signal.pause()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        runs.end_process(process)
    assert process.returncode == 143
