"""The application as ASGI: everything that waits for a client waits in the event loop, the rest runs in a few threads.

The route of a request says who may send it a body. That is read first, then Flask answers the whole request in one
thread, so no thread waits for a client. A request that waits for a game, or that streams its log, needs no thread
meanwhile.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Any, TypeVar
from wsgiref.types import WSGIApplication

from flask import Flask

from api.dependencies import dependencies
from api.http.client_address import network
from api.http.exchange import EXCHANGE, Exchange
from api.http.headers import token_in
from api.http.proxies import TrustedProxies
from api.http.request_body import BODY_SECONDS, MAX_BODY_BYTES, RefusedBody, cut_body, late_body, waiting_body
from api.http.routes import Match, Route, Routes
from api.problems import Problem
from api.server.environ import Answer, Body, Scope, call_wsgi, has_body, set_body, wsgi_environ
from api.server.quotas import Quotas
from api.server.threads import Threads
from api.streaming.hub import UpdateHub, Wait, WaitResult, update_hub
from api.streaming.sse import read_backlog
from api.streaming.stream import Stream
from infra.accounts.account_cache import AccountCache
from infra.accounts.accounts import Account
from infra.postgres.retry import Unavailable

THREADS = 16
"""Threads that run the application. More of them only wait for the same lock of the interpreter."""

THREADS_OF_ACCOUNT = 4
"""Threads that requests of one account may use at the same time."""

THREADS_WITHOUT_ACCOUNT = 4
"""Threads that all requests without a known token may use together. The networks of their clients take turns."""

THREADS_OF_NETWORK = 2
"""Threads that requests of one network without a known token may use at the same time. Each further one delays the
requests of all others by the time for which it keeps the interpreter.
"""

THREADS_OF_GAME = 4
"""Threads that commands of one game may use at the same time, because they wait for each other."""

BACKLOG_THREADS = 4
"""Threads that read older events for streams."""

MAX_OPEN_BODIES = 1_000
"""Limit of bodies of requests without a token that are awaited at the same time; each takes up to 80 KB."""

SEND_SECONDS = 10.0
"""Time limit for handing one chunk of a stream to a client; a slower client is dropped."""

PIECE_BYTES = 64 * 1024
"""Size of the pieces of a body. The next one waits until the client has read enough, so that many clients that ask for
large answers and read none of them hold little memory.
"""

LINGER_SECONDS = 1.0
"""Time for which the rest of a refused body is read and dropped, because a client may send it before it reads."""

R = TypeVar("R")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

ANY_BODY = Match(Route(reads_body=True), {})
"""Of an application without routes."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class RequestHead:
    """What the head of a request says."""

    environ: dict[str, Any]
    client: str
    "The network of the client, which waits for its turn if it has no account."
    exchange: Exchange
    route: Route
    game: str | None
    "The game that the request may change."
    token: str | None
    account: Account | None
    "The account of the token, if it is known in this process."


