"""The output of served processes, searched for all that it must not hold.

These are cards, names, tokens, links, bodies and keys.
"""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from api.cli.serve import WELCOME
from domain.game.registry import RULESETS
from domain.log.chance import HashChain
from domain.running.self_play import at_once
from infra.postgres.urls import cluster
from infra.settings import Settings
from prove.harness.application import QUICK
from prove.harness.environment import environment_of
from prove.harness.views import actions_of
from tests.api.server.serving import Server, until
from tests.conftest import new_directory, remove

pytestmark = pytest.mark.slow

CANARY = "Kanariya"
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[SCHD](?:1[0-3]|[1-9])|X[12]|\?\?)(?![A-Za-z0-9])")
TOKEN = re.compile(r"dbn(?:adm)?_")
ROUTE = re.compile(r"none|/(?:[a-z0-9_.]+|\{[a-z_]+\})(?:/(?:[a-z0-9_.]+|\{[a-z_]+\}))*")
FIELDS = {"at", "level", "process", "event", "request", "method", "route", "status", "ms", "account", "game"}
ACTIONS = 60
"""Commands for each game before the client leaves it; most games are over by then."""


@pytest.fixture(scope="module")
def directory() -> Iterator[Path]:
    made = new_directory()
    yield made
    remove(made)


@pytest.fixture
def server(directory: Path, free_port: int) -> Iterator[Server]:
    """A server of two workers that writes all output to `said`."""
    command = [
        sys.executable,
        "-m",
        "api.cli",
        "serve",
        "--port",
        str(free_port),
        "--workers",
        "2",
        "--data-dir",
        str(directory),
    ]
    with (directory / "said").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment_of({}), text=True)
    yield Server(directory, free_port, process)
    if process.poll() is None:
        process.terminate()
        process.wait(60)


