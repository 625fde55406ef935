"""The server of these tests, and players whose connections to it fail on purpose."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Protocol

import httpx
import pytest

from dobon_client import Dobon, Patience, ServerClock

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


def is_stream(request: httpx.Request) -> bool:
    """Return whether the request is for a stream."""
    return request.headers["Accept"] == "text/event-stream"


def problem(status: int, code: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """Return a response that carries a problem."""
    body = {"type": f"/problems/{code}", "title": code, "status": status, "code": code}
    return httpx.Response(status, json=body, headers={"Content-Type": "application/problem+json", **(headers or {})})


@pytest.fixture(scope="session")
def base_url() -> str:
    """The address of a server without rate limits; `make clients` starts one."""
    return os.environ["DOBON_URL"]


@pytest.fixture
def new_player(base_url: str) -> Iterator[NewPlayer]:
    with ExitStack() as opened:

        def create(
            transport: httpx.BaseTransport | None = None,
            *,
            clock: ServerClock | None = None,
            patience: Patience | None = None,
            language: str | None = None,
        ) -> Dobon:
            with Dobon(base_url) as plain:
                token = plain.create_player("Test")["token"]
            client = Dobon(base_url, token, transport=transport, clock=clock, patience=patience, language=language)
            return opened.enter_context(client)

        yield create


@pytest.fixture
def first(new_player: NewPlayer) -> Dobon:
    return new_player()


@pytest.fixture
def second(new_player: NewPlayer) -> Dobon:
    return new_player()


def join(creator: Dobon, game: str, other: Dobon) -> None:
    """Let another player take a seat in a game."""
    with_code = creator.game(game)
    other.take_seat(game, with_code.get("join_code"))
