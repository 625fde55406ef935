"""A client with low overhead: processes send prepared requests over keep-alive connections."""

from __future__ import annotations

import multiprocessing
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.queues import Queue
    from multiprocessing.synchronize import Barrier

Lane = Sequence[bytes]
"""Requests that one connection sends one after the other."""


def request(method: str, path: str, body: bytes, token: str = "") -> bytes:
    """Return one HTTP/1.1 request as bytes."""
    identity = f"Authorization: Bearer {token}\r\n" if token else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n{identity}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to all lanes of a run."""

    good: int
    "Answers below 300."
    bad: int
    seconds: float
    "From the first request to the last answer."
    delays: Sequence[float]
    "Seconds from the moment at which each request was due to its answer."


def run(port: int, lanes: Sequence[Lane], interval: float = 0.0) -> Answers:
    """Send all lanes at once, each from its own process.

    With an `interval` in seconds, each lane sends its requests at fixed moments; otherwise each after the answer to the
    one before. A request that is due earlier than its connection is free counts as delayed.
    """
    context = multiprocessing.get_context("fork")
    results: Queue[tuple[int, float, float, list[float]]] = context.Queue()
    start = context.Barrier(len(lanes))
    workers = [
        context.Process(target=_lane, args=(port, lane, interval, place * interval / len(lanes), start, results))
        for place, lane in enumerate(lanes)
    ]
    for worker in workers:
        worker.start()
    told = [results.get(timeout=600) for _ in workers]
    for worker in workers:
        worker.join()
    good = sum(count for count, *_ in told)
    seconds = max(end for _, _, end, _ in told) - min(began for _, began, *_ in told)
    return Answers(good, sum(len(lane) for lane in lanes) - good, seconds, [one for *_, found in told for one in found])


def _lane(
    port: int,
    lane: Lane,
    interval: float,
    offset: float,
    start: Barrier,
    results: Queue[tuple[int, float, float, list[float]]],
) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        start.wait()
        good, delays = 0, []
        began = due = time.monotonic() + offset
        for message in lane:
            if interval:
                time.sleep(max(0.0, due - time.monotonic()))
            else:
                due = time.monotonic()
            connection.sendall(message)
            good += _answer(connection) < 300
            delays.append(time.monotonic() - due)
            due += interval
        results.put((good, began, time.monotonic(), delays))


def _answer(connection: socket.socket) -> int:
    """Read one answer and return its status."""
    data = connection.recv(65_536)
    while b"\r\n\r\n" not in data:
        data += connection.recv(65_536)
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
    )
    missing = length - len(body)
    while missing > 0:
        missing -= len(connection.recv(65_536))
    return int(head.split(b" ", 2)[1])