class Application:
    """An ASGI application around a WSGI one."""

    def __init__(
        self,
        wsgi: WSGIApplication,
        hub: UpdateHub | None = None,
        accounts: AccountCache | None = None,
        routes: Routes | None = None,
        proxies: TrustedProxies | None = None,
        send_seconds: float = SEND_SECONDS,
        body_seconds: float = BODY_SECONDS,
    ) -> None:
        """Serve `wsgi`, whose waits are those of `hub`.

        Without `accounts` and `routes` every body is read. A client is dropped if a chunk takes longer than
        `send_seconds`; a request body must arrive within `body_seconds`.
        """
        self._wsgi = wsgi
        self._hub = hub
        self._accounts = accounts
        self._routes = routes
        self._proxies = proxies or TrustedProxies()
        self._send_seconds = send_seconds
        self._body_seconds = body_seconds
        self._threads = Threads(THREADS, "wsgi")
        self._backlog_threads = Threads(BACKLOG_THREADS, "backlog")
        self._of_account = Quotas(THREADS_OF_ACCOUNT)
        self._without_account = Quotas(THREADS_OF_NETWORK, THREADS_WITHOUT_ACCOUNT)
        self._of_game = Quotas(THREADS_OF_GAME)
        self._open_bodies = 0

    @classmethod
    def of(cls, app: Flask, proxies: TrustedProxies | None = None) -> "Application":
        """Return the ASGI application of a Flask application, which is reached through `proxies` too."""
        return cls(app, update_hub(app), dependencies(app).accounts, Routes(app), proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return
        head = self._read_head(scope)
        exchange = head.exchange
        complete = not has_body(head.environ) or await self._read_allowed_body(head, receive)
        try:
            answer = await self._run(head)
            while exchange.wait is not None:
                if not await self._wait(exchange, receive):
                    return  # the client has left
                answer = await self._run(head)
            await self._send(answer, head, complete, receive, send)
        except TimeoutError:
            log.info("dropped a client that read too slowly")
        except (Problem, Unavailable) as error:
            log.info("cut an answer: %s", error)
        finally:
            exchange.release()

    def _read_head(self, scope: Scope) -> RequestHead:
        environ = wsgi_environ(scope)
        self._proxies.resolve(environ)
        address = environ["REMOTE_ADDR"]
        exchange = environ[EXCHANGE] = Exchange()
        route, values = ANY_BODY if self._routes is None else self._routes.match(scope["path"], scope["method"])
        game = None if scope["method"] == "GET" else values.get("game")
        token = token_in(environ.get("HTTP_AUTHORIZATION", ""))
        account = self._accounts.known(token) if token and self._accounts is not None else None
        return RequestHead(environ, network(address) or address, exchange, route, game, token, account)

    async def _read_allowed_body(self, head: RequestHead, receive: Receive) -> bool:
        """Read the body if the route lets this client send one. Return whether the body is complete."""
        route = head.route
        if not route.reads_body:
            return False
        if route.refusal is None and head.account is None:
            return await self._read_open_body(head, receive)
        if route.refusal is None:
            return await self._read_body(head, receive)
        if head.account is None and head.token and self._accounts is not None:
            try:
                head.account = await self._in_thread(head, self._accounts.account_of, head.token)
            except Unavailable as error:
                head.exchange.refusal = error
                return False
        problem = route.refusal(head.account)
        if problem is None:
            return await self._read_body(head, receive)
        set_body(head.environ, RefusedBody(problem))
        if head.account is None:
            head.exchange.refusal = problem
        return False

    async def _read_open_body(self, head: RequestHead, receive: Receive) -> bool:
        """Read the body of a client without an account, unless too many of them are awaited."""
        if self._open_bodies >= MAX_OPEN_BODIES:
            set_body(head.environ, waiting_body())
            return False
        self._open_bodies += 1
        try:
            return await self._read_body(head, receive)
        finally:
            self._open_bodies -= 1

    async def _read_body(self, head: RequestHead, receive: Receive) -> bool:
        body, complete = await read_body(receive, self._body_seconds)
        set_body(head.environ, body)
        return complete

    async def _run(self, head: RequestHead) -> Answer:
        """Return the answer of the application, run in a thread when the account and the game have one free."""
        # A copy, because the application may be run again.
        return await self._in_thread(head, call_wsgi, self._wsgi, head.environ.copy())

    async def _in_thread(self, head: RequestHead, function: Callable[..., R], *arguments: Any) -> R:
        account, game = head.account, head.game
        quotas, owner = (self._without_account, head.client) if account is None else (self._of_account, account.id)
        await quotas.take(owner)
        try:
            if game is None:
                return await self._threads.run(function, *arguments)
            await self._of_game.take(game)
            try:
                return await self._threads.run(function, *arguments)
            finally:
                self._of_game.give(game)
        finally:
            quotas.give(owner)

    async def _wait(self, exchange: Exchange, receive: Receive) -> bool:
        """Wait for what the request waits for, and note the result. Return False if the client has left."""
        wait: Wait = exchange.wait
        exchange.wait, exchange.wait_until = None, wait.until
        woken = asyncio.Event()
        assert self._hub is not None
        waiter = self._hub.register(wait, make_waker(asyncio.get_running_loop(), woken))
        if waiter is None:
            exchange.waited = WaitResult.REFUSED
            return True
        disconnect = asyncio.ensure_future(wait_for_disconnect(receive))
        disconnect.add_done_callback(lambda _: woken.set())
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait.seconds_left):
                    await woken.wait()
            exchange.waited = waiter.result or wait.silent_result
            return not disconnect.done()
        finally:
            disconnect.cancel()
            self._hub.forget(waiter)

    async def _send(self, answer: Answer, head: RequestHead, complete: bool, receive: Receive, send: Send) -> None:
        """Send the answer. The connection is closed after it if the body of the request is not complete."""
        headers = answer.headers if complete else [*answer.headers, (b"connection", b"close")]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        for stream in head.exchange.streams:
            await self._send_stream(stream, receive, send)
        if head.exchange.pieces is not None:
            await self._send_pieces(head, head.exchange.pieces, receive, send)
        *pieces, last = pieces_of(answer.body)
        for piece in pieces:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": last, "more_body": not complete})
        if not complete:
            await drop_body(receive)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_stream(self, stream: Stream, receive: Receive, send: Send) -> None:
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
                    chunk = await self._backlog_threads.run(read_backlog, stream)
                if chunk:
                    # The server accepts no more than its client reads, so this waits as long as the client does.
                    async with asyncio.timeout(self._send_seconds):
                        await send({"type": "http.response.body", "body": chunk, "more_body": True})
                else:
                    heartbeat = loop.call_later(stream.until_heartbeat(), woken.set)
                    await woken.wait()
                    heartbeat.cancel()
        finally:
            disconnect.cancel()

    async def _send_pieces(self, head: RequestHead, made: Iterator[bytes], receive: Receive, send: Send) -> None:
        """Send a body while it is made, until its client disconnects. Raises `TimeoutError` for a slow client."""
        disconnect = asyncio.ensure_future(wait_for_disconnect(receive))
        try:
            while not disconnect.done() and (piece := await self._in_thread(head, next, made, b"")):
                async with asyncio.timeout(self._send_seconds):
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
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


def pieces_of(body: bytes) -> list[bytes]:
    """Return a body in pieces of at most `PIECE_BYTES`; an empty one is one piece."""
    return [body[start : start + PIECE_BYTES] for start in range(0, max(1, len(body)), PIECE_BYTES)]


async def read_body(receive: Receive, seconds: float) -> tuple[Body, bool]:
    """Return the body of a request, and whether it is complete.

    Of a larger body only enough is read to see that it is too large. A body that takes longer than `seconds` raises
    `Problem("body-too-slow")` when it is read, and one whose client leaves before its end `Problem("bad-request")`.
    """
    received = b""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return cut_body(), False
                received += message.get("body", b"")
                if not message.get("more_body"):
                    return BytesIO(received), True
                if len(received) > MAX_BODY_BYTES:
                    return BytesIO(received), False
    return late_body(), False


async def drop_body(receive: Receive) -> None:
    """Read the rest of a body for a moment: closing the connection earlier could keep the answer from the client."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while (await receive()).get("more_body"):
                pass
