"""Shutdown during commands.

Each command is answered or can be repeated with its key, and waiting clients are answered.
"""

import json
import socket
import threading
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from infra.postgres.urls import cluster
from infra.settings import Settings
from prove.harness.views import actions_of
from tests.api.server.serving import OPTIONS, Server, all_events, until, without_time

pytestmark = pytest.mark.slow

PLAYERS = 8
BEFORE = 5
"""Commands of each player that are answered before the signal."""


@dataclass
class Player(threading.Thread):
    """Plays games against bots without a pause until a request stays unanswered."""

    server: Server
    token: str = ""
    answered: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    "Game and answer by key."
    open: tuple[str, str, dict[str, Any]] | None = None
    "Key, game and body of the unanswered command."

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.token = self.server.call("POST", "/v1/players", {"name": "Aoi"})["token"]

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        while True:
            connection = HTTPConnection("127.0.0.1", self.server.port, timeout=20)
            try:
                self.play(connection)
            except (OSError, HTTPException):
                return
            finally:
                connection.close()

    def play(self, connection: HTTPConnection) -> None:
        seats = {
            "ruleset": "dobon-sato",
            "seats": 3,
            "bots": ["novice", "careful"],
            "options": {**OPTIONS, "rounds": 20},
        }
        game = self.ask(connection, "POST", "/v1/games", seats)["id"]
        while True:
            view = self.ask(connection, "GET", f"/v1/games/{game}/view")
            if view["status"] == "finished":
                return
            action = next(action for action in actions_of(view)[::-1] if action["type"] != "dobon")
            key = f"{game}-{len(self.answered)}"
            self.open = (key, game, action)
            self.answered[key] = (game, self.ask(connection, "POST", f"/v1/games/{game}/actions", action, key))
            self.open = None

    def ask(
        self, connection: HTTPConnection, method: str, path: str, body: Any = None, key: str = ""
    ) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read()
        if response.status == 503:
            raise ConnectionError("not served any more")
        assert response.status < 300, text
        found: dict[str, Any] = json.loads(text)
        return found


def waiter(server: Server, answers: list[int]) -> threading.Thread:
    """Start a client that waits for a game in which nothing happens."""
    server.token = server.call("POST", "/v1/players", {"name": "Ren"})["token"]
    game = server.call("POST", "/v1/games", {"ruleset": "dobon-sato", "seats": 2})["id"]
    headers = {"Authorization": f"Bearer {server.token}", "If-None-Match": '"2-s0"'}
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", f"/v1/games/{game}/view", headers=headers)
    response = connection.getresponse()
    response.read()
    headers["If-None-Match"] = response.headers["ETag"]

    def wait() -> None:
        connection.request("GET", f"/v1/games/{game}/view?wait=50", headers=headers)
        answers.append(connection.getresponse().status)
        connection.close()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def test_each_command_is_answered_or_can_be_repeated(data_dir: Path, free_port: int) -> None:
    """Stop a server; the next one repeats what it answered."""
    # Players without a pause would soon reach the limit of their account.
    server = Server.start(data_dir, free_port, DOBON_RATES="off")
    try:
        assert server.process.stdout is not None
        assert f"http://127.0.0.1:{free_port}" in server.process.stdout.readline()
        players = stop_during_commands(server)
        assert not cluster(Settings(data_dir=data_dir)).running()
        with socket.create_server(("127.0.0.1", free_port)):
            pass  # the port is free again at once
        server = Server.start(data_dir, free_port, workers=1)
        check_nothing_is_lost(server, players)
    finally:
        server.close()


def stop_during_commands(server: Server) -> list[Player]:
    """Stop the server after `BEFORE` answered commands of each player; return the players."""
    waited: list[int] = []
    waiters = [waiter(server, waited) for _ in range(4)]
    players = [Player(server) for _ in range(PLAYERS)]
    for player in players:
        player.start()
    until(lambda: all(len(player.answered) >= BEFORE for player in players))
    began = monotonic()
    assert server.stop() == 0
    server.close()
    assert monotonic() - began < 60
    for thread in [*players, *waiters]:
        thread.join(30)
        assert not thread.is_alive(), "no client hangs"
    assert waited == [304] * 4
    return players


def check_nothing_is_lost(again: Server, players: list[Player]) -> None:
    """Check that each answered command is in the log once and that each unanswered one can be repeated."""
    done_twice = 0
    for player in players:
        again.token = player.token
        if player.open is not None:
            key, game, action = player.open
            answer = again.call("POST", f"/v1/games/{game}/actions", action, key=key)
            assert "version" in answer, answer
            repeated = again.call("POST", f"/v1/games/{game}/actions", action, key=key)
            assert without_time(repeated) == without_time(answer)
            player.answered[key] = (game, answer)
        for game in {game for game, _ in player.answered.values()}:
            events = list(all_events(again, game))
            assert [event["version"] for event in events] == list(range(1, len(events) + 1))
            digests = {event["version"]: event["digest"] for event in events}
            versions = [
                (event["version"], event["digest"])
                for key, (of, answer) in player.answered.items()
                if of == game
                for event in answer["events"]
            ]
            done_twice += len(versions) - len(set(versions))
            assert all(digests[version] == digest for version, digest in versions), (
                "every answered command is in the log"
            )
    assert done_twice == 0
