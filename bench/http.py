"""Compares `POST actions` over HTTP with a bare route that inserts one row. The same server serves both, in turns."""

import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any

from bench import Row
from bench.client import Lane, request, run
from bench.commands import DRAWS
from bench.store import OPTIONS, database
from infra.postgres.urls import application_url

LANES = 8
GAMES = 4
"""Games per connection in a run."""

WARM_UP, RUNS = 1, 3
WORKERS = 2

API = ("api.cli", "serve", "--port", "{port}", "--workers", str(WORKERS))
BARE = ("bench.serve", "{port}", str(WORKERS))
"""The servers as modules with arguments."""


def rows() -> list[Row]:
    """Return the measurements."""
    ours, bare = [], []
    with database() as settings:
        address = application_url(settings)
        folder = str(settings.data_dir)
        with (
            serve(API, folder, address) as api,
            serve(BARE, folder, address) as plain,
        ):
            for _ in range(WARM_UP + RUNS):
                ours.append(rate(api, create_lanes(api)))
                bare.append(rate(plain, bare_lanes()))
            half = statistics.median(ours) / 2
            delays = [paced(api, create_lanes(api), half) for _ in range(RUNS)]
    ours, bare = ours[WARM_UP:], bare[WARM_UP:]
    ratios = [mine / theirs for mine, theirs in zip(ours, bare, strict=True)]
    return [
        ("POST actions over HTTP, 8 connections", statistics.median(ours), "/s"),
        ("bare route that inserts one row", statistics.median(bare), "/s"),
        ("POST actions as a share of the bare route", statistics.median(ratios), "target 0.65"),
        ("POST actions at half that rate: 99 % are answered within", statistics.median(delays) * 1000, "ms, target 50"),
    ]


@contextmanager
def serve(target: Sequence[str], folder: str, address: str) -> Iterator[int]:
    """Run a server and yield its port once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", *(part.format(port=port) for part in target)]
    environment = {
        **os.environ,
        "DOBON_DATA_DIR": folder,
        "BENCH_DATABASE_URL": address,
        "DOBON_RATES": "off",
        "DOBON_GAMES_PER_ACCOUNT": "0",
        "DOBON_LOG": "quiet",
    }
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def rate(port: int, work: list[Lane]) -> float:
    """Return the answers per second. Raises `AssertionError` if a request was refused."""
    answers = run(port, work)
    assert not answers.bad, f"{answers.bad} of {answers.good + answers.bad} requests were refused"
    return answers.good / answers.seconds


def paced(port: int, work: list[Lane], a_second: float) -> float:
    """Return the 99th percentile of the delays in seconds, with that many requests a second at fixed moments."""
    answers = run(port, work, len(work) / a_second)
    assert not answers.bad, f"{answers.bad} of {answers.good + answers.bad} requests were refused"
    return statistics.quantiles(answers.delays, n=100)[98]


def create_lanes(port: int) -> list[Lane]:
    """Create games and return lanes in which two players draw in turn."""
    connection = HTTPConnection("127.0.0.1", port)
    first, second = (post(connection, "/v1/players", {"name": name})["token"] for name in ("Aoi", "Ren"))
    work: list[Lane] = []
    for _ in range(LANES):
        lane: list[bytes] = []
        for _ in range(GAMES):
            new_game = {"ruleset": "dobon-sato", "seats": 2, "listed": True, "options": OPTIONS}
            game = post(connection, "/v1/games", new_game, first)["id"]
            post(connection, f"/v1/games/{game}/seats", {}, second)
            turn = get_view(connection, game, first)["round"]["turn"]
            path = f"/v1/games/{game}/actions"
            tokens = (first, second) if turn == 0 else (second, first)
            lane += [request("POST", path, b'{"type":"draw"}', tokens[draw % 2]) for draw in range(DRAWS)]
        work.append(lane)
    return work


def bare_lanes() -> list[Lane]:
    """Return the same number of requests to the bare route."""
    return [[request("POST", "/row", b'{"on":17}')] * (GAMES * DRAWS)] * LANES


def post(connection: HTTPConnection, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    """Return the answer to a POST."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request("POST", path, json.dumps(body), headers)
    return read_answer(connection)


def get_view(connection: HTTPConnection, game: str, token: str) -> dict[str, Any]:
    """Return a seat's view."""
    connection.request("GET", f"/v1/games/{game}/view", headers={"Authorization": f"Bearer {token}"})
    return read_answer(connection)


def read_answer(connection: HTTPConnection) -> dict[str, Any]:
    """Return the body of a successful answer."""
    response = connection.getresponse()
    body: dict[str, Any] = json.loads(response.read())
    assert response.status < 300, body
    return body
