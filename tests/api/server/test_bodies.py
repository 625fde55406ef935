"""Bodies of requests: who may send one is decided from the head, and the application runs once."""

import json
import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPResponse
from typing import Any

import pytest

from api.app import create_app
from api.dependencies import dependencies
from api.middleware.rate_limit import RateLimiter
from api.server.asgi import Application
from infra.accounts import accounts, suspensions
from infra.accounts.account_cache import AccountCache
from infra.accounts.accounts import Account
from infra.commands.service import GameService
from infra.postgres.pool import Pool
from infra.postgres.retry import Unavailable
from prove.harness.application import Caller, House
from tests.api.server.edge import connect, serving

GAME = {"ruleset": "dobon-sato", "seats": 2}

EXPECT = "Expect: 100-continue\r\n"
"""The client waits for the server before it sends the body."""


class Accounts(AccountCache):
    """A cache that counts the tokens that it looks up in the database."""

    looked_up = 0
    fails = False

    def account_of_hash(self, digest: bytes) -> Account | None:
        self.looked_up += 1
        if self.fails:
            raise Unavailable("down")
        return super().account_of_hash(digest)


@dataclass
class Process:
    """A server process, and how often its application has run."""

    accounts: Accounts
    port: int = 0
    runs: list[str] = field(default_factory=list)

    def open(self, line: str, token: str | None, size: int, more: str = "") -> socket.socket:
        """Return a connection that has sent the head of a request."""
        connection = connect(self.port)
        authorization = f"Authorization: Bearer {token}\r\n" if token else ""
        connection.sendall(
            f"{line} HTTP/1.1\r\nHost: x\r\n{authorization}Content-Type: application/json\r\n"
            f"Content-Length: {size}\r\n{more}\r\n".encode()
        )
        return connection

    def ask(self, line: str, token: str | None, body: Any) -> tuple[int, str, HTTPResponse]:
        """Return status, problem code and answer of a request."""
        sent = json.dumps(body).encode()
        with self.open(line, token, len(sent)) as connection:
            connection.sendall(sent)
            return read(connection)


def read(connection: socket.socket) -> tuple[int, str, HTTPResponse]:
    answer = HTTPResponse(connection)
    answer.begin()
    text = answer.read()
    return answer.status, json.loads(text).get("code", "") if text else "", answer


@pytest.fixture
def process(house: House) -> Iterator[Process]:
    cache = Accounts(house.pool)
    limiter = RateLimiter("account=50/minute calls=50/minute")
    app = create_app(house.pool, GameService(house.pool, now=lambda: house.time.now), limiter=limiter, accounts=cache)
    found = Process(cache)
    inner = app.wsgi_app

    def counted(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        found.runs.append(environ["PATH_INFO"])
        return inner(environ, start)

    app.wsgi_app = counted  # type: ignore[method-assign,assignment]
    with serving(Application.of(app)) as (found.port, _):
        yield found
    dependencies(app).accounts.close()


def suspend(pool: Pool, caller: Caller) -> None:
    suspensions.suspend(pool, accounts.create_admin(pool, "Root")[0], caller.id, "test")


def test_the_application_runs_once_for_a_token_that_its_process_does_not_know(house: House, process: Process) -> None:
    me = house.player()
    for number in (1, 2):
        status, _, answer = process.ask("POST /v1/games", me.token, GAME)
        assert (status, len(process.runs)) == (201, number)
        assert (answer.headers["RateLimit"] or "").startswith(f'"account";r={50 - number};'), "charged once"
        assert process.accounts.looked_up == 1
        assert "close" not in (answer.headers["Connection"] or "")


@pytest.mark.parametrize(
    ("line", "who", "status", "code"),
    [
        ("POST /v1/games", "nobody", 401, "unauthorized"),
        ("POST /v1/games", "unknown", 401, "unauthorized"),
        ("POST /v1/games", "suspended", 403, "suspended"),
        ("POST /v1/games/00000000-0000-4000-8000-000000000001/actions", "unknown", 401, "unauthorized"),
        ("POST /v1/admin/players/00000000-0000-4000-8000-000000000001/suspension", "player", 403, "admin-only"),
        ("POST /v1/rulesets", "player", 405, "method-not-allowed"),
        ("POST /v1/nothing", "player", 404, "not-found"),
        ("GET /v1/players/me", "player", 200, ""),
    ],
)
def test_a_body_is_awaited_only_where_the_route_lets_the_client_send_one(
    house: House, process: Process, line: str, who: str, status: int, code: str
) -> None:
    """A server that awaits a body asks the client to continue."""
    me = house.player()
    if who == "suspended":
        suspend(house.pool, me)
    token = {"nobody": None, "unknown": "dbn_" + "x" * 43}.get(who, me.token)
    for _ in range(2):  # the second time the process knows the account
        process.runs.clear()
        before = process.accounts.looked_up
        with process.open(line, token, 20, EXPECT) as connection:
            assert connection.recv(12, socket.MSG_PEEK) == b"HTTP/1.1 %d" % status, "the body is not awaited"
            found, problem, answer = read(connection)
        assert (found, problem, len(process.runs)) == (status, code, 1)
        assert answer.headers["Connection"] == "close"
        assert process.accounts.looked_up - before <= 1


def test_a_right_that_ends_while_a_body_arrives_is_refused(house: House, process: Process) -> None:
    me = house.player()
    body = json.dumps(GAME).encode()
    with process.open("POST /v1/games", me.token, len(body), EXPECT) as connection:
        assert connection.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n", "the body is awaited"
        suspend(house.pool, me)
        process.accounts.poll()
        connection.sendall(body)
        assert read(connection)[:2] == (403, "suspended")


def test_without_a_database_the_token_of_a_body_is_looked_up_once(house: House, process: Process) -> None:
    me = house.player()
    process.accounts.fails = True
    assert process.ask("POST /v1/games", me.token, GAME)[:2] == (503, "unavailable")
    assert process.accounts.looked_up == len(process.runs) == 1
