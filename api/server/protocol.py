"""Connections of a process: HTTP/1.1 by uvicorn, with limits of its own against clients that are silent or slow.

uvicorn bounds only the pause between two requests. Here a head has a size and a time, an answer has a time in which
its client must read it, a request is answered after the client has taken the answers before it, and a process and a
network have a number of connections. `port.bound_unread_answers` bounds what the kernel keeps for a connection.
"""

import asyncio
import socket
import struct
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from api.http.client_address import network

HEAD_SECONDS = 5.0
"""Time in which the head of a request must be complete, from the connection or from its first byte: a head fits into a
few packets.
"""

KEEP_ALIVE_SECONDS = 30
"""Time for which a connection without a request is kept open, so that a client at play rarely connects again."""

MAX_HEAD_BYTES = 32 * 1024
"""Size limit of a head. Browsers and proxies send at most 16 KiB."""

MAX_FIELDS = 100
"""Limit of header fields; browsers send about 20."""

SEND_SECONDS = 10.0
"""Time in which a client must read at least `SEND_BYTES` of an answer that waits for it."""

SEND_BYTES = 32 * 1024
"""About 3 KB a second, slower than any network on which the pages are usable."""

MAX_PIPELINED = 4
"""Limit of requests that wait for the answers before them on one connection. A client repeats requests that were not
answered (RFC 9112, 9.3.2).
"""

MAX_CONNECTIONS = 8_192
"""Limit of connections of a process; each takes about 40 KB. The limit of open files may lower it."""

MAX_OF_NETWORK = 256
"""Limit of connections of one client network in a process: a household or a school behind one address."""

RESERVED_FILES = 256
"""Files that a process keeps for the database, logs and files of the web client."""

SWEEP_SECONDS = 0.5
"""Interval between two checks of all connections."""

_RESET = struct.pack("ii", 1, 0)
"""The value of `SO_LINGER` with which a socket drops what was not sent when it is closed."""

REFUSED = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 5\r\nconnection: close\r\n\r\n"
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connections:
    """The connections of a process, and how many each client network has."""

    def __init__(self, limit: int = MAX_CONNECTIONS, of_network: int | None = MAX_OF_NETWORK) -> None:
        """Admit at most `limit` connections, and at most `of_network` of one network; None behind a proxy, whose
        address is that of all clients.
        """
        self.open: set[Protocol] = set()
        self._limit = limit
        self._of_network = of_network
        self._networks: Counter[str] = Counter()

    def admit(self, connection: "Protocol") -> bool:
        """Add a connection; return False if there are too many."""
        if len(self.open) >= self._limit:
            return False
        place = connection.network
        if place is not None and self._of_network is not None:
            if self._networks[place] >= self._of_network:
                return False
            self._networks[place] += 1
        self.open.add(connection)
        return True

    def remove(self, connection: "Protocol") -> None:
        """Remove a connection that has ended, if it was admitted."""
        if connection not in self.open:
            return
        self.open.remove(connection)
        place = connection.network
        if place is not None and self._of_network is not None:
            self._networks[place] -= 1
            if not self._networks[place]:
                del self._networks[place]

    async def sweep(self, interval: float = SWEEP_SECONDS) -> None:
        """Close connections whose time is over, until it is cancelled."""
        while True:
            await asyncio.sleep(interval)
            now = asyncio.get_running_loop().time()
            for connection in list(self.open):
                connection.check(now)


class _Transport:
    """The transport of a connection. After its end everything but `close` and `abort` has no effect.

    A client can leave at any moment, and uvloop raises an error for each use of a closed transport.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send the data."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def abort(self) -> None:
        """Close the connection at once. The kernel would go on to offer a silent client what is not sent yet."""
        if (connected := self._transport.get_extra_info("socket")) is not None:
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self._transport.abort()

    def pause_reading(self) -> None:
        """Read nothing more for now."""
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        if not self._transport.is_closing():
            self._transport.resume_reading()


class Protocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, connections: Connections, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self.network: str | None = None
        "The client network; None for this machine."
        self._all = connections
        self._head_until: float | None = None
        "The time by which the head must be complete; None while no head is expected."
        self._head_bytes = self._field_count = 0
        self._in_head = False
        self._too_large = False
        self._held: tuple[RequestResponseCycle, Any] | None = None
        "A request that is answered when nothing of the answers before it is left here."
        self._unsent = 0
        self._unsent_since: float | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a head, or refuse the connection."""
        super().connection_made(_Transport(transport))  # type: ignore[arg-type]
        self.network = network(self.client[0]) if self.client else None
        self._head_until = self.loop.time() + HEAD_SECONDS
        if not self._all.admit(self):
            transport.write(REFUSED)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._all.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read heads and bodies."""
        if self._head_until is None and not self._is_answering():
            self._head_until = self.loop.time() + HEAD_SECONDS
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                self._too_large = True
                self.send_400_response("")

    def on_message_begin(self) -> None:
        """Begin a head."""
        super().on_message_begin()
        self._in_head = True
        self._head_bytes = self._field_count = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a field of the head. A field after the body is only counted, because the head has been answered."""
        self._field_count += 1
        if self._in_head:
            super().on_header(name, value)
        if self._field_count > MAX_FIELDS or len(name) + len(value) > MAX_HEAD_BYTES:
            self._too_large = True
            raise ValueError("the head is too large")  # ends the parsing, then `send_400_response` is called

    def on_headers_complete(self) -> None:
        """Begin to answer the request, or refuse it for its Host fields (RFC 9112, 3.2)."""
        self._in_head = False
        self._head_until = None
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() == "1.1"):
            raise ValueError("a request has one Host")  # ends the parsing, then `send_400_response` is called
        if len(self.pipeline) >= MAX_PIPELINED:
            raise ValueError("too many requests wait")
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Answer a request, as soon as the client has taken the answers before it."""
        if self.transport.get_write_buffer_size():
            self._held = cycle, app
            self.flow.pause_reading()
            self.transport.set_write_buffer_limits(high=0)  # calls `resume_writing` when nothing is left
        else:
            super()._start_asgi_task(cycle, app)

    def resume_writing(self) -> None:
        """Send again, or answer the request that was held."""
        super().resume_writing()
        if self._held is not None:
            held, self._held = self._held, None
            self.transport.set_write_buffer_limits()
            super()._start_asgi_task(*held)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's text, which names its parser
        """Answer bytes that are not a request, without a body. A request before them is answered first."""
        if self._is_answering() and (not self.cycle.more_body or self.pipeline or self._held):
            self.cycle.keep_alive = False
            self.flow.pause_reading()
            return
        self.transport.write(HEAD_TOO_LARGE if self._too_large else BAD_REQUEST)
        self.transport.close()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # uvicorn sets None first
        return cycle is not None and not cycle.response_complete

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing, because any client can ask for an upgrade."""

    def check(self, now: float) -> None:
        """Close the connection if its head is late; abort it if its client does not read what was sent."""
        if self._head_until is not None and now > self._head_until:
            self._head_until = None
            self.transport.close()
        unsent = self.transport.get_write_buffer_size()
        if not unsent:
            self._unsent_since = None
        elif self._unsent_since is None or unsent <= self._unsent - SEND_BYTES:
            self._unsent, self._unsent_since = unsent, now
        elif now > self._unsent_since + SEND_SECONDS:
            self.transport.abort()
