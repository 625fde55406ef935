"""The log of a game as it grows: a stream that continues after each interruption where it ended."""

import json
from collections.abc import Generator, Iterator
from typing import Literal, TypedDict

import httpx
from httpx_sse import EventSource, ServerSentEvent

from dobon_client.connection import Connection
from dobon_client.errors import NO_ANSWER, DobonError
from dobon_client.retry import backoff
from dobon_client.types import Event, StampMessage

STREAM = "/v1/games/{game}/stream"
SILENCE = 40.0
"""Seconds of silence after which a connection counts as dead. The server sends a heartbeat every 15 seconds."""
USEFUL_SECONDS = 5.0
"""A connection that lasted this long, or brought an event, worked."""

OVER = "game-over"
REFUSED = frozenset({"no-such-game", "unauthorized", "suspended"})


class EventItem(TypedDict):
    """An event of the log."""

    kind: Literal["event"]
    event: Event


class StampItem(TypedDict):
    """A stamp at the table."""

    kind: Literal["stamp"]
    stamp: StampMessage


StreamItem = EventItem | StampItem


class _Over(Exception):
    """The log has ended."""


class GameStream(Iterator[StreamItem]):
    """The events of a game after a version, each once and in order, and the stamps meanwhile.

    Iteration ends with the game. It raises `DobonError` if the game cannot be seen (any more). A connection that breaks
    or falls silent is opened again after the last event.
    """

    def __init__(self, connection: Connection, game: str, after: int = 0, silence: float = SILENCE) -> None:
        self.version = after
        "The version of the newest event received."
        self._connection = connection
        self._game = game
        self._silence = silence
        self._items = self._run()

    def __next__(self) -> StreamItem:
        return next(self._items)

    def close(self) -> None:
        """Close the connection."""
        self._items.close()

    def _run(self) -> Generator[StreamItem, None, None]:
        failures = 0
        clock = self._connection.clock
        while True:
            before, began, retry_after = self.version, clock.local(), None
            try:
                yield from self._read()
            except _Over:
                return
            except DobonError as error:
                if not error.is_transient and error.status < httpx.codes.INTERNAL_SERVER_ERROR:
                    raise
                retry_after = error.retry_after
            useful = self.version > before or clock.local() - began > USEFUL_SECONDS
            failures = 0 if useful else failures + 1
            clock.sleep(backoff(failures, retry_after))

    def _read(self) -> Iterator[StreamItem]:
        """Yield the items of one connection. Raises `_Over` at the end of the log, and `DobonError`."""
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self.version), "Cache-Control": "no-store"}
        request = self._connection.build("GET", STREAM, {"game": self._game}, headers=headers)
        response = self._connection.open(request, self._silence)
        try:
            if response.status_code == httpx.codes.NO_CONTENT:
                raise _Over
            for message in EventSource(response).iter_sse():
                yield from self._take(message)
        except httpx.TransportError as error:
            raise DobonError(NO_ANSWER) from error
        finally:
            response.close()

    def _take(self, message: ServerSentEvent) -> Iterator[StreamItem]:
        body = json.loads(message.data)
        if isinstance(body.get("now"), str):
            self._connection.clock.observe(body["now"])
        if message.event == "message" and body["version"] > self.version:
            self.version = body["version"]
            yield {"kind": "event", "event": body}
        elif message.event == "stamp":
            yield {"kind": "stamp", "stamp": body}
        elif message.event == "end" and body["reason"] == OVER:
            raise _Over
        elif message.event == "end" and body["reason"] in REFUSED:
            raise DobonError(body["reason"], 403)
