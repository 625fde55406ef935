"""The watchdog of the proofs: a run without progress ends with a report instead of waiting forever.

Every process of a run notes its progress in its own file, in a directory that the environment names. A file needs no
lock, so a process that is killed at any point does not keep the others from noting their progress.
"""

import faulthandler
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread, main_thread

import psutil

SECONDS = 300.0
"""Seconds without progress after which a run is ended."""

GRACE_SECONDS = 60.0
"""Seconds in which an ended run can stop its servers before it is killed."""

DUMP_SECONDS = 1.0
"""Seconds in which worker processes can write their stacks."""

STALLED = 3
"""Exit code of a run that the watchdog has ended."""

NOTES = "PROVE_PROGRESS"
"""The environment variable that names the directory of the notes."""

WORKER_MARKS = ("multiprocessing.spawn", "multiprocessing.forkserver")
"""Parts of the command line of a worker process."""


_NOTED: dict[tuple[str, str], int] = {}
"""The last counts noted by this process, by directory and kind."""


def note(what: str, done: int) -> bool:
    """Note the progress of this process; return whether the count differs from the last one of its kind."""
    folder = os.environ.get(NOTES, "")
    if _NOTED.get((folder, what)) == done:
        return False
    _NOTED[folder, what] = done
    if folder:
        # The directory is gone if the run ended before this process.
        with suppress(OSError):
            Path(folder, str(os.getpid())).write_text(f"{time.strftime('%H:%M:%S')}  {what}: {done:,}")
    return True


def dump_on_signal() -> None:
    """Let this worker process write the stacks of all its threads to standard error at SIGUSR1, if available."""
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGUSR1, all_threads=True)


@dataclass(slots=True)
class Progress:
    """The notes of all processes of a run, and the time of the last change."""

    folder: Path
    since: float
    _seen: dict[str, tuple[int, int]] = field(default_factory=dict)

    def idle(self, now: float) -> float:
        """Read the notes, and return the seconds since the last change of one."""
        stats = {path.name: path.stat() for path in self.folder.iterdir()}
        if (found := {name: (stat.st_mtime_ns, stat.st_size) for name, stat in stats.items()}) != self._seen:
            self._seen, self.since = found, now
        return now - self.since

    def lines(self) -> list[str]:
        """Return the last note of each process, the newest first."""
        paths = sorted(self.folder.iterdir(), key=lambda path: (-path.stat().st_mtime_ns, path.name))
        return [f"process {path.name}: {path.read_text()}" for path in paths]


@contextmanager
def watch(name: str, seconds: float = SECONDS) -> Iterator[None]:
    """Watch a run: after `seconds` without progress, report and end this process with the code `STALLED`.

    The main thread is ended first, by SIGTERM, so that it stops its servers and deletes its directories.
    """
    with TemporaryDirectory(prefix="dobon-progress-") as folder:
        os.environ[NOTES] = folder
        note(f"{name} begins", 0)
        ended, stalled = Event(), Event()
        watch = Thread(
            target=_run_watchdog, args=(name, Path(folder), seconds, ended, stalled), name="watchdog", daemon=True
        )
        watch.start()
        try:
            yield
        except BaseException:
            if stalled.is_set():
                raise SystemExit(STALLED) from None
            raise
        finally:
            ended.set()
            if not stalled.is_set():
                watch.join()  # before its directory is deleted
            del os.environ[NOTES]


def _run_watchdog(name: str, folder: Path, seconds: float, ended: Event, stalled: Event) -> None:
    progress = Progress(folder, time.monotonic())
    while not ended.wait(min(1.0, seconds / 10)):
        if progress.idle(time.monotonic()) > seconds:
            stalled.set()
            try:
                _report(name, progress, seconds)
            finally:
                _end(folder, _workers())


def _report(name: str, progress: Progress, seconds: float) -> None:
    """Write the last notes of a run, its processes, and the stacks of this one."""
    print(f"prove {name}: ended, because it made no progress for {seconds:,g} s. Last progress:", file=sys.stderr)
    for line in progress.lines():
        print(f"  {line}", file=sys.stderr)
    print("Processes:", file=sys.stderr)
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            print(f"  {process.pid} {process.status()}: {' '.join(process.cmdline())[:160]}", file=sys.stderr)
    print("Stacks:", file=sys.stderr, flush=True)
    faulthandler.dump_traceback(sys.stderr, all_threads=True)


def _end(folder: Path, workers: list[int]) -> None:
    # The main thread comes first: a later signal could interrupt its cleanup.
    signal.pthread_kill(main_thread().ident or 0, signal.SIGTERM)
    _send(signal.SIGUSR1, workers)
    time.sleep(DUMP_SECONDS)
    # The main thread waits for its workers, and these may be stuck.
    _send(signal.SIGKILL, workers)
    time.sleep(GRACE_SECONDS)
    from prove.harness import (
        database,  # late, because all worker processes import this module, and few of them need a database
    )

    print(f"Killed, because it did not end within {GRACE_SECONDS:,g} s.", file=sys.stderr, flush=True)
    database.close_all()
    _send(signal.SIGKILL, [process.pid for process in psutil.Process().children(recursive=True)])
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(STALLED)


def _send(number: signal.Signals, processes: list[int]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def _workers() -> list[int]:
    """Return the worker processes that this process has started, directly or not."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if any(mark in " ".join(process.cmdline()) for mark in WORKER_MARKS):
                found.append(process.pid)
    return found
