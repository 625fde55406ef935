"""The server of a worker: on a port, in a thread of the test."""

import gc
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from http.client import HTTPResponse
from threading import Event
from typing import Any

import pytest

from api.app import create_app
from api.http.exchange import EXCHANGE
from api.server.asgi import Application
from api.server.worker import spare_collector
from api.server.wsgi import create_configured_app
from api.streaming.gauges import process_gauges
from api.streaming.hub import update_hub
from infra.commands.service import GameService
from infra.settings import Settings
from prove.harness.application import Caller, House
from tests.api.server.edge import PATIENCE, serving, until
from tests.api.streaming.sse import Message, messages, read_events


@contextmanager
def reading(port: int, caller: Caller, path: str) -> Iterator[Iterator[Message]]:
    """Yield the messages that arrive over a separate socket."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        ask(connection, caller, path)
        yield messages(pieces(connection))
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # a reader of its file would keep the socket open


def ask(connection: socket.socket, caller: Caller, path: str) -> None:
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {caller.token}\r\n\r\n"
    connection.sendall(head.encode())


def pieces(connection: socket.socket) -> Iterator[bytes]:
    """Yield the chunks of an answer's body, to its end."""
    with connection.makefile("rb") as file:
        assert file.readline() == b"HTTP/1.1 200 OK\r\n"
        while file.readline() != b"\r\n":
            pass
        while size := int(file.readline(), 16):
            yield file.read(size)
            file.readline()


@pytest.fixture
def process(house: House) -> Iterator[tuple[House, int, Callable[[], None]]]:
    """Another process than that of the commands, its port, and a function that stops it."""
    app = create_app(house.pool, GameService(house.pool, now=lambda: house.time.now), streams=100)
    updates = update_hub(app)
    with serving(Application.of(app), updates.close) as (port, stop):
        yield House(app, house.tables, house.pool, house.time), port, stop


def test_a_commit_of_one_process_is_streamed_by_another(
    house: House, process: tuple[House, int, Callable[[], None]]
) -> None:
    there, port, _ = process
    table = house.table(listed=True)
    with reading(port, table.people[0], f"{table.path}/stream") as found:
        seen = read_events(found, table.log()[0])
        for _ in range(10):
            after = table.log()[0]
            table.turn.act(table.id, "draw")
            seen += read_events(found, table.log()[0] - after)
    assert seen == table.people[0].get(f"{table.path}/events?limit=500").json["events"]
    until(lambda: update_hub(there.app).subscriptions.open == 0)


def test_a_finished_game_is_streamed_to_its_end(house: House, process: tuple[House, int, Callable[[], None]]) -> None:
    table = house.old()
    with reading(process[1], table.people[0], f"{table.path}/stream") as found:
        assert read_events(found) == table.people[0].get(f"{table.path}/events?limit=500").json["events"]


def test_a_process_that_stops_ends_its_streams_at_once(
    house: House, process: tuple[House, int, Callable[[], None]]
) -> None:
    _, port, stop = process
    table = house.table(listed=True)
    with reading(port, table.people[0], f"{table.path}/stream") as one, reading(port, table.people[1], f"{table.path}/stream") as two:  # fmt: skip
        read_events(one, table.log()[0])
        read_events(two, table.log()[0])
        began = time.monotonic()
        stop()
        assert time.monotonic() - began < 30
        assert [next(found) for found in (one, two)] == [("end", str(table.log()[0]), {"reason": "stopping"})] * 2


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        ("GET /v1/games/x/stream HTTP/1.1", 401, "unauthorized"),
        ("GET /v1/nothing HTTP/1.1", 404, "not-found"),
        ("GET /v1/caf%C3%A9 HTTP/1.1", 404, "not-found"),
        ("POST /v1/players HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 3", 400, "malformed-json"),
        ("POST /v1/players HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 3", 415, "unsupported-media-type"),
    ],
)
def test_requests_are_answered_as_under_wsgi(
    process: tuple[House, int, Callable[[], None]], head: str, status: int, code: str
) -> None:
    with socket.create_connection(("127.0.0.1", process[1]), PATIENCE) as connection:
        connection.sendall(f"{head}\r\nHost: x\r\nConnection: close\r\n\r\n{{x}}".encode())
        with connection.makefile("rb") as file:
            answer = file.read()
    first, _, rest = answer.partition(b"\r\n")
    assert first.split()[1] == str(status).encode()
    assert json.loads(rest.partition(b"\r\n\r\n")[2])["code"] == code


