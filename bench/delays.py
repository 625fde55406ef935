"""Compares the delays of commands on a quiet server with those beside analyses, and those beside a hundred careful bots
with those beside a hundred experts.

One server does both in turns, with requests at fixed moments at half the rate that it can answer.
"""

import json
import statistics
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from http.client import HTTPConnection
from typing import Any

from bench import Row
from bench.http import API, create_lanes, get_view, paced, post, rate, read_answer, serve
from bench.store import OPTIONS, database
from infra.postgres.urls import application_url

RUNS = 5

ANALYSED = {"ruleset": "durak", "seats": 3, "bots": ["careful"] * 2, "options": {"bot_delay_ms": 0, "turn_seconds": 0}}
ROUNDS = 4
"""Rounds that are analysed one after the other beside a run."""

TABLES, BOTS = 25, 4
MOVE_SECONDS = 0.025
"""The time between two moves of the player who sits at all tables of bots."""

TARGET = 1.1

Work = Callable[[int], AbstractContextManager[None]]


def analyses() -> list[Row]:
    """Return the delays beside the computation of analyses."""
    return _rows("on a quiet server", lambda _: nullcontext(), "beside analyses", _analysing)


def experts() -> list[Row]:
    """Return the delays beside a hundred experts that decide."""
    many = TABLES * BOTS
    return _rows(
        f"beside {many} careful bots", lambda port: _deciding(port, "careful"),
        f"beside {many} experts", lambda port: _deciding(port, "expert"),
    )  # fmt: skip


def _rows(name: str, work: Work, other_name: str, other: Work) -> list[Row]:
    found: list[tuple[float, float]] = []
    with database() as settings, serve(API, str(settings.data_dir), application_url(settings)) as port:
        half = statistics.median(rate(port, create_lanes(port)) for _ in range(3)) / 2
        for _ in range(RUNS):
            with work(port):
                first = paced(port, create_lanes(port), half)
            with other(port):
                found.append((first, paced(port, create_lanes(port), half)))
    ratio = statistics.median(second / first for first, second in found)
    return [
        (f"commands {name}: 99 % are answered within", statistics.median(first for first, _ in found) * 1000, "ms"),
        (f"commands {other_name}: 99 % are answered within", statistics.median(one for _, one in found) * 1000, "ms"),
        (f"commands {other_name}, as a multiple", ratio, f"target {TARGET} at most"),
    ]


# Beside analyses


@contextmanager
def _analysing(port: int) -> Iterator[None]:
    """Let the server analyse rounds. Raises `AssertionError` if all analyses were complete too early."""
    player = _Player(port)
    paths = [f"/v1/games/{_finished(player)}/rounds/1/analysis" for _ in range(ROUNDS)]
    for path in paths:
        player.get(path)
    yield
    assert "decisions" not in player.get(paths[-1]), "the analyses were complete before the run was"
    while "decisions" not in player.get(paths[-1]):
        time.sleep(0.5)


def _finished(player: "_Player") -> str:
    game = str(player.post("/v1/games", ANALYSED)["id"])
    while not player.move(game):
        pass
    return game


# Beside bots


@contextmanager
def _deciding(port: int, bot: str) -> Iterator[None]:
    """Keep bots deciding: a player sits at each of their tables, and moves at fixed moments."""
    stopping = threading.Event()
    playing = threading.Thread(target=_play, args=(_Player(port), bot, stopping), daemon=True)
    playing.start()
    yield
    stopping.set()
    playing.join()


def _play(player: "_Player", bot: str, stopping: threading.Event) -> None:
    table = {"ruleset": "dobon-sato", "seats": BOTS + 1, "bots": [bot] * BOTS, "options": OPTIONS}
    games = deque(player.post("/v1/games", table)["id"] for _ in range(TABLES))
    while not stopping.wait(MOVE_SECONDS):
        game = games.popleft()
        games.append(player.post("/v1/games", table)["id"] if player.move(game) else game)


class _Player:
    """A player that takes the first action that it may."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port)
        self.token = post(self.connection, "/v1/players", {"name": "Mio"})["token"]

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        return post(self.connection, path, body, self.token)

    def get(self, path: str) -> dict[str, Any]:
        self.connection.request("GET", path, headers={"Authorization": f"Bearer {self.token}"})
        return read_answer(self.connection)

    def move(self, game: str) -> bool:
        """Take an action if there is one; return whether the game is over."""
        view = get_view(self.connection, game, self.token)
        if view["actions"]:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
            body = json.dumps(view["actions"][0]["action"])
            self.connection.request("POST", f"/v1/games/{game}/actions", body, headers)
            self.connection.getresponse().read()  # refused if a bot was faster
        return bool(view["status"] == "finished")
