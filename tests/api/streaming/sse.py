"""Reading Server-Sent Events as a browser does."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from api.streaming.stream import BEAT
from prove.harness.application import Caller

PATIENCE = 3
"""Number of heartbeats in a row after which a test gives up."""


class Message(NamedTuple):
    """A message as a browser passes it to a page."""

    kind: str
    id: str
    data: Any


def messages(pieces: Iterable[bytes]) -> Iterator[Message]:
    """Yield the messages of a stream, without comments, the retry time, and those that only tell the time."""
    kind, number, data = "message", "", ""
    rest = b""
    silent = 0
    for piece in pieces:
        silent = silent + 1 if piece.startswith(BEAT) else 0
        assert silent < PATIENCE, "the stream sends only heartbeats"
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            name, _, value = line.decode().partition(": ")
            if not line:
                if data and kind != "now":
                    yield Message(kind, number, json.loads(data))
                kind, data = "message", ""
            elif name == "event":
                kind = value
            elif name == "id":
                number = value
            elif name == "data":
                data += value


@contextmanager
def stream(caller: Caller, game: str, query: str = "", **headers: str) -> Iterator[Iterator[Message]]:
    """Yield the messages of a game as they arrive. The server notices when the block is left."""
    with stream_of(caller, f"/v1/games/{game}/stream{query}", **headers) as found:
        yield found


@contextmanager
def stream_of(caller: Caller, path: str, **headers: str) -> Iterator[Iterator[Message]]:
    """Yield the messages of a stream as they arrive, as `stream` does."""
    token = {} if caller.token is None else {"Authorization": f"Bearer {caller.token}"}
    sent = token | {k.replace("_", "-"): v for k, v in headers.items()}
    response = caller.app.test_client().get(path, headers=sent, buffered=False)
    try:
        assert (response.status_code, response.mimetype) == (200, "text/event-stream"), response.get_data()
        assert response.headers["Cache-Control"] == "no-store"
        yield messages(response.iter_encoded())
    finally:
        response.close()


def read_events(found: Iterable[Message], count: int | None = None) -> list[dict[str, Any]]:
    """Return the next `count` events of a stream, or all to its end; each has its version as its id."""
    events: list[dict[str, Any]] = []
    while count is None or len(events) < count:
        message = next(iter(found))
        if message.kind == "end":
            assert count is None, message
            return events
        assert message.id == str(message.data["version"])
        events.append(message.data)
    return events
