"""The processes of a server while the system's clock jumps."""

import multiprocessing
import socket
import time
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

import pytest

from api.server import supervisor
from api.server.port import reserve_port
from api.server.protocol import Connections
from api.server.worker import Server
from infra.clock import PERSIST_SECONDS, ClockState, GuardedClock
from tests.api.server.edge import PATIENCE
from tests.api.server.telling import tell_time

HOUR = 3600.0


async def nothing(_scope: Any, _receive: Any, _send: Any) -> None:
    """Answer no request."""


def reports(beats: Connection, count: int) -> None:
    """Wait for reports of a worker."""
    for _ in range(count):
        assert beats.poll(PATIENCE), "the parent would kill the worker"
        beats.recv_bytes()


def test_a_worker_reports_that_it_lives_although_the_clock_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    listener, (beats, sent) = reserve_port("127.0.0.1", 0), multiprocessing.Pipe(duplex=False)
    server = Server(nothing, Connections(), lambda: None, sent)  # type: ignore[arg-type]
    thread = Thread(target=server.run, args=[[listener]])
    thread.start()
    try:
        reports(beats, 3)  # two come at the start
        true_time = time.time
        monkeypatch.setattr(time, "time", lambda: true_time() - HOUR)
        reports(beats, 2)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        for one in (listener, beats, sent):
            one.close()


class OlderClock(GuardedClock):
    """A clock that has run for long, with a system's clock that has just jumped by an hour."""

    @property
    def state(self) -> ClockState:
        found = super().state
        return ClockState(found.trusted_since - PERSIST_SECONDS, found.base - HOUR, 0.0, 0.0)


def test_a_worker_that_starts_during_a_jump_has_the_time_of_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "CLOCK", OlderClock())
    with socket.create_server(("127.0.0.1", 0)) as listener:
        began = time.time()
        worker = supervisor.Worker(tell_time, listener)
        try:
            assert worker._beats.poll(PATIENCE)
            told = worker._beats.recv()
        finally:
            worker.end(PATIENCE)
        assert began <= told + HOUR <= time.time()
