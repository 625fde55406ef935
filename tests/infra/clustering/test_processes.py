"""Processes that are started, ended, and found again by the next start."""

import signal
import sys
from pathlib import Path
from threading import Thread

import psutil

from infra.clustering.processes import Process

SLEEPING = [sys.executable, "-c", "import signal; signal.pause()"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); signal.pause()",
]

WAITING = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
print("ready", flush=True)
signal.sigwait([signal.SIGINT])
raise SystemExit(3)
"""
"""Ends after SIGINT, also if it comes before the process waits for it."""


def pid_of(process: Process) -> int:
    assert process.child is not None
    return process.child.pid


def test_a_process_runs_until_it_is_stopped(tmp_path: Path):
    process = Process(SLEEPING, tmp_path / "one.log")
    assert not process.is_running()
    process.start()
    assert process.is_running()
    process.terminate()
    process.wait()
    assert not process.is_running()
    assert not (tmp_path / "one.pid").exists()


def test_a_process_that_ignores_the_end_is_killed(tmp_path: Path):
    process = Process(STUBBORN, tmp_path / "one.log")
    process.start()
    while "ready" not in (tmp_path / "one.log").read_text():
        assert process.is_running()
    process.terminate()
    process.wait(0.1)
    assert process.child is not None
    assert process.child.returncode == -signal.SIGKILL


def test_a_process_that_an_earlier_run_has_left_is_ended(tmp_path: Path):
    earlier, later = (Process(SLEEPING, tmp_path / "one.log") for _ in range(2))
    earlier.start()
    assert earlier.child is not None
    # An ended child exists until its parent has waited for it.
    parent = Thread(target=earlier.child.wait)
    parent.start()
    later.start()
    parent.join(60)
    assert earlier.child.returncode == -signal.SIGTERM
    assert later.is_running()
    later.kill()


def test_another_program_with_the_same_number_is_left_alone(tmp_path: Path):
    other, process = Process(STUBBORN, tmp_path / "other.log"), Process(SLEEPING, tmp_path / "one.log")
    other.start()
    (tmp_path / "one.pid").write_text(str(pid_of(other)))
    process.start()
    assert psutil.pid_exists(pid_of(other))
    assert other.is_running()
    for one in (other, process):
        one.kill()


def test_a_process_is_ended_by_the_signal_that_it_needs(tmp_path: Path):
    process = Process([sys.executable, "-c", WAITING], tmp_path / "one.log", ending=signal.SIGINT)
    process.start()
    while "ready" not in (tmp_path / "one.log").read_text():
        assert process.is_running()
    process.terminate()
    process.wait()
    assert process.child is not None
    assert process.child.returncode == 3
