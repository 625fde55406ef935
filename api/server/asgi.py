"""The application as ASGI: a stream needs no thread of its own; the WSGI application answers all else in a few threads.

A stream is opened by the same operation as under WSGI, with the same checks and headers; only the sending differs.
"""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from typing import Any, NamedTuple, Protocol
from wsgiref.types import WSGIApplication

from api.http.body_reader import BODY_SECONDS, BodyTimeout
from api.http.request_body import MAX_BODY_BYTES
from api.streaming.event_stream import EventStream
from api.streaming.sse import DETACHED_STREAMS, read_backlog

THREADS = 8
"""Threads for what waits for the database: opening streams, and reading older events."""

SEND_SECONDS = 10.0
"""Time limit for handing one chunk to a client; a slower client is dropped."""

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

log = logging.getLogger(__name__)


class Answer(NamedTuple):
    """The response of the WSGI application."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Application:
    """An ASGI application around a WSGI one."""

    def __init__(
        self,
        wsgi: WSGIApplication,
        unsubscribe: Callable[[EventStream], None],
        send_seconds: float = SEND_SECONDS,
        threads: int = THREADS,
        body_seconds: float = BODY_SECONDS,
    ) -> None:
        """Serve `wsgi`. Each stream that ends is passed to `unsubscribe`.

        A client is dropped if a chunk takes longer than `send_seconds`; a request body must arrive within
        `body_seconds`.
        """
        self._wsgi = wsgi
        self._unsubscribe = unsubscribe
        self._send_seconds = send_seconds
        self._threads = ThreadPoolExecutor(threads, "wsgi")
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        environ = wsgi_environ(scope, await read_body(receive, self._body_seconds))
        streams: list[EventStream] = environ.setdefault(DETACHED_STREAMS, [])
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self._threads, call_wsgi, self._wsgi, environ)
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            for stream in streams:
                await self._send_stream(stream, receive, send)
            await send({"type": "http.response.body", "body": answer.body, "more_body": False})
        except TimeoutError:
            log.info("dropped a client that read too slowly")
        finally:
            for stream in streams:
                self._unsubscribe(stream)

    async def _send_stream(self, stream: EventStream, receive: Receive, send: Send) -> None:
        """Send a stream until it ends or its client disconnects. Raises `TimeoutError` for a slow client."""
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        stream.wake = make_waker(loop, woken)
        disconnect = asyncio.ensure_future(wait_for_disconnect(receive))
        disconnect.add_done_callback(lambda _: woken.set())
        try:
            while not stream.ended and not disconnect.done():
                woken.clear()
                chunk = stream.next_chunk()
                if chunk is None:
                    chunk = await loop.run_in_executor(self._threads, read_backlog, stream)
                if chunk:
                    # The server accepts no more than its client reads, so this waits as long as the client does.
                    async with asyncio.timeout(self._send_seconds):
                        await send({"type": "http.response.body", "body": chunk, "more_body": True})
                else:
                    heartbeat = loop.call_later(max(0.0, stream.until_heartbeat()), woken.set)
                    await woken.wait()
                    heartbeat.cancel()
        finally:
            disconnect.cancel()


def make_waker(loop: asyncio.AbstractEventLoop, woken: asyncio.Event) -> Callable[[], None]:
    """Return a function that wakes a stream of that loop from any thread."""

    def wake() -> None:
        with suppress(RuntimeError):  # a closed loop has nothing to wake
            loop.call_soon_threadsafe(woken.set)

    return wake


async def wait_for_disconnect(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


class Body(Protocol):
    """The body of a request, as WSGI reads it."""

    def read(self, size: int = -1, /) -> bytes:
        """Return `size` bytes, or the whole rest."""
        ...


class TimedOutBody:
    """A body that did not arrive in time. Reading it raises, so the WSGI application answers the timeout."""

    def read(self, _size: int = -1) -> bytes:
        """Raise `BodyTimeout`."""
        raise BodyTimeout


async def read_body(receive: Receive, seconds: float) -> Body:
    """Return the body of a request, or enough of it to see that it is too large. Waits at most `seconds`."""
    received = b""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while len(received) <= MAX_BODY_BYTES:
                message = await receive()
                received += message.get("body", b"")
                if not message.get("more_body"):
                    break
            return BytesIO(received)
    return TimedOutBody()


def wsgi_environ(scope: Scope, content: Body) -> dict[str, Any]:
    """Return the request as a WSGI environment (PEP 3333)."""
    host, port = (scope.get("server") or ("localhost", 0))[:2]
    client = scope.get("client")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode(errors="replace").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": content,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # otherwise `Content_Length` would override `Content-Length`
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    if isinstance(content, BytesIO):
        environ.setdefault("CONTENT_LENGTH", str(len(content.getbuffer())))
    environ["wsgi.input_terminated"] = True  # a body without a length is read to its end
    return environ


def call_wsgi(wsgi: WSGIApplication, environ: dict[str, Any]) -> Answer:
    """Return the complete response of the WSGI application."""
    started: list[Answer] = []

    def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], object]:
        named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        started.append(Answer(int(status[:3]), named, b""))
        return lambda _: None

    chunks = wsgi(environ, start)
    try:
        content = b"".join(chunks)
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    return started[-1]._replace(body=content)
