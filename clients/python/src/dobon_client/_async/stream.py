"""Streams that continue after each interruption where they ended; the log of a game as it grows."""

import json
from abc import abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing
from typing import Any, TypeVar

import httpx
from httpx_sse import EventSource, ServerSentEvent

from dobon_client._async.connection import AsyncConnection
from dobon_client.answers import Values
from dobon_client.errors import NO_ANSWER, DobonError
from dobon_client.retry import backoff
from dobon_client.stream_items import StreamItem

STREAM = "/v1/games/{game}/stream"
SILENCE = 40.0
"""Seconds of silence after which a connection counts as dead. The server sends a heartbeat every 15 seconds."""
USEFUL_SECONDS = 5.0
"""A connection that lasted this long, or brought an event, worked."""

OVER = "game-over"
REFUSED = frozenset({"no-such-game", "unauthorized", "suspended"})


class _Over(Exception):
    """The log has ended."""


T = TypeVar("T")


class AsyncResumedStream(AsyncIterator[T]):
    """The items of a stream. A connection that breaks or falls silent is opened again after the last id."""

    def __init__(
        self, connection: AsyncConnection, path: str, values: Values | None, after: int | None, silence: float
    ) -> None:
        self.last = after
        "The id of the newest item received; None before the first one."
        self._connection = connection
        self._address = path, values
        self._silence = silence
        self._items = self._run()

    async def __anext__(self) -> T:
        return await anext(self._items)

    async def aclose(self) -> None:
        """Close the connection."""
        await self._items.aclose()

    async def _run(self) -> AsyncGenerator[T]:
        failures = 0
        clock = self._connection.clock
        while True:
            before, began, retry_after = self.last, clock.local(), None
            try:
                async with aclosing(self._read()) as items:
                    async for item in items:
                        yield item
            except _Over:
                return
            except DobonError as error:
                if not error.is_transient and error.status < httpx.codes.INTERNAL_SERVER_ERROR:
                    raise
                retry_after = error.retry_after
            useful = self.last != before or clock.local() - began > USEFUL_SECONDS
            failures = 0 if useful else failures + 1
            await clock.sleep(backoff(failures, retry_after))

    async def _read(self) -> AsyncGenerator[T]:
        """Yield the items of one connection. Raises `_Over` at the end of the log, and `DobonError`."""
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
        if self.last is not None:
            headers["Last-Event-ID"] = str(self.last)
        path, values = self._address
        request = self._connection.build("GET", path, values, headers=headers)
        response = await self._connection.open(request, self._silence)
        try:
            async for message in EventSource(response).aiter_sse():
                body = json.loads(message.data)
                if isinstance(body.get("now"), str):
                    self._connection.clock.observe(body["now"])
                if message.event == "end":
                    _check_end(body["reason"])
                for item in self._take(message, body):
                    yield item
        except httpx.TransportError as error:
            raise DobonError(NO_ANSWER) from error
        finally:
            await response.aclose()

    @abstractmethod
    def _take(self, message: ServerSentEvent, body: Any) -> Iterator[T]:
        """Yield the items of a message, and keep the id of the last one."""


def _check_end(reason: str) -> None:
    """Raise `_Over` or `DobonError` if a stream that has ended for this reason is not to be opened again."""
    if reason == OVER:
        raise _Over
    if reason in REFUSED:
        raise DobonError(reason, 403)


class AsyncGameStream(AsyncResumedStream[StreamItem]):
    """The events of a game after a version, each once and in order, and the stamps meanwhile.

    Iteration ends with the game. It raises `DobonError` if the game cannot be seen (any more).
    """

    def __init__(self, connection: AsyncConnection, game: str, after: int = 0, silence: float = SILENCE) -> None:
        super().__init__(connection, STREAM, {"game": game}, after, silence)

    @property
    def version(self) -> int:
        """The version of the newest event received."""
        return self.last or 0

    def _take(self, message: ServerSentEvent, body: Any) -> Iterator[StreamItem]:
        if message.event == "message" and body["version"] > self.version:
            self.last = body["version"]
            yield {"kind": "event", "event": body}
        elif message.event == "stamp":
            yield {"kind": "stamp", "stamp": body}
