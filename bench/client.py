"""A client with low overhead: processes send prepared requests over keep-alive connections."""

from __future__ import annotations

import multiprocessing
import socket
import time
from collections.abc import Sequence
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


def run(port: int, lanes: Sequence[Lane]) -> tuple[int, int, float]:
    """Send all lanes at once, each from its own process; return answers below 300, other answers, and seconds."""
    context = multiprocessing.get_context("fork")
    results: Queue[tuple[int, int, float, float]] = context.Queue()
    start = context.Barrier(len(lanes))
    workers = [context.Process(target=_lane, args=(port, lane, start, results)) for lane in lanes]
    for worker in workers:
        worker.start()
    told = [results.get(timeout=600) for _ in workers]
    for worker in workers:
        worker.join()
    seconds = max(end for *_, end in told) - min(began for *_, began, _ in told)
    return sum(good for good, *_ in told), sum(bad for _, bad, *_ in told), seconds


def _lane(port: int, lane: Lane, start: Barrier, results: Queue[tuple[int, int, float, float]]) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        start.wait()
        began, good = time.monotonic(), 0
        for message in lane:
            connection.sendall(message)
            good += _answer(connection) < 300
        results.put((good, len(lane) - good, began, time.monotonic()))


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
