"""Connections that are silent, slow or too many."""

import re
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import Any, cast

import pytest

from api.http.request_body import BODY_SECONDS
from api.server import protocol
from api.server.asgi import Application
from api.server.protocol import HEAD_SECONDS, MAX_HEAD_BYTES, Connections, Protocol
from tests.api.server.edge import connect, read_all, serving, until
from tests.api.server.serving import Server

GET = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SHORT = 0.3
"""Seconds of a shortened limit."""

BIG = 32 << 20
"""Bytes of an answer that no buffers of two sockets hold."""

UNREAD_BYTES = 64 * 1024
"""Limit of the memory that the kernel keeps for a connection whose client does not read."""

SO_MEMINFO = 55
"""Option of a socket with its memory, in 32-bit numbers (Linux, `SK_MEMINFO_VARS`)."""


answered: list[str] = []
"""The paths that were answered."""


def answer(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    """A WSGI application with a big answer at `/big`; elsewhere it answers `ok`."""
    body = b"x" * BIG if environ["PATH_INFO"] == "/big" else b"ok"
    answered.append(environ["PATH_INFO"])
    start("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def connections() -> Connections:
    return Connections(limit=20)


@pytest.fixture
def port(connections: Connections) -> Iterator[int]:
    answered.clear()
    with serving(Application(answer), connections=connections) as (port, _):
        yield port


def get(connection: socket.socket) -> bytes:
    """Send a request and return the answer."""
    connection.sendall(GET)
    found = b""
    while not found.endswith(b"ok"):
        piece = connection.recv(1024)
        assert piece, found
        found += piece
    return found


@pytest.mark.parametrize("sent", [b"", GET[:-2], b"\r\n", b"G"])
def test_a_connection_without_a_complete_head_is_closed(
    port: int, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", SHORT)
    with connect(port) as connection:
        connection.sendall(sent)
        began = monotonic()
        assert read_all(connection) == b""
        assert monotonic() - began >= SHORT / 2


def test_a_head_that_arrives_in_many_pieces_is_closed_all_the_same(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", SHORT)
    with connect(port) as connection:
        connection.settimeout(0)
        end = monotonic() + 20
        with suppress(ConnectionError):
            connection.send(GET[:-2])
            while monotonic() < end:
                connection.send(b"X: a\r\n" if int(monotonic() * 50) % 50 == 0 else b"")
                with suppress(BlockingIOError):
                    if connection.recv(1) == b"":
                        break
        assert monotonic() < end


def test_a_second_head_must_arrive_too(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", SHORT)
    with connect(port) as connection:
        for _ in range(3):
            assert get(connection).startswith(b"HTTP/1.1 200")
        connection.sendall(GET[:-2])
        assert read_all(connection) == b""


def test_an_idle_connection_is_kept_longer_than_a_head_may_take(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", SHORT)
    with connect(port) as connection:
        get(connection)
        connection.settimeout(4 * SHORT)
        with pytest.raises(TimeoutError):
            connection.recv(1)
        connection.settimeout(20)
        get(connection)


@pytest.mark.parametrize("sent", [PREFACE, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"SSH-2.0-x\r\n"])
def test_other_protocols_are_answered_at_once(port: int, sent: bytes) -> None:
    with connect(port) as connection:
        connection.sendall(sent)
        assert read_all(connection).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 101 + b"\r\n",
        b"GET / HTTP/1.1\r\nX: " + b"a" * (MAX_HEAD_BYTES + 1),
        b"GET /" + b"a" * (MAX_HEAD_BYTES + 1),
        GET[:-2] + b"X: " + b"a" * MAX_HEAD_BYTES + b"\r\n\r\n",
    ],
)
def test_a_large_head_is_refused(port: int, sent: bytes) -> None:
    with connect(port) as connection:
        connection.sendall(sent)
        assert read_all(connection).startswith(b"HTTP/1.1 431 ")


def test_junk_after_a_request_does_not_replace_its_answer(port: int) -> None:
    with connect(port) as connection:
        connection.sendall(GET + b"\x00\xff\r\n\r\n")
        assert read_all(connection).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", b"400"),
        (b"GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", b"400"),
        (b"GET / HTTP/1.0\r\n\r\n", b"200"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"200"),
    ],
)
def test_a_request_has_one_host(port: int, sent: bytes, status: bytes) -> None:
    """RFC 9112, 3.2; HTTP/1.0 knows requests without one."""
    with connect(port) as connection:
        connection.sendall(sent)
        assert read_all(connection).startswith(b"HTTP/1.1 " + status)
        assert len(answered) == (status == b"200")


def test_requests_are_answered_in_order_up_to_the_limit_of_those_that_wait(port: int) -> None:
    with connect(port) as connection:
        connection.sendall(b"".join(GET.replace(b"/ ", b"/%d " % number) for number in range(30)))
        assert read_all(connection).count(b"HTTP/1.1 200 ") == protocol.MAX_PIPELINED + 1
    assert answered == [f"/{number}" for number in range(protocol.MAX_PIPELINED + 1)]


def test_junk_in_the_body_of_a_waiting_request_does_not_answer_the_one_before_it(port: int) -> None:
    chunked = b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connect(port) as connection:
        connection.sendall(GET + chunked + b"junk\r\n")
        assert read_all(connection).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("at_once", [True, False])
def test_a_request_is_answered_after_the_answers_before_it_were_read(port: int, *, at_once: bool) -> None:
    big = GET.replace(b"/ ", b"/big ")
    with connect(port) as connection:
        connection.sendall(big + GET * at_once)
        connection.recv(1)
        connection.sendall(GET)
        with connect(port) as other:  # answered later, while the first client does not read
            assert get(other)
        assert answered == ["/big", "/"]
        size = 1
        while size < BIG:
            size += len(connection.recv(1 << 20))
        until(lambda: len(answered) == 3 + at_once)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells the memory of a socket")
def test_the_kernel_keeps_little_for_a_client_that_does_not_read(port: int, connections: Connections) -> None:
    with connect(port) as connection:
        connection.sendall(GET.replace(b"/ ", b"/big ") * 5)
        until(lambda: connections.open and memory_of(*connections.open))
        found = [memory_of(one) for one in connections.open]
    assert all(size <= UNREAD_BYTES for size in found), found


def memory_of(connection: Protocol) -> int:
    """Return how much memory the kernel keeps for what a connection has not sent yet."""
    held = connection.transport.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, SO_MEMINFO, 36)
    return int(struct.unpack("9I", held)[5])  # SK_MEMINFO_WMEM_QUEUED


@pytest.mark.skipif(sys.platform != "linux", reason="Linux has the list of sockets in a file")
def test_a_dropped_answer_leaves_nothing_in_the_kernel(
    port: int, connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "SEND_SECONDS", SHORT)
    with connect(port) as connection:
        connection.sendall(GET.replace(b"/ ", b"/big "))
        until(lambda: connections.open)
        until(lambda: not connections.open)
        client = connection.getsockname()[1]
        own = f":{port:04X} 0100007F:{client:04X} "
        assert own not in Path("/proc/net/tcp").read_text(encoding="ascii")


def test_an_answer_that_is_not_read_is_dropped(
    port: int, connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "SEND_SECONDS", SHORT)
    with connect(port) as connection:
        connection.sendall(GET.replace(b"/ ", b"/big "))
        until(lambda: connections.open)
        until(lambda: not connections.open)
        size = 0
        with suppress(ConnectionError):
            while piece := connection.recv(1 << 20):
                size += len(piece)
        assert size < BIG


def test_a_big_answer_is_read_completely(port: int) -> None:
    with connect(port) as connection:
        connection.sendall(GET.replace(b"/ ", b"/big ").replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert len(read_all(connection)) > BIG


def test_connections_over_the_limit_are_refused(port: int, connections: Connections) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(connect(port)) for _ in range(20)]
        until(lambda: len(connections.open) == 20)
        with connect(port) as more:
            refusal = read_all(more)
        assert refusal.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: " in refusal
        assert get(held[0])
        held[1].close()
        until(lambda: len(connections.open) == 19)
        with connect(port) as again:
            assert get(again)


class From:
    """A connection from an address."""

    def __init__(self, network: str | None) -> None:
        self.network = network


def test_a_network_has_a_number_of_connections_and_this_machine_has_not() -> None:
    connections = Connections(limit=100, of_network=2)

    def from_(network: str | None) -> Protocol:
        return cast("Protocol", From(network))

    first = from_("192.0.2.1")
    assert connections.admit(first)
    assert connections.admit(from_("192.0.2.1"))
    refused = from_("192.0.2.1")
    assert not connections.admit(refused)
    assert connections.admit(from_("192.0.2.2"))
    assert all(connections.admit(from_(None)) for _ in range(10))
    connections.remove(refused)
    assert not connections.admit(from_("192.0.2.1")), "a refused connection makes no room"
    connections.remove(first)
    assert connections.admit(from_("192.0.2.1"))
    behind_a_proxy = Connections(limit=100, of_network=None)
    assert all(behind_a_proxy.admit(from_("192.0.2.1")) for _ in range(10))


def test_the_refusal_of_a_large_body_reaches_a_client_that_sends_all_of_it_first(port: int) -> None:
    size = 4 << 20
    with connect(port) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % size + b"x" * size)
        assert re.match(rb"HTTP/1.1 200 OK\r\n(?s:.*)connection: close\r\n", read_all(connection))


