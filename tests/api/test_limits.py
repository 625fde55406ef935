"""Over HTTP nothing hangs: a database that is not to be had is a 503 that says when to come again, a body that does not come a 408."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http.client import HTTPResponse
from threading import Event
from time import monotonic
from typing import Any

import psycopg
import pytest

from api.app import create_app
from api.patience import SECONDS, Readers, TooMany, TooSlow
from infra import referee
from infra.database import open_pool, owner_url
from infra.settings import Settings
from infra.table import Tables
from infra.watchdog import WATCHDOG
from tests.api.conftest import Caller, House, refused
from tests.api.serving import Server


@pytest.fixture
def hasty(settings: Settings) -> Iterator[Caller]:
    """Nobody, at a server whose statements may take a second."""
    before = WATCHDOG.seconds
    with open_pool(replace(settings, statement_seconds=1, pool_size=2)) as pool:
        yield Caller(create_app(pool, Tables(pool)))
    WATCHDOG.seconds = before


def test_a_database_that_keeps_somebody_waiting_is_a_503_that_says_when_to_come_again(
    hasty: Caller, settings: Settings
) -> None:
    with psycopg.connect(owner_url(settings)) as owner:
        owner.execute("LOCK TABLE dobon.players IN ACCESS EXCLUSIVE MODE")
        began = monotonic()
        for path, body in (("/v1/players", {"name": "Aoi"}), ("/v1/players/me", None)):
            answer = hasty.call(
                "GET" if body is None else "POST", path, json=body, headers={"Authorization": "Bearer dbn_" + "x" * 43}
            )
            refused(answer, 503, "unavailable")
            assert int(answer.headers["Retry-After"]) >= 1
        assert monotonic() - began < 10
        owner.rollback()
    assert hasty.post("/v1/players", {"name": "Aoi"}).status_code == 201


def test_busy_says_when_to_come_again_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.table()
    monkeypatch.setattr(referee, "QUEUE_SECONDS", 0.1)
    held = house.tables._views.held(table.id)
    with held.lock:
        answer = table.turn.act(table.id, "draw")
    refused(answer, 503, "busy")
    assert answer.headers["Retry-After"] == "1"


class Slow:
    """A body that comes when it is let."""

    def __init__(self) -> None:
        self.comes = Event()

    def read(self, size: int, /) -> bytes:
        self.comes.wait()
        return b"{}"[:size]


class There:
    """A body that is there."""

    def read(self, size: int, /) -> bytes:
        return b"{}"[:size]


class Broken:
    """A body that cannot be read."""

    def read(self, size: int, /) -> bytes:
        raise OSError(f"not {size} bytes of it")


def test_a_body_is_waited_for_so_long_and_no_longer() -> None:
    readers, slow = Readers(seconds=0.05, most=2), Slow()
    assert readers.read(There(), 10) == b"{}"
    for _ in range(2):
        with pytest.raises(TooSlow):
            readers.read(slow, 10)
    with pytest.raises(TooMany):
        readers.read(There(), 10)
    slow.comes.set()
    while readers.lost:
        pass
    assert readers.read(There(), 1) == b"{"
    with pytest.raises(OSError, match="not 5 bytes"):
        readers.read(Broken(), 5)
    assert len(readers.idle) == 1, "and is used again"


def test_bodies_of_many_threads_are_not_mixed_up() -> None:
    readers = Readers()

    class Own(There):
        def __init__(self, number: int) -> None:
            self.number = number

        def read(self, _: int, /) -> bytes:
            return str(self.number).encode()

    with ThreadPoolExecutor(16) as threads:
        assert list(threads.map(lambda n: readers.read(Own(n), 9), range(2000))) == [
            str(n).encode() for n in range(2000)
        ]
    assert len(readers.idle) <= 16


def raw(server: Server, *parts: bytes) -> tuple[int, dict[str, str], Any, float]:
    """Status, headers, body and seconds of an answer to these bytes, after which nothing is sent."""
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
def test_a_body_that_does_not_come_is_answered(served: Server) -> None:
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
        assert SECONDS <= seconds < SECONDS + 1, rest


@pytest.mark.slow
def test_many_slow_bodies_keep_nobody_from_being_served(served: Server) -> None:
    slow = []
    for _ in range(150):
        connection = socket.create_connection(("127.0.0.1", served.port), 20)
        connection.sendall(HEAD + b"Content-Length: 100\r\n\r\n{")
        slow.append(connection)
    try:
        began = monotonic()
        answer = served.call("POST", "/v1/players", {"name": "Aoi"})
        assert answer["name"] == "Aoi"
        assert monotonic() - began < 10
    finally:
        for connection in slow:
            connection.close()
    assert served.call("POST", "/v1/players", {"name": "Ren"})["name"] == "Ren"


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
    assert seconds < 2
    assert body is None or body["status"] == status, "what does not get as far as the program is answered without words"
