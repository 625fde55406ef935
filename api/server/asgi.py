"""The application as ASGI: everything that waits for a client waits in the event loop, the rest runs in a few threads.

The body is read first, then Flask answers the whole request in one thread, so no thread waits for a client. A request
that waits for a game, or that streams its log, needs no thread meanwhile.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from typing import Any
from wsgiref.types import WSGIApplication

from api.http.exchange import EXCHANGE, Exchange
from api.http.request_body import BODY_SECONDS, MAX_BODY_BYTES, LateBody
from api.server.environ import Answer, Body, Scope, call_wsgi, has_body, set_body, wsgi_environ
from api.streaming.event_stream import EventStream
from api.streaming.sse import read_backlog

THREADS = 16
"""Threads that run the application. More of them only wait for the same lock of the interpreter."""

BACKLOG_THREADS = 4
"""Threads that read older events for streams."""

SEND_SECONDS = 10.0
"""Time limit for handing one chunk of a stream to a client; a slower client is dropped."""

LINGER_SECONDS = 1.0
"""Time for which the rest of a refused body is read and dropped, because a client may send it before it reads."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

log = logging.getLogger(__name__)


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
        self._backlog_threads = ThreadPoolExecutor(BACKLOG_THREADS, "backlog")
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        environ = wsgi_environ(scope)
        exchange = environ[EXCHANGE] = Exchange()
        complete = True
        if has_body(environ):
            body, complete = await read_body(receive, self._body_seconds)
            set_body(environ, body)
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self._threads, call_wsgi, self._wsgi, environ)
            await self._send(answer, exchange.streams, complete, receive, send)
        except TimeoutError:
            log.info("dropped a client that read too slowly")
        finally:
            for stream in exchange.streams:
                self._unsubscribe(stream)

    async def _send(
        self, answer: Answer, streams: list[EventStream], complete: bool, receive: Receive, send: Send
    ) -> None:
        headers = answer.headers if complete else [*answer.headers, (b"connection", b"close")]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        for stream in streams:
            await self._send_stream(stream, receive, send)
        if not complete:
            await send({"type": "http.response.body", "body": answer.body, "more_body": True})
            await drop_body(receive)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await send({"type": "http.response.body", "body": answer.body, "more_body": False})

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
                    chunk = await loop.run_in_executor(self._backlog_threads, read_backlog, stream)
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


async def read_body(receive: Receive, seconds: float) -> tuple[Body, bool]:
    """Return the body of a request, and whether it is complete.

    Of a larger body only enough is read to see that it is too large. A body that takes longer than `seconds` raises
    `Problem("body-too-slow")` when it is read.
    """
    received = b""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                received += message.get("body", b"")
                if not message.get("more_body"):
                    return BytesIO(received), True
                if len(received) > MAX_BODY_BYTES:
                    return BytesIO(received), False
    return LateBody(), False


async def drop_body(receive: Receive) -> None:
    """Read the rest of a body for a moment: closing the connection earlier could keep the answer from the client."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while (await receive()).get("more_body"):
                pass
