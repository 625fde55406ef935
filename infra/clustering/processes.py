"""Child processes of a cluster: started, watched, started again when they end, and stopped."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from infra.postgres.binaries import RunAs

STOP_SECONDS = 60.0
"""Seconds for a process to end after SIGTERM, before it is killed."""

POLL_SECONDS = 0.05


@dataclass
class Process:
    """A program that this process starts and stops, with its output in a file.

    The file beside its output, with the suffix `.pid`, names it for the next start, because a `dobon cluster` that is
    killed leaves its processes running.
    """

    command: Sequence[str]
    log: Path
    account: RunAs | None = None
    "The account to run as, if this process is root."
    environment: Mapping[str, str] = field(default_factory=dict)
    "Variables in addition to those of this process."
    ending: signal.Signals = signal.SIGTERM
    "The signal that asks it to end."
    child: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start the program. A process of it that an earlier run has left is ended first."""
        self.end_left()
        drop: dict[str, Any] = {}
        if self.account is not None:
            drop = {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}
        with self.log.open("ab") as output:
            self.child = subprocess.Popen(
                list(self.command),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, **self.environment, "LC_ALL": "C"},
                cwd="/",
                start_new_session=True,  # Ctrl-C reaches this process alone, which stops the others in order
                **drop,
            )
        self._pid_file().write_text(str(self.child.pid))

    def end_left(self) -> None:
        """End the process of an earlier run if there is one."""
        if (left := self._left()) is not None:
            end_process(left, STOP_SECONDS, self.ending)

    def is_running(self) -> bool:
        """Tell whether the process runs."""
        return self.child is not None and self.child.poll() is None

    def terminate(self) -> None:
        """Ask the process to end."""
        if self.child is not None:
            with suppress(ProcessLookupError):
                self.child.send_signal(self.ending)

    def wait(self, seconds: float = STOP_SECONDS) -> None:
        """Wait until the process has ended, and kill it after `seconds`."""
        if self.child is None:
            return
        try:
            self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
        self._pid_file().unlink(missing_ok=True)

    def kill(self) -> None:
        """Kill the process, and wait for its end."""
        if self.child is not None:
            self.child.kill()
            self.child.wait()

    def _pid_file(self) -> Path:
        return self.log.with_suffix(".pid")

    def _left(self) -> int | None:
        """Return the process of an earlier run if it still runs this program."""
        try:
            pid = int(self._pid_file().read_text())
            running = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
        except (OSError, ValueError):
            return None
        # A script is run by its interpreter, whose name comes first.
        return pid if running[-len(self.command) - 1 : -1] == list(self.command) else None


def end_process(pid: int, seconds: float, ending: signal.Signals = signal.SIGTERM) -> None:
    """End a process that this one has not started: by the signal `ending`, and after `seconds` by SIGKILL."""
    end = time.monotonic() + seconds
    with suppress(ProcessLookupError):
        os.kill(pid, ending)
        while time.monotonic() < end:
            os.kill(pid, 0)
            time.sleep(POLL_SECONDS)
        os.kill(pid, signal.SIGKILL)