def test_a_body_that_never_arrives_is_answered(process: tuple[House, int, Callable[[], None]]) -> None:
    head = "POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with ExitStack() as stack:
        connections = [
            stack.enter_context(socket.create_connection(("127.0.0.1", process[1]), PATIENCE)) for _ in range(2)
        ]
        rests = ("Content-Length: 100\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")
        for connection, rest in zip(connections, rests, strict=True):
            connection.sendall(f"{head}{rest}".encode())
        for connection in connections:
            answer = HTTPResponse(connection)
            answer.begin()
            assert (answer.status, json.loads(answer.read())["code"]) == (408, "body-too-slow")


def test_a_chunked_body_is_read_completely(process: tuple[House, int, Callable[[], None]]) -> None:
    chunks = b'6\r\n{"name\r\n8\r\n":"Aoi"}\r\n0\r\n\r\n'
    head = (
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", process[1]), PATIENCE) as connection:
        connection.sendall(head + chunks)
        answer = HTTPResponse(connection)
        answer.begin()
        assert (answer.status, json.loads(answer.read())["name"]) == (201, "Aoi")


def test_settings_of_the_server_apply_to_each_process(house: House, settings: Settings) -> None:
    given = replace(settings, rates="address=off account=2/minute", metrics="open")
    app = create_configured_app(given, house.pool, house.tables)
    there = House(app, house.tables, house.pool, house.time)
    aoi = there.player()
    assert [aoi.get("/v1/players/me").status_code for _ in range(3)] == [200, 200, 429]
    far = {"X-Forwarded-For": "192.0.2.7"}
    assert app.test_client().get("/metrics", headers=far).status_code == 200
    process_gauges(app).stop()


def test_what_lives_as_long_as_the_process_is_not_visited_by_the_collector() -> None:
    try:
        spare_collector()
        assert len(gc.get_objects(generation=2)) < gc.get_freeze_count() / 10
    finally:
        gc.unfreeze()


class Endless:
    """A stream that always has another event."""

    ended = False
    taken = 0

    def next_chunk(self) -> bytes:
        self.taken += 1
        return b":" + b"x" * 65_536 + b"\n\n"


def test_a_reader_that_is_too_slow_is_dropped(house: House) -> None:
    endless, dropped = Endless(), Event()

    def wsgi(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        environ[EXCHANGE].streams.append(endless)
        environ[EXCHANGE].endings.append(dropped.set)
        start("200 OK", [("Content-Type", "text/event-stream")])
        return []

    application = Application(wsgi, send_seconds=0.2)
    with serving(application) as (port, _), socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        ask(connection, house.nobody, "/")
        assert dropped.wait(PATIENCE)
        taken = endless.taken
        assert taken < 1_000, "it was read only as far as the buffers of two sockets hold"
        size = 0
        with suppress(ConnectionError):
            while piece := connection.recv(1 << 20):
                size += len(piece)
        assert endless.taken == taken
        assert size < (taken + 1) * 66_000, "the connection is closed"


def test_a_client_that_leaves_before_its_answer_causes_no_error(
    process: tuple[House, int, Callable[[], None]], caplog: pytest.LogCaptureFixture
) -> None:
    port = process[1]
    for _ in range(50):
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
            connection.sendall(b"GET /v1/rulesets HTTP/1.1\r\nHost: x\r\n\r\n" * 3)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65_536):
                pass
    assert [record.getMessage() for record in caplog.records if record.name == "uvicorn.error"] == []
