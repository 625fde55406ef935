"""Ctrl-C in the terminal of a server whose processes have just been started."""

import os
import signal
import socket

from api.server import supervisor
from tests.api.server.edge import PATIENCE
from tests.api.server.telling import tell_time


def test_a_process_that_still_imports_leaves_an_interrupt_to_its_parent() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        worker = supervisor.Worker(tell_time, listener)
        assert worker.process.pid
        os.kill(worker.process.pid, signal.SIGINT)
        assert worker._beats.poll(PATIENCE), "it has ended"
        worker._beats.recv()
        worker.end(PATIENCE)
        assert worker.process.exitcode == 0


def test_the_parent_is_interrupted_as_before() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        supervisor.Worker(tell_time, listener).end(PATIENCE)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
