"""Many sockets of one attacker, served by one thread."""

import selectors
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

ATTACKER = "127.0.0.2"
"""The address of the attacker; that of the other clients is 127.0.0.1."""


@dataclass(slots=True)
class Held:
    """One open connection of the attacker."""

    connected: socket.socket
    opened: float
    received: bytes = b""
    closed: float | None = None
    "The moment at which the server closed it."


@dataclass(slots=True)
class Swarm:
    """Connections that send `first` at once and read what comes back."""

    port: int
    first: bytes = b""
    held: list[Held] = field(default_factory=list)
    refused: int = 0
    "Connections that the server did not accept."
    _selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def open(self, count: int) -> None:
        """Open that many connections more."""
        for _ in range(count):
            try:
                connected = socket.create_connection(("127.0.0.1", self.port), 5, (ATTACKER, 0))
                connected.sendall(self.first)
            except OSError:
                self.refused += 1
                continue
            connected.setblocking(False)  # noqa: FBT003 - socket's own
            one = Held(connected, time.monotonic())
            self.held.append(one)
            self._selector.register(connected, selectors.EVENT_READ, one)

    def watch(self, seconds: float, every: float = 0.0, then: Callable[["Swarm"], None] | None = None) -> None:
        """Read for that long; call `then` about every `every` seconds."""
        end = time.monotonic() + seconds
        due = time.monotonic() + every
        while (now := time.monotonic()) < end:
            if then is not None and now >= due:
                then(self)
                due = now + every
            if not self._selector.get_map():
                time.sleep(min(0.05, end - now))
            for key, _ in self._selector.select(min(0.05, end - now)):
                self._read(key.data)

    def _read(self, one: Held) -> None:
        try:
            data = one.connected.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        one.received += data
        if not data:
            one.closed = time.monotonic()
            self._selector.unregister(one.connected)
            one.connected.close()

    def open_now(self) -> list[Held]:
        """Return the connections that the server has not closed."""
        return [one for one in self.held if one.closed is None]

    def send(self, data: bytes) -> None:
        """Send some bytes on each open connection."""
        for one in self.open_now():
            with suppress(OSError):
                one.connected.send(data)

    def close(self) -> None:
        """Close all connections."""
        for one in self.open_now():
            with suppress(KeyError):
                self._selector.unregister(one.connected)
            one.connected.close()
        self._selector.close()
