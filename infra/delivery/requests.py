"""Sends a POST request to an address that an account has given: to a checked address, in bounded time, once.

The host is resolved here, every address found is checked, and the connection is made to a checked address; TLS still
verifies the name. No redirect is followed, no proxy is used, and of the answer only the status is read.

A sender for development also connects to this machine, by http and without TLS, if the address names it.

One deadline holds for the whole attempt: for the name, the connection, TLS, the request and the answer together.
"""

import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from socket import create_connection, socket
from time import monotonic
from urllib.parse import urlsplit

import h11

from infra.delivery.addresses import is_public, loopback_address
from infra.delivery.names import resolve

TOTAL_SECONDS = 10.0
"""Time limit for a whole attempt."""

MAX_INTERIM_ANSWERS = 1
"""Answers with a status of 1xx that a receiver may send before the final one."""

MAX_HEAD_BYTES = 16_384
"""Limit of the size of each head of an answer."""

TOO_SLOW = "The receiver did not answer in time."

NO_PUBLIC_ADDRESS = "The host has no public address."
"""One sentence for a name that is unknown, cannot be asked for, or leads elsewhere. So an account does not learn which
names the network of this server knows.
"""

Resolve = Callable[[str, float], Sequence[str]]
"""Returns the IP addresses of a host within a number of seconds. Raises `OSError`."""


class NotSent(Exception):
    """The request has no answer. The message says why, in words that the account may read."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends requests. Tests replace the parts that reach the network."""

    resolve: Resolve
    context: ssl.SSLContext
    is_allowed: Callable[[str], bool] = is_public
    total_seconds: float = TOTAL_SECONDS
    local: bool = False
    "Whether http addresses on this machine are allowed, which is for development alone."

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Return the status code of the answer. Raises `NotSent`."""
        deadline = Deadline(self.total_seconds)
        parts = urlsplit(url)
        host = parts.hostname or ""
        local = loopback_address(url) if self.local else None
        port, context = (parts.port or 443, self.context) if local is None else (parts.port or 80, None)
        address = local or self._checked_address(host, deadline)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        fields = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close"} | dict(headers)
        try:
            request = h11.Request(method="POST", target=target, headers=[*fields.items()])
            with connected(address, port, host, context, deadline) as connection:
                return exchange(connection, request, body, deadline)
        except (OSError, h11.ProtocolError) as failure:
            raise NotSent(_reason(failure)) from None

    def _checked_address(self, host: str, deadline: "Deadline") -> str:
        """Return an address of the host. If one of its addresses is not public, none is used."""
        try:
            found = self.resolve(host, deadline.left())
        except (OSError, UnicodeError):
            raise NotSent(NO_PUBLIC_ADDRESS) from None
        if not found or not all(self.is_allowed(address) for address in found):
            raise NotSent(NO_PUBLIC_ADDRESS)
        return found[0]


class Deadline:
    """The end of an attempt."""

    def __init__(self, seconds: float) -> None:
        self._at = monotonic() + seconds

    def left(self) -> float:
        """Return the seconds until the end. Raises `TimeoutError` after it."""
        if (seconds := self._at - monotonic()) <= 0:
            raise TimeoutError
        return seconds


def system_sender() -> Sender:
    """Return the sender of this server."""
    return Sender(resolve, ssl.create_default_context())


@contextmanager
def connected(
    address: str, port: int, host: str, context: ssl.SSLContext | None, deadline: Deadline
) -> Iterator[socket]:
    """Connect to one address. With a context its certificate is verified for the host. Raises `OSError`."""
    with create_connection((address, port), deadline.left()) as plain:
        if context is None:
            yield plain
            return
        plain.settimeout(deadline.left())
        with context.wrap_socket(plain, server_hostname=host) as connection:
            yield connection


def exchange(connection: socket, request: h11.Request, body: bytes, deadline: Deadline) -> int:
    """Send a request and return the status of its answer. Raises `OSError` and `h11.ProtocolError`."""
    http = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_HEAD_BYTES)
    unsent = memoryview(b"".join(http.send(event) or b"" for event in (request, h11.Data(body), h11.EndOfMessage())))
    while unsent:
        connection.settimeout(deadline.left())
        unsent = unsent[connection.send(unsent) :]
    interim = 0
    while True:
        event = http.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            connection.settimeout(deadline.left())
            http.receive_data(connection.recv(MAX_HEAD_BYTES))
        else:  # an answer without an end was an error, so there is nothing else before the final answer
            interim += 1
            if interim > MAX_INTERIM_ANSWERS:
                raise h11.RemoteProtocolError("too many interim answers")


def _reason(failure: Exception) -> str:
    if isinstance(failure, TimeoutError):
        return TOO_SLOW
    if isinstance(failure, ssl.SSLError):
        return f"TLS has failed: {failure.reason or 'no valid certificate'}."
    return f"The connection failed: {type(failure).__name__}."
