"""A client that plays: each command has its own key and is repeated until it is answered; answers are recorded."""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any

from domain.game.registry import RULESETS
from domain.running.self_play import at_once
from prove.harness.views import actions_of

GIVE_UP_SECONDS = 120
"""Time in s after which a command counts as never answered."""

DRAWS = 38
"""Draws in a game of two before the next game begins."""

Body = dict[str, Any]


class NeverAnswered(Exception):
    """A command was repeated for too long."""


class AccountLost(Exception):
    """The account that a client created is unknown."""


@dataclass(frozen=True, slots=True)
class AnsweredCommand:
    """The answer to a command."""

    game: str
    account: str
    key: str
    version: int
    head: str
    events: dict[int, str]
    "Digests by version."
    at: float
    "When it was answered, as seconds since 1970."


@dataclass
class Account:
    """An account with its token."""

    id: str
    token: str


@dataclass
class Client:
    """One client: it opens games and acts in them, for one account against bots, or for two in turn."""

    port: int
    name: str
    chance: Random
    enough: threading.Event
    on_answer: Callable[[], None]
    "Called after each answered command."
    give_up_after: float = GIVE_UP_SECONDS
    pause: float = 0.0
    "Seconds before each request, so that others have processor time."
    answered: list[AnsweredCommand] = field(default_factory=list)
    refused: list[tuple[str, str, str, str]] = field(default_factory=list)
    "Game, account, key and code of commands that were refused."
    repeated: int = 0
    failures: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.connection = HTTPConnection("127.0.0.1", self.port, timeout=15)
        self.keys = 0
        self.began = 0.0
        "When the last attempt of a request began, by the monotonic clock."

    def run(self) -> None:
        """Play until the event `enough` is set."""
        try:
            accounts = [self.create_account(), self.create_account()]
            while not self.enough.is_set():
                if self.chance.random() < 0.6:
                    self.play_two(accounts)
                else:
                    self.play_bots(accounts[0])
        except (NeverAnswered, AccountLost) as failure:
            self.failures.append(str(failure))
        except (LookupError, TypeError) as failure:
            self.failures.append(f"{self.name} received an answer with an unexpected form: {failure!r}")
        finally:
            self.connection.close()

    # Requests

    def request(self, method: str, path: str, body: Body | None, token: str, key: str = "") -> tuple[int, Body]:
        """Return status and body of the answer, after as many repetitions as needed."""
        time.sleep(self.pause)
        began = time.monotonic()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        headers |= {"Idempotency-Key": key} if key else {}
        while time.monotonic() < began + self.give_up_after:  # a run that has failed sets it to 0
            self.began = time.monotonic()
            try:
                self.connection.request(method, path, None if body is None else json.dumps(body), headers)
                with self.connection.getresponse() as response:
                    data = response.read()
                # A busy game and an unavailable database are temporary, and so is a client that was too slow.
                if response.status not in (408, 429, 503):
                    return response.status, json.loads(data)
            except (OSError, HTTPException, ValueError):
                self.connection.close()
            self.repeated += 1
            time.sleep(self.chance.random() * 0.1)
        raise NeverAnswered(f"{method} {path} with key {key} was not answered in {self.give_up_after} s")

    def create_account(self) -> Account:
        """Create an account."""
        _, made = self.request("POST", "/v1/players", {"name": self.name}, "")
        return Account(made["id"], made["token"])

    def command(self, path: str, body: Body, account: Account, game: str = "") -> Body | None:
        """Return the answer to a command, or None if it was refused."""
        self.keys += 1
        key = f"{self.name}-{self.keys}"
        status, answer = self.request("POST", path, body, account.token, key)
        if status == 401:
            raise AccountLost(f"the account of {self.name} was created, but is unknown")
        if status >= 400:
            self.refused.append((game, account.id, key, answer.get("code", str(status))))
            if status >= 500:
                self.failures.append(f"POST {path} with key {key} was answered with {status}")
            return None
        events = {event["version"]: event["digest"] for event in answer.get("events", ())}
        self.answered.append(
            AnsweredCommand(
                game or answer["id"], account.id, key, answer["version"], answer["head"], events, time.time()
            )
        )
        self.on_answer()
        return answer

    def view(self, game: str, account: Account) -> Body:
        """Return the account's view of a game."""
        return self.request("GET", f"/v1/games/{game}/view", None, account.token)[1]

    # Playing

    def open_game(self, ruleset: str, accounts: list[Account], bots: int) -> str:
        """Return the id of a new game with all seats taken, or an empty string if that failed."""
        asked = {
            "ruleset": ruleset, "seats": len(accounts) + bots, "bots": ["novice"] * bots, "options": at_once(ruleset), "listed": True,
        }  # fmt: skip
        made = self.command("/v1/games", asked, accounts[0])
        if made is None:
            return ""
        game: str = made["id"]
        seated = [self.command(f"/v1/games/{game}/seats", {}, account, game) for account in accounts[1:]]
        return game if all(seated) else ""

    def play_two(self, accounts: list[Account]) -> None:
        """Play a game in which two accounts draw in turn."""
        game = self.open_game("dobon-sato", accounts, 0)
        turn = self.view(game, accounts[0])["round"]["turn"] if game else 0
        for _ in range(DRAWS if game else 0):
            answer = self.command(f"/v1/games/{game}/actions", {"type": "draw"}, accounts[turn], game)
            if answer is None or self.enough.is_set():
                return
            turn = answer["view"]["round"]["turn"]

    def play_bots(self, account: Account) -> None:
        """Play a game of any ruleset with random allowed actions."""
        game = self.open_game(self.chance.choice(list(RULESETS)), [account], 2)
        view = self.view(game, account) if game else {}
        refusals = 0
        while view.get("actions") and refusals < 5 and not self.enough.is_set():
            calm = [action for action in actions_of(view) if action["type"] not in ("dobon", "doubt")]
            action = self.chance.choice(calm if calm and self.chance.random() < 0.95 else actions_of(view))
            answer = self.command(f"/v1/games/{game}/actions", action, account, game)
            refusals = refusals + 1 if answer is None else 0
            view = self.view(game, account) if answer is None else answer["view"]