def seconds_of_health_checks(served: Server, times: int = 20) -> list[float]:
    """Return the durations of requests of others."""
    found = []
    for _ in range(times):
        began = monotonic()
        assert served.call("GET", "/healthz") == {"status": "ok"}
        found.append(monotonic() - began)
    return sorted(found)


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", PREFACE, GET[:-2]])
def test_1100_silent_connections_disturb_no_others_and_are_closed(served: Server, sent: bytes) -> None:
    with ExitStack() as stack:
        silent = [stack.enter_context(connect(served.port)) for _ in range(1_100)]
        for connection in silent:
            connection.sendall(sent)
        assert seconds_of_health_checks(served)[-1] < HEAD_SECONDS
        end = monotonic() + HEAD_SECONDS + 15
        for connection in silent:
            connection.settimeout(max(0.1, end - monotonic()))
            with suppress(ConnectionResetError):
                read_all(connection)
        assert served.call("GET", "/healthz") == {"status": "ok"}


@pytest.mark.slow
def test_64_bodies_that_never_arrive_disturb_no_others(served: Server) -> None:
    """Ask the others while the bodies are awaited and after the timeout, with the connections still open."""
    head = b"POST /v1/players HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n"
    with ExitStack() as stack, ThreadPoolExecutor(64) as threads:
        sockets = [stack.enter_context(connect(served.port)) for _ in range(64)]
        for connection in sockets:
            connection.sendall(head)
        began = monotonic()
        answers = [threads.submit(read_all, connection) for connection in sockets]
        while monotonic() < began + 2 * BODY_SECONDS:
            assert seconds_of_health_checks(served, 1)[0] < 10
        found = [answer.result(20) for answer in answers]
        assert [text.split()[1] for text in found] == [b"408"] * 64
        assert [text.count(b"HTTP/1.1 ") for text in found] == [1] * 64, "each is answered once"
        assert served.call("POST", "/v1/players", {"name": "Aoi"})["name"] == "Aoi"
