"""`POST actions` over HTTP beside a bare route that inserts one row, both served by granian in the same way, in turns."""

import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any

from bench.client import Lane, request, run
from bench.store import database
from infra.postgres.urls import application_url

LANES = 8
GAMES = 4
"""Games of each connection in a run."""

DRAWS = 40
"""Draws of a game for two: the stock holds one more."""

WARM_UP, RUNS = 1, 3
WORKERS, THREADS = 2, 4

OPTIONS = {"turn_seconds": 0, "answer_seconds": 0, "claim_grace_seconds": 0, "bot_delay_ms": 0}


def rows() -> list[tuple[str, float, str]]:
    """(what, rate or ratio, unit)."""
    ours, bare = [], []
    with database() as settings:
        address = application_url(settings)
        folder = str(settings.data_dir)
        with (
            served("api.server.wsgi:application", folder, address) as api,
            served("bench.bare:make", folder, address) as plain,
        ):
            for _ in range(WARM_UP + RUNS):
                ours.append(rate(api, lanes(api)))
                bare.append(rate(plain, bare_lanes()))
    ours, bare = ours[WARM_UP:], bare[WARM_UP:]
    ratios = [mine / theirs for mine, theirs in zip(ours, bare, strict=True)]
    return [
        ("POST actions over HTTP, 8 connections", statistics.median(ours), "/s"),
        ("bare route that inserts one row", statistics.median(bare), "/s"),
        ("POST actions as a share of the bare route", statistics.median(ratios), "aim 0.5"),
    ]


@contextmanager
def served(target: str, folder: str, address: str) -> Iterator[int]:
    """A granian server of its own; gives the port once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--factory", "--host", "127.0.0.1", "--port", str(port),
        "--workers", str(WORKERS), "--blocking-threads", str(THREADS), "--log-level", "error", target,
    ]  # fmt: skip
    environment = {**os.environ, "DOBON_DATA_DIR": folder, "BENCH_DATABASE_URL": address, "DOBON_RATES": "off"}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
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
    """Good answers per second; every answer has to be good."""
    good, bad, seconds = run(port, work)
    assert not bad, f"{bad} of {good + bad} requests were refused"
    return good / seconds


def lanes(port: int) -> list[Lane]:
    """Draws of two people in turn, in games that are made now."""
    connection = HTTPConnection("127.0.0.1", port)
    first, second = (call(connection, "/v1/players", {"name": name})["token"] for name in ("Aoi", "Ren"))
    work: list[Lane] = []
    for _ in range(LANES):
        lane: list[bytes] = []
        for _ in range(GAMES):
            asked = {"ruleset": "dobon-sato", "seats": 2, "listed": True, "options": OPTIONS}
            game = call(connection, "/v1/games", asked, first)["id"]
            call(connection, f"/v1/games/{game}/seats", {}, second)
            turn = view(connection, game, first)["round"]["turn"]
            path = f"/v1/games/{game}/actions"
            tokens = (first, second) if turn == 0 else (second, first)
            lane += [request("POST", path, b'{"type":"draw"}', tokens[draw % 2]) for draw in range(DRAWS)]
        work.append(lane)
    return work


def bare_lanes() -> list[Lane]:
    """As many requests to the bare route."""
    return [[request("POST", "/row", b'{"on":17}')] * (GAMES * DRAWS)] * LANES


def call(connection: HTTPConnection, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
    """The answer to a POST."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request("POST", path, json.dumps(body), headers)
    return answer(connection)


def view(connection: HTTPConnection, game: str, token: str) -> dict[str, Any]:
    """A seat's view."""
    connection.request("GET", f"/v1/games/{game}/view", headers={"Authorization": f"Bearer {token}"})
    return answer(connection)


def answer(connection: HTTPConnection) -> dict[str, Any]:
    """The body of an answer that has to be good."""
    response = connection.getresponse()
    body: dict[str, Any] = json.loads(response.read())
    assert response.status < 300, body
    return body
