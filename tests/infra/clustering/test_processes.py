"""Processes that are started, ended, and found again by the next start."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from infra.clustering.processes import Process

SLEEPING = [sys.executable, "-c", "import signal; print('ready', flush=True); signal.pause()"]
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

Create = Callable[..., Process]


@pytest.fixture
def create(tmp_path: Path) -> Iterator[Create]:
    """Create a process whose output has a name. Those that still run after the test are killed."""
    processes: list[Process] = []

    def create_process(command: list[str], name: str = "one", ending: signal.Signals = signal.SIGTERM) -> Process:
        processes.append(Process(command, tmp_path / f"{name}.log", ending=ending))
        return processes[-1]

    yield create_process
    for process in processes:
        process.kill()


def start(process: Process) -> None:
    """Start a process, and wait for its first output. Before that, /proc may not show its command yet."""
    process.start()
    while "ready" not in process.log.read_text():
        assert process.is_running()


def pid_of(process: Process) -> int:
    assert process.child is not None
    return process.child.pid


def test_a_process_runs_until_it_is_stopped(create: Create, tmp_path: Path):
    process = create(SLEEPING)
    assert not process.is_running()
    start(process)
    assert process.is_running()
    process.terminate()
    process.wait()
    assert not process.is_running()
    assert not (tmp_path / "one.pid").exists()


def test_a_process_that_ignores_the_end_is_killed(create: Create):
    process = create(STUBBORN)
    start(process)
    process.terminate()
    process.wait(0.1)
    assert process.child is not None
    assert process.child.returncode == -signal.SIGKILL


def test_a_process_that_an_earlier_run_has_left_is_taken_over(create: Create):
    earlier, later = create(SLEEPING), create(SLEEPING)
    start(earlier)
    assert not later.start()
    assert later.pid == pid_of(earlier)
    assert later.is_running()
    assert later.is_current()
    later.end()
    assert not later.is_running()
    assert not later.pid_file.exists()
    assert earlier.child is not None
    assert earlier.child.wait() == -signal.SIGTERM


def test_a_process_that_was_taken_over_and_ignores_the_end_is_killed(create: Create):
    earlier, later = create(STUBBORN), create(STUBBORN)
    start(earlier)
    assert later.adopt()
    later.terminate()
    later.wait(0.1)
    assert not later.is_running()
    assert earlier.child is not None
    assert earlier.child.wait() == -signal.SIGKILL


def test_a_process_that_was_taken_over_and_has_ended_is_started_again(create: Create):
    earlier, later = create(SLEEPING), create(SLEEPING)
    start(earlier)
    assert later.adopt()
    earlier.kill()
    assert not later.is_running()
    assert later.start()
    assert later.pid != pid_of(earlier)


def test_an_ended_process_that_nobody_has_waited_for_is_not_taken_over(create: Create):
    earlier, later = create([sys.executable, "-c", "pass"]), create([sys.executable, "-c", "pass"])
    earlier.start()
    assert earlier.child is not None
    os.waitid(os.P_PID, pid_of(earlier), os.WEXITED | os.WNOWAIT)  # it stays a zombie
    assert not later.adopt()


def test_a_process_with_other_options_is_known_by_its_mark(create: Create):
    earlier, later = create([*SLEEPING, "place", "1"]), create([*SLEEPING, "place", "2"])
    start(earlier)
    assert not later.adopt()
    later.mark = "\0place\0"
    assert later.adopt()
    assert not later.is_current()


def test_a_process_with_other_variables_is_not_current(create: Create, monkeypatch: pytest.MonkeyPatch):
    earlier, later = create(SLEEPING), create(SLEEPING)
    earlier.environment = later.environment = {"DOBON_A": "1"}
    start(earlier)
    assert later.adopt()
    assert later.is_current()
    monkeypatch.setenv("DOBON_B", "2")
    assert not later.is_current()


def test_another_program_with_the_same_number_is_left_alone(create: Create, tmp_path: Path):
    other, process = create(STUBBORN, "other"), create(SLEEPING)
    start(other)
    (tmp_path / "one.pid").write_text(str(pid_of(other)))
    assert process.start()
    assert pid_of(process) != pid_of(other)
    assert other.is_running()


def test_a_process_is_ended_by_the_signal_that_it_needs(create: Create):
    process = create([sys.executable, "-c", WAITING], ending=signal.SIGINT)
    start(process)
    process.terminate()
    process.wait()
    assert process.child is not None
    assert process.child.returncode == 3
