"""Timeouts over HTTP.

An unavailable database gives a 503 with a retry time, a request body that does not arrive a 408.
"""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPResponse
from time import monotonic
from typing import Any

import psycopg
import pytest

from api.app import create_app
from api.http.request_body import BODY_SECONDS
from infra.commands import handler
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from infra.postgres.connection_watchdog import WATCHDOG
from infra.postgres.urls import owner_url
from infra.settings import Settings
from prove.harness.application import Caller, House
from tests.api.conftest import refused
from tests.api.server.serving import Server


@pytest.fixture
def short_timeouts(settings: Settings) -> Iterator[Caller]:
    """A client without a token at a server whose statements may take one second."""
    before = WATCHDOG.seconds
    with open_pool(replace(settings, statement_seconds=1, pool_size=2)) as pool:
        yield Caller(create_app(pool, GameService(pool)))
    WATCHDOG.seconds = before


def test_a_statement_timeout_is_a_503_with_a_retry_time(short_timeouts: Caller, settings: Settings) -> None:
    with psycopg.connect(owner_url(settings)) as owner:
        owner.execute("LOCK TABLE dobon.players IN ACCESS EXCLUSIVE MODE")
        began = monotonic()
        for path, body in (("/v1/players", {"name": "Aoi"}), ("/v1/players/me", None)):
            answer = short_timeouts.call(
                "GET" if body is None else "POST", path, json=body, headers={"Authorization": "Bearer dbn_" + "x" * 43}
            )
            refused(answer, 503, "unavailable")
            assert int(answer.headers["Retry-After"]) >= 1
        assert monotonic() - began < 30
        owner.rollback()
    assert short_timeouts.post("/v1/players", {"name": "Aoi"}).status_code == 201


def test_a_busy_game_is_answered_with_a_retry_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.table()
    monkeypatch.setattr(handler, "QUEUE_SECONDS", 0.1)
    held = house.tables._repository.cached(table.id)
    with held.lock:
        answer = table.turn.act(table.id, "draw")
    refused(answer, 503, "busy")
    assert answer.headers["Retry-After"] == "1"


def raw(server: Server, *parts: bytes) -> tuple[int, dict[str, str], Any, float]:
    """Send these bytes and nothing more; return status, headers, body and seconds of the answer."""
    began = monotonic()
    with socket.create_connection(("127.0.0.1", server.port), 20) as connection:
        for part in parts:
            connection.sendall(part)
        response = HTTPResponse(connection)
        response.begin()
        text = response.read()
        return response.status, dict(response.getheaders()), json.loads(text) if text else None, monotonic() - began


HEAD = b"POST /v1/players HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"


@pytest.mark.slow
def test_a_body_that_never_arrives_is_answered_with_408(served: Server) -> None:
    missing = (
        b"Content-Length: 100\r\n\r\n",
        b'Content-Length: 100\r\n\r\n{"name":',
        b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"nam\r\n',
    )
    with ThreadPoolExecutor(len(missing)) as clients:
        answers = [*clients.map(lambda rest: raw(served, HEAD + rest), missing)]
    for rest, (status, headers, body, seconds) in zip(missing, answers, strict=True):
        assert (status, body["code"]) == (408, "body-too-slow"), rest
        assert headers["connection"] == "close", rest
        assert BODY_SECONDS <= seconds < BODY_SECONDS + 10, rest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x00\x01\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: a\r\n" * 200 + b"\r\n", 431),
        (HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", 400),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n", 400),
        (HEAD + b"Content-Length: 20000\r\n\r\n" + b"x" * 20000, 413),
    ],
)
def test_bad_framing_is_refused_at_once(served: Server, sent: bytes, status: int) -> None:
    answered, _, body, seconds = raw(served, sent)
    assert answered == status
    assert seconds < 10
    assert body is None or body["status"] == status, (
        "a request that does not reach the program is answered without a body"
    )