class Client:
    """A client with recognizable name, anchor, keys and headers, which sees cards."""

    def __init__(self, server: Server, number: int) -> None:
        self.server = server
        self.chain = HashChain(sha256(f"{CANARY}-{number}".encode()).digest(), 20)
        self.secrets: set[str] = set()
        self.cards: set[str] = set()
        made = self.ask("POST", "/v1/players", {"name": f"{CANARY}-name-{number}"})
        self.token: str = made["token"]
        self.id: str = made["id"]

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        sent = {"Content-Type": "application/json", **headers}
        if hasattr(self, "token"):
            sent["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else body if isinstance(body, str) else json.dumps(body)

        def once() -> Any:
            with closing(HTTPConnection("127.0.0.1", self.server.port, timeout=20)) as connection:
                connection.request(method, path, data, sent)
                text = connection.getresponse().read().decode()
            self.cards |= set(CARD.findall(text))
            return {"status": 204} if not text else json.loads(text) if text[0] == "{" else {"text": text}

        return until(once)

    def play(self, ruleset: str) -> str:
        """Play a game against two bots and read every route of it."""
        options = {**at_once(ruleset), **QUICK.get(ruleset, {})}
        opening = {"ruleset": ruleset, "seats": 3, "bots": ["novice", "careful"], "options": options}
        key = {"Idempotency-Key": f"{CANARY}-key-{ruleset}"}
        game: str = self.ask("POST", "/v1/games", {**opening, "anchor": self.chain.anchor}, **key)["id"]
        path = f"/v1/games/{game}"
        for number in range(ACTIONS):
            view = self.ask("GET", f"{path}/view")
            if not actions_of(view):
                break
            action = actions_of(view)[-1 - number % 2 if len(actions_of(view)) > 1 else 0]
            if action["type"] == "ready":
                action["link"] = self.chain.link(view["next_round"]["number"]).hex()
            self.ask("POST", f"{path}/actions", action, **{"Idempotency-Key": f"{CANARY}-{number}"})
            self.ask("POST", f"{path}/actions", {"type": "play", "cards": ["X1", "S1"]})
        for read in ("/events?limit=200", "/rounds/1/review", "/claims", "/fairness", "/rounds"):
            self.ask("GET", path + read)
        return game

    def err(self, game: str) -> None:
        """Make every kind of failing request, with something recognizable in it."""
        path = f"/v1/games/{game}/actions"
        for body in (
            "{",
            f'{{"{CANARY}": 1}}',
            f'{{"type": "{CANARY}"}}',
            '{"type":"play","cards":["S5","Q9"]}',
            CANARY * 3000,
        ):
            self.ask("POST", path, body)
        self.ask("POST", path, {"type": "draw"}, **{"If-Match": f'"{CANARY}"', "X-Request-Id": f"{CANARY}-S7"})
        for odd in (
            f"/v1/games/{CANARY}-S7/view",
            f"/v1/{CANARY}/S7",
            f"/v1/games?cursor={CANARY}",
            "/v1/games/S7/view?at=H9",
        ):
            self.ask("GET", odd)
        self.ask(f"{CANARY.upper()}", "/healthz")
        self.ask("GET", "/healthz", **{"User-Agent": f"{CANARY}-agent", "Referer": f"http://{CANARY}/S7"})


def forbidden(clients: list[Client]) -> re.Pattern[str]:
    tokens = [re.escape(client.token) for client in clients] + [re.escape(client.id) for client in clients]
    return re.compile("|".join([CANARY, CANARY.upper(), "Aoi", *tokens, TOKEN.pattern, CARD.pattern]))


def test_the_log_holds_no_card_name_token_or_body(server: Server, directory: Path) -> None:
    clients = [Client(server, number) for number in range(3)]
    games = [clients[number % 3].play(ruleset) for number, ruleset in enumerate(RULESETS)]
    for client in clients:
        client.err(games[0])
    assert len(set().union(*(client.cards for client in clients))) >= 53, "every card of a deck was seen by some client"
    pid = cluster(Settings(data_dir=directory)).pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    clients[0].ask("GET", "/v1/players/me")
    until(server.workers)[0].kill()
    # The metrics are unavailable until Postgres has recovered.
    metrics = until(lambda: clients[0].ask("GET", "/metrics").get("text"))
    assert server.stop() == 0

    said = (directory / "said").read_text()
    postgres = "".join(path.read_text(errors="replace") for path in directory.rglob("postgres.log"))
    assert postgres
    said = without_welcome(said, server.port)
    search = forbidden(clients)
    for name, text in (("log", said), ("metrics", metrics), ("postgres", postgres)):
        found = search.search(text)
        assert found is None, (name, text[max(0, found.start() - 200) : found.end() + 100])

    lines = [json.loads(line) for line in said.splitlines() if line]
    requests = [line for line in lines if line.get("event") == "request"]
    assert len(requests) > 300
    assert all(set(line) == FIELDS for line in requests)
    assert all(ROUTE.fullmatch(line["route"]) for line in requests)
    assert {line["game"] for line in requests} == {*games, None}
    assert len({line["account"] for line in requests}) == 4, "three accounts, and requests without a token"
    assert {line["level"] for line in lines} <= {"info", "warning", "error"}
    assert 'dobon_requests_total{method="POST",route="/v1/games/{game}/actions",status="200"}' in metrics
    assert 'dobon_games{status="finished"}' in metrics


def without_welcome(said: str, port: int) -> str:
    """Return the output without the greeting, which shows a sample call with a name and a token's place."""
    url = f"http://127.0.0.1:{port}"
    rest = said.replace(WELCOME.format(url=url), "", 1)
    assert rest != said
    rest = rest.replace("\n\n", "\n")
    assert [line for line in rest.splitlines() if line and not line.startswith("{")] == [], "all other lines are JSON"
    return rest


def test_the_search_finds_planted_secrets() -> None:
    for planted in ("S12", 'a card "H7" of', "X1", "dbn_abc", "dbnadm_x", f"{CANARY}-key-3", "Kanariya-name"):
        assert re.search(f"{CANARY}|{TOKEN.pattern}|{CARD.pattern}", planted)
    for harmless in ("5d12c1e", "b0c1-4d1", "0b1f5c1e-7a52-4a3e-9a53-6f1f2f0a8a11", "SHA256", 'le="0.01"'):
        assert not re.search(f"{CANARY}|{TOKEN.pattern}|{CARD.pattern}", harmless)
