"""Processes of a cluster: launched, found again by the next start, started again when they end, and stopped."""

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

_LAUNCH = 'echo $$ >"$0"; exec "$@"'
"""The program of the shell that writes its number into a file and becomes the process.

So there is no moment in which a process runs that the next start would not find, also if this one is killed.
"""


@dataclass(frozen=True, slots=True)
class Running:
    """A process that this one has not started. Its number alone could belong to another one later."""

    pid: int
    began: int
    "When it was started, in ticks since the start of the machine."

    @classmethod
    def find(cls, pid: int) -> "Running | None":
        """Return the process with a number, or None if it has ended. A zombie has ended."""
        try:
            # The name of the program is in parentheses and may have spaces.
            parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return None if parts[0] in "ZX" else cls(pid, int(parts[19]))

    def has_ended(self) -> bool:
        """Tell whether the process has ended."""
        return Running.find(self.pid) != self

    def send(self, number: signal.Signals) -> None:
        """Send a signal unless the process has ended."""
        with suppress(ProcessLookupError):
            if not self.has_ended():
                os.kill(self.pid, number)

    def wait(self, seconds: float) -> bool:
        """Wait until the process has ended, and tell whether it has after `seconds`."""
        end = time.monotonic() + seconds
        while not self.has_ended():
            if time.monotonic() > end:
                return False
            time.sleep(POLL_SECONDS)
        return True


@dataclass
class Process:
    """A program that this process starts and stops, with its output in a file.

    The file beside its output, with the suffix `.pid`, names it for the next start, because a `dobon cluster` that is
    killed leaves its processes running. They are taken over (adopted).
    """

    command: Sequence[str]
    log: Path
    account: RunAs | None = None
    "The account to run as, if this process is root."
    environment: Mapping[str, str] = field(default_factory=dict)
    "Variables in addition to those of this process."
    ending: signal.Signals = signal.SIGTERM
    "The signal that asks it to end."
    mark: str = ""
    "A part of the command line that only this program has, whatever its other options; by default all of it."
    child: "subprocess.Popen[bytes] | None" = None
    adopted: Running | None = None
    "The process of an earlier run."

    def start(self) -> bool:
        """Start the program unless it runs, also as a process of an earlier run. Tell whether it was started."""
        if self.is_running() or self.adopt():
            return False
        drop: dict[str, Any] = {}
        if self.account is not None:
            drop = {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}
        self.pid_file.unlink(missing_ok=True)  # another account may have written it
        with self.log.open("ab") as output:
            self.child = subprocess.Popen(
                ["/bin/sh", "-c", _LAUNCH, self.pid_file, *self.command],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env={**os.environ, **self.environment, "LC_ALL": "C"},
                cwd="/",
                start_new_session=True,  # Ctrl-C reaches this process alone, which stops the others in order
                **drop,
            )
        return True

    def adopt(self) -> bool:
        """Take over the process of an earlier run, and tell whether there is one that runs."""
        with suppress(OSError, ValueError):
            found = Running.find(int(self.pid_file.read_text()))
            if found is not None and self._is_meant(self._read(found, "cmdline")) and not found.has_ended():
                self.child, self.adopted = None, found
                return True
        return False

    def is_current(self) -> bool:
        """Tell whether a process that was adopted has the command and the variables that it would be started with."""
        if self.adopted is None:
            return True
        try:
            command, environment = self._read(self.adopted, "cmdline"), self._read(self.adopted, "environ")
        except OSError:
            return False
        prefixes = {name.partition("_")[0] + "_" for name in self.environment}
        wanted = {f"{name}={value}" for name, value in {**os.environ, **self.environment}.items()}
        return _is_command(command, self.command) and _with_prefix(wanted, prefixes) == _with_prefix(
            environment, prefixes
        )

    @property
    def pid(self) -> int | None:
        """The number of the process; None before it is started."""
        if self.child is not None:
            return self.child.pid
        return self.adopted.pid if self.adopted is not None else None

    @property
    def pid_file(self) -> Path:
        """The file with the number of the process."""
        return self.log.with_suffix(".pid")

    def is_running(self) -> bool:
        """Tell whether the process runs."""
        if self.child is not None:
            return self.child.poll() is None
        return self.adopted is not None and not self.adopted.has_ended()

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process if it runs."""
        if self.child is not None:
            self.child.send_signal(number)
        elif self.adopted is not None:
            self.adopted.send(number)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send(self.ending)

    def wait(self, seconds: float = STOP_SECONDS) -> None:
        """Wait until the process has ended, and kill it after `seconds`."""
        if self.child is None and self.adopted is None:
            return
        if not self._has_ended_in(seconds):
            self.kill()
        self.pid_file.unlink(missing_ok=True)

    def kill(self) -> None:
        """Kill the process, and wait for its end."""
        self.send(signal.SIGKILL)
        self._has_ended_in(STOP_SECONDS)

    def end(self) -> None:
        """End the process, and wait for its end."""
        self.terminate()
        self.wait()

    def _has_ended_in(self, seconds: float) -> bool:
        if self.child is not None:
            with suppress(subprocess.TimeoutExpired):
                self.child.wait(seconds)
            return self.child.returncode is not None
        return self.adopted is None or self.adopted.wait(seconds)

    def _is_meant(self, running: Sequence[str]) -> bool:
        return self.mark in "\0".join(running) if self.mark else _is_command(running, self.command)

    def _read(self, process: Running, file: str) -> list[str]:
        return Path(f"/proc/{process.pid}/{file}").read_bytes().decode(errors="replace").split("\0")[:-1]


def _is_command(running: Sequence[str], command: Sequence[str]) -> bool:
    # A script is run by its interpreter, whose name comes first.
    return list(running[-len(command) :]) == list(command)


def _with_prefix(variables: Sequence[str] | set[str], prefixes: set[str]) -> set[str]:
    # An empty variable is unset.
    return {one for one in variables if one.startswith(tuple(prefixes)) and not one.endswith("=")}
