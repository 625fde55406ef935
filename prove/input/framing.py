"""Bytes on a socket that are not one valid request: malformed, incomplete, or several at once."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from http.client import HTTPException, HTTPResponse
from io import BufferedReader
from random import Random
from select import select
from time import monotonic
from typing import NamedTuple

from prove.input.oracle import Answer

TIMEOUT_SECONDS = 60.0
"""Timeout of a socket in seconds."""

PAUSE_SECONDS = 0.2
"""Seconds to wait for an answer before the sending side is closed."""


class Shape(NamedTuple):
    """Bytes to send, in pieces."""

    what: str
    pieces: tuple[bytes, ...]
    answers: int = 1
    "Maximum number of answers to read."
    half: bool = False
    "The sending side is closed, at once or after a moment without an answer."
    waits: bool = False
    "The sending side stays open, so the server has to time out."


def all_shapes(path: str, token: str) -> list[Shape]:
    """Return all shapes, aimed at the actions of a game with the token of a player who may act."""
    line, host = f"POST {path}/actions HTTP/1.1\r\n".encode(), b"Host: localhost\r\n"
    rights = f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n".encode()
    head, body = line + host + rights, b'{"type":"nothing"}'
    view = f"GET {path}/view HTTP/1.1\r\n".encode() + host + rights + b"\r\n"
    return [
        *_lines(rights), *_lengths(head, body), *_chunks(head), *_smuggled(head, body, view), *_headers(view[:-2]),
        *_cut(head, body, view), *_several(head, body, view),
    ]  # fmt: skip


def _lines(rights: bytes) -> Iterable[Shape]:
    """Yield malformed request lines."""
    lines = (
        b"", b" ", b"\x00", b"GET", b"GET /", b"GET / HTTP/9.9", b"GET / HTTP/1.1 x", b"GET  / HTTP/1.1", b"GET\t/\tHTTP/1.1", b" GET / HTTP/1.1", b"GET / http/1.1", b"GET / HTTP/0.9", b"GET / HTTP/1.0",
        b"GET / HTTP/1.1\x00", b"G\x00T / HTTP/1.1", b"GET /\x00 HTTP/1.1", b"GET /\xff HTTP/1.1", b"GET /\xed\xa0\x80 HTTP/1.1", b"GET /%ed%a0%80 HTTP/1.1", b"GET /%00 HTTP/1.1", b"GET /% HTTP/1.1", b"GET /a b HTTP/1.1", b"GET * HTTP/1.1", b"OPTIONS * HTTP/1.1",
        b"GET http://other/v1/games HTTP/1.1", b"GET //other/v1/games HTTP/1.1", b"GET \\v1 HTTP/1.1", b"GET ?a HTTP/1.1", b"GET /../../etc/passwd HTTP/1.1", b"CONNECT other:443 HTTP/1.1", b"CONNECT / HTTP/1.1", b"PRI * HTTP/2.0", b"TRACE / HTTP/1.1", b"get / HTTP/1.1", b"(ET / HTTP/1.1", b"\xff / HTTP/1.1",
        b"G" * 9000 + b" / HTTP/1.1", b"GET /" + b"a" * 9000 + b" HTTP/1.1", b"GET /v1/games?cursor=" + b"A" * 9000 + b" HTTP/1.1", b"GET /#x HTTP/1.1", b"GET /v1/games?\xff HTTP/1.1", b"GET /v1/games?a=%ff HTTP/1.1", b"GET /v1/games?limit=1&limit=2 HTTP/1.1",
    )  # fmt: skip
    for line in lines:
        yield Shape(
            f"line {line[:40]!r}",
            (line + b"\r\nHost: localhost\r\nConnection: close\r\n" + rights + b"\r\n",),
            half=True,
        )
    for junk in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x55" * 200,
        b"SSH-2.0-x\r\n",
        b"\x05\x01\x00",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x00" * 4000,
        b"\xff" * 4000,
        b"\n" * 4000,
        b"\r\n" * 2000,
        b"EHLO x\r\n",
        b"PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\n",
    ):
        yield Shape(f"not HTTP {junk[:12]!r}", (junk,), half=True)


def _lengths(head: bytes, body: bytes) -> Iterable[Shape]:
    """Yield requests with a wrong or invalid Content-Length."""
    for length in (
        b"-1",
        b"+18",
        b"0x12",
        b"1e1",
        b"18.0",
        b"18, 18",
        b"18,19",
        b"",
        b" ",
        b"a",
        b"\xb2",
        b"018",
        b"9" * 30,
        b"18446744073709551616",
        b"9223372036854775808",
        b"18 18",
        b"1_8",
        b"\x00",
        b"16385",
    ):
        yield Shape(f"length {length[:24]!r}", (head + b"Content-Length: " + length + b"\r\n\r\n" + body,), half=True)
    for rest in (
        b"Content-Length: 18\r\nContent-Length: 19\r\n",
        b"Content-Length: 0\r\nContent-Length: 18\r\n",
        b"Content-Length : 18\r\n",
        b"Content_Length: 18\r\n",
        b"Content-Length: 18\r\nContent_Length: 2\r\n",
        b"Content-Length:18\r\ncontent-length: 18\r\n",
    ):
        yield Shape(f"length {rest!r}", (head + rest + b"\r\n" + body,), half=True)
    yield Shape("a body shorter than its length", (head + b"Content-Length: 100\r\n\r\n" + body,), half=True)


def _chunks(head: bytes) -> Iterable[Shape]:
    """Yield malformed chunks."""
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n"
    for rest in (
        b"ZZ\r\nabc\r\n",
        b"-1\r\n",
        b"\r\n",
        b"FFFFFFFFFFFFFFFFF\r\n",
        b"FFFFFFFFFFFFFFFF\r\nabc",
        b"7fffffffffffffff\r\nabc",
        b"5\r\nabc\r\n0\r\n\r\n",
        b"3\r\nabcdef\r\n0\r\n\r\n",
        b"3;" + b"a" * 9000 + b"\r\nabc\r\n0\r\n\r\n",
        b"0x3\r\nabc\r\n0\r\n\r\n",
        b"3\nabc\n0\n\n",
        b"0\r\n" + b"X: y\r\n" * 2000 + b"\r\n",
        b"0\r\nContent-Length: 9\r\n\r\n",
        b"1\r\nx\r\n" * 5000 + b"0\r\n\r\n",
        b"0",
        b"3\r\nab",
        b"\x00",
        b" 3\r\nabc\r\n0\r\n\r\n",
        b"3 \r\nabc\r\n0\r\n\r\n",
    ):
        yield Shape(f"chunks {rest[:24]!r}", (chunked + rest,), half=True)


def _smuggled(head: bytes, body: bytes, view: bytes) -> Iterable[Shape]:
    """Yield requests with two contradicting lengths of their body."""
    rest = b"0\r\n\r\n" + view
    length = b"Content-Length: %d\r\n" % len(rest)
    for encoding in (
        b"Transfer-Encoding: chunked",
        b"Transfer-Encoding : chunked",
        b"Transfer-Encoding: xchunked",
        b"Transfer-Encoding:\x0bchunked",
        b"Transfer-Encoding: chunked, identity",
        b"Transfer-Encoding: identity",
        b"Transfer-Encoding: gzip, chunked",
        b" Transfer-Encoding: chunked",
        b"X: y\nTransfer-Encoding: chunked",
        b"Transfer_Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
        b"transfer-encoding: CHUNKED",
    ):
        yield Shape(f"length and {encoding!r}", (head + length + encoding + b"\r\n\r\n" + rest,), half=True)
        yield Shape(f"{encoding!r} and length", (head + encoding + b"\r\nContent-Length: 4\r\n\r\n" + rest,), half=True)
    yield Shape("a body without a length", (head + b"\r\n" + body,), half=True)
    yield Shape(
        "a request as a body of GET", (view[:-2] + b"Content-Length: %d\r\n\r\n" % len(view) + view,), half=True
    )


def _headers(view: bytes) -> Iterable[Shape]:
    """Yield requests with too many, too long, malformed or missing headers."""
    for rest in (
        b"X: a\r\n" * 200,
        b"X: a\r\n" * 5000,
        b"X: " + b"a" * 100_000 + b"\r\n",
        b"X" * 70_000 + b": a\r\n",
        b"X: \x00\r\n",
        b"X\x00: a\r\n",
        b"X: a\nY: b\r\n",
        b"X: a\rY: b\r\n",
        b": a\r\n",
        b"X\r\n",
        b"X : a\r\n",
        b" X: a\r\n",
        b"X: a\r\n folded\r\n",
        b"\xff: a\r\n",
        b"X: \xff\r\n",
        b"Host: other\r\n",
        b"Host: \xff\r\n",
        b"Host:\r\n",
        b"Authorization: Bearer x\r\n",
        b"Accept: text/event-stream;q=\xff\r\n",
        b"Idempotency-Key: \xe9\r\n",
        b"If-None-Match: \xff\r\n",
        b"Expect: 100-continue\r\n",
        b"Expect: 200-maybe\r\n",
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
        b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
        b"Connection: \xff\r\n",
        b"Range: bytes=0-1\r\n",
        b"Cookie: " + b"a=b;" * 1000 + b"\r\n",
        b"Last-Event-ID: \xb2\r\n",
    ):
        yield Shape(f"header {rest[:30]!r}", (view + rest + b"\r\n",), half=True)
    yield Shape("no Host", (view.replace(b"Host: localhost\r\n", b"") + b"\r\n",), half=True)
    yield Shape("line ends without CR", (view.replace(b"\r\n", b"\n") + b"\n",), half=True)


def _cut(head: bytes, body: bytes, view: bytes) -> Iterable[Shape]:
    """Yield incomplete requests, and requests in pieces."""
    whole = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    for share in range(1, 10):
        yield Shape(f"cut off after {share} tenths", (whole[: len(whole) * share // 10],), half=True)
    yield Shape("a body that does not come", (head + b"Content-Length: 100\r\n\r\n" + body,), waits=True)
    yield Shape("chunks that do not come", (head + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",), waits=True)
    yield Shape("byte by byte", tuple(bytes([byte]) for byte in whole))
    yield Shape("nothing", (), half=True)
    yield Shape("an unfinished head", (view[:-2],), half=True)


def _several(head: bytes, body: bytes, view: bytes) -> Iterable[Shape]:
    """Yield several requests at once, sent without waiting for answers."""
    whole = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    yield Shape("five at once", (view * 5,), 5)
    yield Shape("three with bodies at once", (whole * 3,), 3)
    yield Shape("one request and junk", (whole + b"\x00\xff\r\n\r\n",), half=True)
    yield Shape("one request and half of another", (view + whole[:40],), half=True)


def corrupt(shape: Shape, chance: Random) -> Shape:
    """Return the shape with a few bytes changed, removed or inserted."""
    data = bytearray(b"".join(shape.pieces))
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(min(len(data), 400) or 1)
        match chance.randrange(3):
            case 0:
                data[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[place : place + chance.randint(1, 8)]
            case _:
                data[place:place] = chance.choice([b"\r\n", b"\n", b"\x00", b" ", b":", b"\xff", b"%00", b"\r"])
    return Shape(f"{shape.what}, spoilt", (bytes(data),), half=True)


def send_shape(port: int, shape: Shape, *, at_once: bool) -> list[Answer]:
    """Return the answers, none if the connection was closed without one. Raise `TimeoutError` without an answer.

    If nothing more follows, the sending side is closed `at_once` or after a moment without an answer.
    """
    began, found = monotonic(), list[Answer]()
    with socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS) as connection, suppress(ConnectionError):
        with suppress(OSError):  # the server has closed the connection; its answer can still be read
            for piece in shape.pieces:
                connection.sendall(piece)
        if shape.half and (at_once or not select([connection], [], [], PAUSE_SECONDS)[0]):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_WR)
        answers = _Answers(connection)
        for _ in range(shape.answers):
            found.append(_read(answers, began))
    return found


class _KeptOpen(BufferedReader):
    """A buffer that stays open when an answer has been read."""

    def close(self) -> None:
        """Keep it open."""


class _Answers:
    """The answers on a connection, read through one buffer, because several may arrive at once."""

    def __init__(self, connection: socket.socket) -> None:
        self._file = _KeptOpen(socket.SocketIO(connection, "r"))

    def makefile(self, _: str) -> BufferedReader:
        """Return the buffer, as `HTTPResponse` asks for it."""
        return self._file

    def begin_with(self, count: int) -> bytes:
        """Return the first bytes of the next answer without taking them; none if the connection has ended."""
        return self._file.peek(count)[:count]


def _read(answers: _Answers, began: float) -> Answer:
    """Return one answer.

    Raise `ConnectionError` if there is none, or if it is HTTP/2, which this server answers to clients that begin with
    it.
    """
    if not b"HTTP/1".startswith(answers.begin_with(6) or b"-"):
        raise ConnectionError
    response = HTTPResponse(answers)  # type: ignore[arg-type] # it needs `makefile` alone
    try:
        response.begin()
        streamed = response.getheader("content-type", "").startswith("text/event-stream")
        body = b"" if streamed else response.read()
    except HTTPException as error:
        raise ConnectionError from error
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, body, monotonic() - began)
