"""The part of a request that the ASGI adapter does in its event loop, because a thread would have to wait for it.

These are bodies, waits and streams. Under plain WSGI a request has no `Exchange`, and its thread waits.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from flask import Request, Response

EXCHANGE = "dobon.exchange"
"""Key of the WSGI environment for the `Exchange` of the request."""


@dataclass(slots=True)
class Exchange:
    """The state of a request between the adapter and the application, which runs again after a wait."""

    refusal: Exception | None = None
    "Why the token was refused before the body was read: `Problem`, or `Unavailable` if it could not be looked up."
    wait: Any = None
    "Set by the application: an `api.streaming.hub.Wait`, after which it must be run again."
    waited: Any = None
    "The result of the wait, an `api.streaming.hub.WaitResult`."
    wait_until: float | None = None
    "The end of the first wait, which holds for further ones, as a time of `time.monotonic`."
    streams: list[Any] = field(default_factory=list)
    "Set by the application: event streams that the adapter sends instead of a body."
    pieces: Iterator[bytes] | None = None
    "Set by the application: the body, made piece by piece in a thread as the client takes it."
    endings: list[Callable[[], None]] = field(default_factory=list)
    "Set by the application: what to call when the answer has ended, however it ends."
    began: float = field(default_factory=perf_counter)
    "The time of `time.perf_counter` at which the request began, in seconds."

    def release(self) -> None:
        """End what the answer has opened."""
        while self.endings:
            self.endings.pop()()


def exchange_of(request: Request) -> Exchange | None:
    """Return the exchange of a request; None under plain WSGI."""
    found = request.environ.get(EXCHANGE)
    assert found is None or isinstance(found, Exchange)
    return found


def placeholder() -> Response:
    """Return the answer of a run that has only found out what to wait for."""
    return Response(status=204)
