"""The worker processes of a server: started on one socket, replaced when they end or hang, and stopped.

They are forked from a process that has imported the program and does nothing else, so that they start at once and share
its memory. It has no thread, lock or database connection. The workers inherit the socket from the parent, which never
accepts. Each listens when it is ready. While one is replaced the others take all connections, and when none is left the
port is closed until one is ready (`api.server.port`).
"""

import logging
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable, Sequence
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from types import FrameType

from api.server.port import close_port
from api.server.shutdown import exit_with_parent
from infra.clock import CLOCK, ClockState

CHECK_SECONDS = 0.1
"""Interval between two checks of the workers."""

HUNG_SECONDS = 20.0
"""Time without a report after which a worker is killed and replaced. Nothing in an event loop takes long, but a machine
may be busy.
"""

START_SECONDS = 120.0
"""The same for a worker that has not reported yet, because it imports the program first."""

RESTART_SECONDS = 1.0
"""Time from one start of a worker to the next, so that a worker that always fails does not take all of the machine."""

STOP_SECONDS = 5.0
"""Time in which a worker must stop before it is killed."""

SIGNALS = {signal.SIGINT, signal.SIGTERM}
"""They reach all processes of a terminal or a service. A process that is not ready leaves them to its parent."""

Target = Callable[[socket.socket, Connection], None]
"""The function of a worker. It serves the socket until a signal, and sends something every `beats.BEAT_SECONDS`.

The first message comes before it listens.
"""

log = logging.getLogger(__name__)


def preload() -> None:
    """Start the process that imports the program for others, unless it runs. They get its environment.

    `SIGNALS` reach this process after the call, and none of the others before it is ready.
    """
    multiprocessing.set_forkserver_preload(["api.server.program"])
    resource_tracker.ensure_running()  # it lets the signals through when it starts
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


class Worker:
    """One worker process and what is known of its life."""

    def __init__(self, target: Target, listener: socket.socket) -> None:
        """Start the process. If the machine has no room for it, it has ended at once."""
        self._beats, beats = multiprocessing.Pipe(duplex=False)
        self.target = target
        context = multiprocessing.get_context("forkserver")
        self.process = context.Process(
            target=_run, args=(target, CLOCK.state, listener, beats), name="worker", daemon=True
        )
        try:
            preload()  # again if that process was killed
            self.process.start()
        except (OSError, EOFError):
            log.warning("a worker cannot be started", exc_info=True)
        beats.close()
        self.started_at = time.monotonic()
        self._silent = 0.0
        self.has_reported = False
        "Whether the process is ready."

    def is_well(self, elapsed: float) -> bool:
        """Return whether the process lives and reports. `elapsed` is the time since the last check, in seconds.

        Only times between checks count, each at most twice its length, because the whole machine may have been asleep.
        """
        if not self.process.is_alive():
            return False
        self._silent += min(elapsed, 2 * CHECK_SECONDS)
        self._read_reports()
        return self._silent < (HUNG_SECONDS if self.has_reported else START_SECONDS)

    def is_ready(self) -> bool:
        """Return whether the process lives and has said that it is ready."""
        self._read_reports()
        return self.has_reported and self.process.is_alive()

    def _read_reports(self) -> None:
        try:
            while self._beats.poll():
                self._beats.recv_bytes()
                self._silent, self.has_reported = 0.0, True
        except (EOFError, OSError):
            pass  # the process is about to end

    def terminate(self) -> None:
        """Ask the process to end."""
        if self._was_started:
            self.process.terminate()

    def end(self, seconds: float) -> None:
        """Wait for the process to end, and kill it after that time."""
        if self._was_started:
            self.process.join(seconds)
            self.process.kill()
            self.process.join()
        self._beats.close()

    @property
    def _was_started(self) -> bool:
        return self.process.pid is not None


class Supervisor:
    """Keeps a number of workers running until a signal, and one process of each of some other kinds."""

    def __init__(
        self,
        target: Target,
        listener: socket.socket,
        count: int,
        others: Sequence[Target] = (),
        on_ready: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_ready` is called once, when the first worker can answer.

        The others start then, because they would delay it.
        """
        self._target = target
        self._count = count
        self._others = others
        self._listener = listener
        self._on_ready = on_ready
        self._was_ready = False
        self._stopping = False

    def run(self) -> None:
        """Run the workers until SIGTERM or SIGINT, then stop them. Called by the main thread."""
        handlers = {number: signal.signal(number, self._stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            workers = [Worker(self._target, self._listener) for _ in range(self._count)]
            checked_at = time.monotonic()
            while not self._stopping:
                time.sleep(CHECK_SECONDS)
                CLOCK.seconds()  # notices and adopts jumps when the workers do, for those that are started later
                now = time.monotonic()
                workers = [self._checked(worker, workers, now - checked_at) for worker in workers]
                checked_at = now
                if not self._was_ready and self._servers(workers):
                    self._was_ready = True
                    workers += [Worker(target, self._listener) for target in self._others]
                    self._on_ready()
            stop(workers)
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def _servers(self, workers: Sequence[Worker]) -> list[Worker]:
        """Return the workers that serve the socket."""
        return [worker for worker in workers if worker.target is self._target and worker.is_ready()]

    def _checked(self, worker: Worker, workers: Sequence[Worker], elapsed: float) -> Worker:
        """Return the worker, or its replacement."""
        if worker.is_well(elapsed) or self._stopping:
            return worker
        others = [one for one in workers if one is not worker]
        if worker.target is self._target and not self._servers(others):
            close_port(self._listener)
            for one in self._servers(others):  # it became ready just now, and may have listened before
                one.process.kill()
        if time.monotonic() < worker.started_at + RESTART_SECONDS:
            return worker
        log.warning("a worker has ended or hangs; replacing it")
        worker.end(0)
        return Worker(worker.target, self._listener)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True


def _run(target: Target, state: ClockState, listener: socket.socket, beats: Connection) -> None:
    """Run a target in its process, which ends with its parent.

    Its clock is that of the parent, because the process may be started during a jump. Until the target handles
    interrupts, the parent alone does, and stops this process.
    """
    exit_with_parent(STOP_SECONDS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    CLOCK.continue_from(state)
    target(listener, beats)


def run_worker(listener: socket.socket, beats: Connection) -> None:
    """Run a worker in its process. The parent imports none of this."""
    from api.server.worker import run_worker as run

    run(listener, beats)


def run_analyser(listener: socket.socket, beats: Connection) -> None:
    """Run the process that computes analyses."""
    from api.server.analyser import run_analyser as run

    run(listener, beats)


def run_notifier(listener: socket.socket, beats: Connection) -> None:
    """Run the process that tells accounts of their games."""
    from api.server.notifier import run_notifier as run

    run(listener, beats)


def stop(workers: list[Worker]) -> None:
    """Ask all workers to stop, and kill those that take too long."""
    for worker in workers:
        worker.terminate()
    until = time.monotonic() + STOP_SECONDS
    for worker in workers:
        worker.end(max(0.0, until - time.monotonic()))
