"""Measures a thousand open streams: memory of each, and time from a commit to its receipt."""

from __future__ import annotations

import multiprocessing
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle
from typing import TYPE_CHECKING, Any

import psutil

from bench import Row
from bench.commands import DRAWS
from bench.store import OPTIONS, database
from domain.log.events import SERVER
from domain.ruleset.actions import Draw
from infra.accounts.accounts import create_player
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.settings import Settings
from prove.harness.server import processes_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

STREAMS = 1_000
GAMES = 250
"""Games with four readers each: both players and two spectators."""

STREAMS_OF_WATCHER = 10
"""Streams of one account; the server limits them."""

RATE = 50
"""Commands per second."""

SECONDS = 20

_ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)

Game = tuple[str, list[tuple[str, str]]]
"""The game's id, and id and token of its players by seat."""


def rows() -> list[Row]:
    """Return memory and delays, measured in a new database."""
    with database() as settings, server_process(settings) as (port, server), open_pool(settings) as pool:
        service = GameService(pool)
        games = [deal_game(service) for _ in range(GAMES)]
        watchers = cycle([create_player(pool, "Kai")[2] for _ in range(STREAMS // STREAMS_OF_WATCHER)])
        many = [
            (game, token)
            for game, players in games
            for token in (*(token for _, token in players), next(watchers), next(watchers))
        ]
        before = memory(server)
        with reader(port, many) as readers:
            cost = (memory(server) - before) / len(many)
            worked = processor_time(server)
            spread = measure_delays(service, games, readers)
            each = (processor_time(server) - worked) / len(spread)
        one_game = games[:1]
        with reader(port, [(one_game[0][0], next(watchers)) for _ in range(STREAMS)]) as readers:
            crowd = measure_delays(service, one_game, readers, DRAWS // 2 / SECONDS)
    return [
        (f"memory of a stream, {STREAMS:,} open", cost / 1024, "KiB"),
        *summarize(f"{GAMES} games of 4 readers, {RATE} commands/s", spread),
        (f"{GAMES} games of 4 readers: the worker's processor time for an event and reader", each * 1e6, "µs"),
        *summarize(f"one game of {STREAMS:,} readers", crowd),
    ]


def summarize(what: str, found: list[float]) -> list[Row]:
    """Return the median and the 99th percentile."""
    cuts = statistics.quantiles(found, n=100)
    return [
        (f"{what}: events received", len(found), ""),
        (f"{what}: commit to receipt, median", cuts[49] * 1e3, "ms"),
        (f"{what}: commit to receipt, 99 %", cuts[98] * 1e3, "ms"),
    ]


@contextmanager
def server_process(settings: Settings) -> Iterator[tuple[int, psutil.Process]]:
    """Run a server of one worker on that database; yield its port and the worker."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    environment = {**os.environ, "DOBON_DATA_DIR": str(settings.data_dir)}
    command = [sys.executable, "-m", "api.cli", "serve", "--workers", "1", "--port", str(port)]
    started = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                connection = HTTPConnection("127.0.0.1", port)
                connection.request("GET", "/readyz")
                connection.getresponse().read()
                break
            except OSError:
                time.sleep(0.1)
        yield port, processes_of(started.pid)[0]
    finally:
        started.terminate()
        started.wait(20)


def memory(server: psutil.Process) -> int:
    """Return the bytes that the process alone holds, after a pause."""
    time.sleep(1)
    return int(server.memory_full_info().uss)


def processor_time(*processes: psutil.Process) -> float:
    """Return the seconds of processor time that the processes have used."""
    times = [process.cpu_times() for process in processes]
    return float(sum(one.user + one.system for one in times))


def deal_game(service: GameService) -> Game:
    """Create a game for two and deal."""
    players = [create_player(service.pool, name) for name in ("Aoi", "Ren")]
    game = service.create(players[0][0], "dobon-sato", OPTIONS, 2).game.id
    service.sit(game, players[1][0])
    return game, [(player, token) for player, _, token in players]


def measure_delays(service: GameService, games: list[Game], readers: Connection, rate: float = RATE) -> list[float]:
    """Return the seconds from each commit to each receipt, while players draw at that rate."""
    committed = draw_cards(service, games, rate)
    time.sleep(1)
    readers.send("enough")
    received = readers.recv()
    missing = len(committed) * (STREAMS // len(games)) - len(received)
    assert not missing, f"{missing} events were not received"
    return [at - committed[game, version] for game, version, at in received]


def draw_cards(service: GameService, games: list[Game], rate: float) -> dict[tuple[str, int], float]:
    """Let players draw at that rate for `SECONDS`; return the time of each commit by game and version."""
    committed: dict[tuple[str, int], float] = {}

    def note_commit(game: str, version: int, _: str | None) -> None:
        committed.setdefault((game, version), time.monotonic())

    service.commit_listeners.append(note_commit)
    began, done = time.monotonic(), 0
    while done < rate * SECONDS:
        game, players = games[done % len(games)]
        time.sleep(max(0.0, began + done / rate - time.monotonic()))
        service.act(game, players[service.view(game, SERVER).table.turn][0], Draw())
        done += 1
    return committed


@contextmanager
def reader(port: int, streams: list[tuple[str, str]]) -> Iterator[Connection]:
    """Run a process that reads these streams, given by game and token; wait until each has sent its first events."""
    with reading_process(read, port, streams) as here:
        yield here


@contextmanager
def reading_process(
    target: Callable[[int, list[Any], Connection], None], port: int, streams: list[Any]
) -> Iterator[Connection]:
    """Run `target` in a process, which says "ready" when all its streams are open; yield the pipe to it."""
    here, there = multiprocessing.Pipe()
    started = multiprocessing.get_context("fork").Process(target=target, args=(port, streams, there))
    started.start()
    # With this end closed here, the end of a reader that fails is an EOFError instead of a wait without end.
    there.close()
    try:
        assert here.recv() == "ready"
        yield here
    finally:
        started.join(20)


def open_streams(port: int, streams: list[tuple[str, str, Any]], sign: bytes) -> selectors.BaseSelector:
    """Open streams, given by path, token and a datum for the selector; wait until each has sent `sign`."""
    waiting = selectors.DefaultSelector()
    for path, token, datum in streams:
        connection = socket.create_connection(("127.0.0.1", port))
        head = f"GET {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\n\r\n"
        connection.sendall(head.encode())
        waiting.register(connection, selectors.EVENT_READ, datum)
    silent = {key.fd for key in waiting.get_map().values()}
    while silent:
        for key, _ in waiting.select():
            answer = key.fileobj.recv(1 << 20)  # type: ignore[union-attr]
            assert answer, "a stream was closed"
            assert b"HTTP/1.1 4" not in answer, answer[:500]
            if sign in answer:
                silent.discard(key.fd)
    return waiting


def read(port: int, streams: list[tuple[str, str]], pipe: Connection) -> None:
    """Record when each event of each game arrives, until a message from `pipe`."""
    waiting = open_streams(port, [(f"/v1/games/{game}/stream", token, game) for game, token in streams], b"id: ")
    while waiting.select(0.5):
        for key, _ in waiting.select(0):
            key.fileobj.recv(1 << 20)  # type: ignore[union-attr]
    pipe.send("ready")
    waiting.register(pipe, selectors.EVENT_READ)
    received: list[tuple[str, int, float]] = []
    while True:
        for key, _ in waiting.select():
            if key.fileobj is pipe:
                pipe.recv()
                pipe.send(received)
                return
            piece, now = key.fileobj.recv(1 << 20), time.monotonic()  # type: ignore[union-attr]
            received += [(key.data, int(version), now) for version in _ID.findall(piece)]
