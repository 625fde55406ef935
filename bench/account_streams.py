"""Measures a thousand accounts that listen to their streams: time from a commit to the receipt of "my turn".

The target is 100 ms for 99 % (docs/bench.md). A process of the server makes the notifications, as in `dobon serve`.
Each step waits for a processor on a busy machine, so the processor time of the server is measured too.
"""

from __future__ import annotations

import re
import selectors
import time
from typing import TYPE_CHECKING

import psutil

from bench import Row
from bench.store import database
from bench.streams import (
    SECONDS,
    deal_game,
    draw_cards,
    memory,
    open_streams,
    processor_time,
    reading_process,
    server_process,
    summarize,
)
from infra.commands.service import GameService
from infra.databases.pool import open_pool

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

ACCOUNTS = 1_000
"""Accounts with one stream each, two in a game."""

RATE = 50
"""Commands per second."""

IDLE_SECONDS = 5
"""Time for which the open streams are measured without any turn."""

LATE_SECONDS = 20
"""Time to wait for notifications that are late."""

_TURN = re.compile(rb'"kind":"turn".*?"game":"([0-9a-f-]+)","version":(\d+)')


def rows() -> list[Row]:
    """Return memory and delays, measured in a new database."""
    with database() as settings, server_process(settings) as (port, server), open_pool(settings) as pool:
        service = GameService(pool)
        games = [deal_game(service) for _ in range(ACCOUNTS // 2)]
        time.sleep(2)  # notifications of these deals are made before any stream is open
        before = memory(server)
        with reading_process(read, port, [token for _, players in games for _, token in players]) as readers:
            cost = (memory(server) - before) / ACCOUNTS
            time.sleep(1)
            idle = server_time(server)
            time.sleep(IDLE_SECONDS)
            idle, busy = server_time(server) - idle, server_time(server)
            found = measure_delays(service, games, readers)
            busy = server_time(server) - busy
    return [
        (f"memory of an account's stream, {ACCOUNTS:,} open", cost / 1024, "KiB"),
        (f"processor time of {ACCOUNTS:,} streams without a turn", idle / IDLE_SECONDS * 1e3, "ms/s"),
        (f"processor time of the server for a turn, at {RATE} turns/s", busy / len(found) * 1e3, "ms"),
        *summarize(f"{ACCOUNTS:,} accounts listening, {RATE} turns/s", found),
    ]


def server_time(worker: psutil.Process) -> float:
    """Return the seconds that all processes of the server have used, without those of the database."""
    parent = worker.parent()
    assert parent is not None
    return processor_time(parent, *parent.children())


def measure_delays(
    service: GameService, games: list[tuple[str, list[tuple[str, str]]]], readers: Connection
) -> list[float]:
    """Return the seconds from each commit to the receipt of the turn that it begins."""
    committed, done = draw_cards(service, games, RATE), RATE * SECONDS
    readers.send(done)
    received = readers.recv()
    delays = [at - committed[game, version] for game, version, at in received]
    assert len(delays) == done, f"{len(delays)} turns of {done} were received"
    return delays


def read(port: int, tokens: list[str], pipe: Connection) -> None:
    """Record when each turn arrives, until there are as many as `pipe` says."""
    waiting = open_streams(port, [("/v1/players/me/events", token, None) for token in tokens], b"event: now")
    pipe.send("ready")
    waiting.register(pipe, selectors.EVENT_READ)
    received: list[tuple[str, int, float]] = []
    wanted, until = None, float("inf")
    while wanted is None or (len(received) < wanted and time.monotonic() < until):
        for key, _ in waiting.select(1):
            if key.fileobj is pipe:
                wanted, until = pipe.recv(), time.monotonic() + LATE_SECONDS
                continue
            piece, now = key.fileobj.recv(1 << 20), time.monotonic()  # type: ignore[union-attr]
            received += [(game.decode(), int(version), now) for game, version in _TURN.findall(piece)]
    pipe.send(received)
