"""How the processes of a server start, and which signals reach them: Ctrl-C in a terminal, and the end of a service."""

import os
import signal
import socket
from collections.abc import Iterator
from typing import Any

import psutil
import pytest

from api.server import supervisor
from tests.api.server.edge import PATIENCE
from tests.api.server.hanging import hang
from tests.api.server.telling import tell_time


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener


def test_a_process_that_is_not_ready_leaves_an_interrupt_to_its_parent(listener: socket.socket) -> None:
    worker = supervisor.Worker(hang, listener)
    assert worker.process.pid
    os.kill(worker.process.pid, signal.SIGINT)
    assert worker._beats.poll(PATIENCE), "it has ended"
    worker._beats.recv_bytes()
    worker.end(0)
    assert worker.process.exitcode == -signal.SIGKILL


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_process_that_starts_others_ends_with_its_server_alone(listener: socket.socket, number: int) -> None:
    """Without it the server would not know whether its workers still answer requests."""
    worker = supervisor.Worker(hang, listener)
    starter = psutil.Process(worker.process.pid).parent()
    assert starter
    assert starter.pid != os.getpid()
    starter.send_signal(number)
    later = supervisor.Worker(hang, listener)
    assert psutil.Process(later.process.pid).parent() == starter
    assert worker.process.is_alive()
    for one in (later, worker):
        one.end(0)


def test_the_parent_is_interrupted_as_before(listener: socket.socket) -> None:
    supervisor.Worker(tell_time, listener).end(PATIENCE)
    assert not supervisor.SIGNALS & signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize("error", [BlockingIOError("no process left"), EOFError("it was killed meanwhile")])
def test_a_worker_that_cannot_be_started_is_started_later(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    made: list[supervisor.Worker] = []
    server = supervisor.Supervisor(hang, listener, 1, on_ready=lambda: server._stop(signal.SIGTERM, None))

    class FirstFails(supervisor.Worker):
        def __init__(self, *given: Any) -> None:
            with monkeypatch.context() as patch:
                if not made:
                    patch.setattr(supervisor, "preload", fails)
                super().__init__(*given)
            made.append(self)

    def fails() -> None:
        raise error

    monkeypatch.setattr(supervisor, "Worker", FirstFails)
    server.run()
    assert len(made) == 2
    assert not any(worker.process.is_alive() for worker in made)
