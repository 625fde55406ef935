"""The notifications of an account as they come."""

from collections.abc import Iterator
from typing import Any

from httpx_sse import ServerSentEvent

from dobon_client._async.connection import AsyncConnection
from dobon_client._async.stream import SILENCE, AsyncResumedStream
from dobon_client.stream_items import AccountItem


class AsyncAccountStream(AsyncResumedStream[AccountItem]):
    """The notifications of an account after a position, each once and in order; by default from now on.

    Iteration has no end. It raises `DobonError` if the token is not valid any more.
    """

    def __init__(self, connection: AsyncConnection, after: int | None = None, silence: float = SILENCE) -> None:
        super().__init__(connection, "/v1/players/me/events", None, after, silence)

    def _take(self, message: ServerSentEvent, body: Any) -> Iterator[AccountItem]:
        if self.last is None and message.id:
            self.last = int(message.id) - (message.event == "message")  # the place where the stream begins
        if message.event == "message" and body["position"] > (self.last or 0):
            self.last = body["position"]
            yield {"kind": "notification", "notification": body}
        elif message.event == "missed":
            self.last = body["until"]
            yield {"kind": "missed", "missed": body}
