"""Connections that fail on purpose, and requests that tests share."""

import inspect
from collections.abc import Callable
from typing import Any, Protocol

import httpx

from dobon_client import Dobon, Patience, ServerClock
from dobon_client._sync.typed_requests import TypedRequests

Passing = Callable[[], httpx.Response]
Answering = Callable[[Passing, list[httpx.Request]], httpx.Response]
"""Returns the response for the last of the requests so far, or passes it on."""


class Intercepting(httpx.BaseTransport):
    """Requests that a function answers. `sent` holds them."""

    def __init__(self, answering: Answering | None = None) -> None:
        self.sent: list[httpx.Request] = []
        self._answering = answering or (lambda go, _: go())
        self._transport = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        return self._answering(lambda: self._transport.handle_request(request), self.sent)

    def close(self) -> None:
        self._transport.close()

    def streams(self) -> list[httpx.Request]:
        """Return the requests for streams."""
        return [request for request in self.sent if is_stream(request)]

    def actions(self) -> list[httpx.Request]:
        """Return the requests with actions."""
        return [request for request in self.sent if request.url.path.endswith("/actions")]


class NewPlayer(Protocol):
    """Returns a client with a new player."""

    def __call__(
        self,
        transport: httpx.BaseTransport | None = None,
        *,
        clock: ServerClock | None = None,
        patience: Patience | None = None,
        language: str | None = None,
    ) -> Dobon: ...


def grouped(client: Dobon) -> dict[str, Callable[..., Any]]:
    """Return the operations of all groups, by names such as `games.open`."""
    groups = {name: group for name, group in vars(client).items() if isinstance(group, TypedRequests)}
    return {
        f"{name}.{operation}": method
        for name, group in groups.items()
        for operation, method in inspect.getmembers(group, inspect.ismethod)
        if not operation.startswith("_")
    }


def is_stream(request: httpx.Request) -> bool:
    """Return whether the request is for a stream."""
    return request.headers["Accept"] == "text/event-stream"


def problem(status: int, code: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """Return a response that carries a problem."""
    body = {"type": f"/problems/{code}", "title": code, "status": status, "code": code}
    return httpx.Response(status, json=body, headers={"Content-Type": "application/problem+json", **(headers or {})})


def join(creator: Dobon, game: str, other: Dobon) -> None:
    """Let another player take the last seat in a game, and let both cut the deck."""
    other.games.take_seat(game, creator.games.get(game).get("join_code"))
    for player in (creator, other):
        table = player.table(game)
        table.act(table.view["actions"][0])
