"""The server under attack, as an attacker's requests see it."""

import json
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count
from random import Random
from typing import Any

from domain.running.self_play import at_once
from prove.harness.receiving import Arrivals
from prove.harness.server import RunningServer
from prove.harness.shifted_clock import ShiftedClock
from prove.report import Run

LATE_SECONDS = 2.0
"""Allowance for a busy machine, beyond each limit."""

Answer = tuple[int, dict[str, Any]]


@dataclass(slots=True)
class Target:
    """The server under attack."""

    server: RunningServer
    run: Run
    chance: Random
    damaged: str
    "The id of a game with a damaged page."
    arrivals: Arrivals
    "The requests at the receivers of notifications."
    clock: ShiftedClock
    "The system's clock of the server."
    began: float = field(default_factory=time.monotonic)
    "When the server had started, as a time of `monotonic`."
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def port(self) -> int:
        """The port of the server."""
        return self.server.port

    def seconds(self, full: float, least: float) -> float:
        """Return the duration of an attack in this run."""
        return max(least, full * min(1.0, self.run.share * 10))

    def ask(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> Answer:
        """Return status and answer of a request of the attacker."""
        sent = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            with connection.getresponse() as response:
                text = response.read()
        return response.status, json.loads(text) if text.startswith(b"{") else {}

    def unique(self) -> int:
        """Return a number that was not returned before."""
        return next(self._numbers)

    def player(self) -> tuple[str, str]:
        """Return id and token of a new account."""
        _, made = self.ask("POST", "/v1/players", {"name": f"attacker {self.unique()}"})
        return made["id"], made["token"]

    def game(self, token: str, **wanted: Any) -> str:
        """Return the id of a new game that waits for this account."""
        body = {"ruleset": "dobon-sato", "seats": 2, "bots": ["novice"], "options": at_once("dobon-sato")} | wanted
        status, made = self.ask("POST", "/v1/games", body, token)
        if status != 201:
            raise RuntimeError(f"a game could not be opened: {status} {made}")
        return str(made["id"])
