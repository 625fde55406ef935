"""Sends a POST request to an address that an account has given: to a checked address, in bounded time, once.

The host is resolved here, every address found is checked, and the connection is made to a checked address; TLS still
verifies the name. No redirect is followed, no proxy is used, and of the answer only the status is read.
"""

import socket
import ssl
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPSConnection
from threading import Timer
from urllib.parse import urlsplit

from infra.delivery.addresses import is_public

CONNECT_SECONDS = 5.0
"""Time limit for each of connecting, sending and waiting for bytes."""

TOTAL_SECONDS = 10.0
"""Time limit for a whole request, so that a receiver that answers byte by byte is cut off."""

TOO_SLOW = "The receiver did not answer in time."

Resolve = Callable[[str, int], Sequence[str]]
"""Returns the IP addresses of a host. Raises `OSError`."""


class NotSent(Exception):
    """The request has no answer. The message says why, in words that the account may read."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends requests. Tests replace the parts that reach the network."""

    resolve: Resolve
    context: ssl.SSLContext
    is_allowed: Callable[[str], bool] = is_public
    total_seconds: float = TOTAL_SECONDS

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Return the status code of the answer. Raises `NotSent`."""
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 443
        address = self._checked_address(host, port)
        connection = _PinnedConnection(host, port, address, self.context)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        limit = Timer(self.total_seconds, connection.cut)
        limit.daemon = True
        limit.start()
        try:
            connection.request("POST", target, body, dict(headers))
            status = connection.getresponse().status
        except (OSError, HTTPException, ValueError) as failure:
            raise NotSent(_reason(failure, was_cut=connection.was_cut)) from None
        finally:
            limit.cancel()
            connection.close()
        if connection.was_cut:  # the end of a connection also ends the fields of its answer
            raise NotSent(TOO_SLOW)
        return status

    def _checked_address(self, host: str, port: int) -> str:
        """Return an address of the host. If one of its addresses is not public, none is used."""
        try:
            found = self.resolve(host, port)
        except (OSError, UnicodeError):
            raise NotSent("The host has no address.") from None
        if not found or not all(self.is_allowed(address) for address in found):
            raise NotSent("The host has an address that is not public.")
        return found[0]


def system_sender() -> Sender:
    """Return the sender of this server."""
    return Sender(resolve, ssl.create_default_context())


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host as the system knows them; IPv4 first, because not every server has IPv6."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return sorted({str(where[0]) for *_, where in found}, key=lambda address: (":" in address, address))


def _reason(failure: Exception, *, was_cut: bool) -> str:
    if was_cut or isinstance(failure, TimeoutError):
        return TOO_SLOW
    if isinstance(failure, ssl.SSLError):
        return f"TLS has failed: {failure.reason or 'no valid certificate'}."
    return f"The connection failed: {type(failure).__name__}."


class _PinnedConnection(HTTPSConnection):
    """A connection to one address, whose certificate is verified for the host."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=CONNECT_SECONDS, context=context)
        self._address = address
        self._tls = context
        self.was_cut = False

    def connect(self) -> None:
        """Connect to the checked address and begin TLS."""
        plain = socket.create_connection((self._address, self.port), CONNECT_SECONDS)
        self.sock = plain  # `cut` has to reach it during the handshake, too
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)

    def cut(self) -> None:
        """End the connection from another thread."""
        self.was_cut = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
