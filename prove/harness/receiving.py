"""A server of receivers on this machine: it takes pushes and deliveries, or holds them up, as their paths say."""

import asyncio
import ssl
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path

import orjson

TAKES = "takes"
"""The end of a path whose requests are taken."""

INTERIM = "interim"
"""The end of a path whose requests get interim answers without an end."""

HANGS = "hangs"
"""The end of a path whose requests get no answer."""

_TAKEN = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_INTERIM = b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000


@dataclass(slots=True)
class Arrivals:
    """The requests that the server has read, with their moments."""

    port: int = 0
    _found: dict[tuple[str, str], float] = field(default_factory=dict)
    "Seconds, by the path and the topic of a push or the game of a delivery. Of repetitions the first counts."

    def add(self, path: str, about: str) -> None:
        """Note a request."""
        self._found.setdefault((path, about), time.monotonic())

    def of(self, path: str, game: str) -> float | None:
        """Return when a push or a delivery about a game arrived; None if none has."""
        topic = urlsafe_b64encode(sha256(game.encode()).digest()[:24]).decode()
        return self._found.get((path, topic), self._found.get((path, game)))

    def count(self, end: str) -> int:
        """Return how many have arrived at paths with this end, apart from repetitions."""
        return sum(path.endswith(end) for path, _ in list(self._found))


@contextmanager
def receiving(certificate: Path) -> Iterator[Arrivals]:
    """Yield the requests of a server that runs inside this block."""
    found, ready = Arrivals(), threading.Event()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with asyncio.Runner() as runner:
        stopping = asyncio.Event()
        thread = threading.Thread(
            target=runner.run, args=(_serve(found, context, ready, stopping),), name="receivers", daemon=True
        )
        loop = runner.get_loop()
        thread.start()
        ready.wait()
        try:
            yield found
        finally:
            loop.call_soon_threadsafe(stopping.set)
            thread.join()


async def _serve(found: Arrivals, context: ssl.SSLContext, ready: threading.Event, stopping: asyncio.Event) -> None:
    async def receive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError):
            await _receive(found, reader, writer)
        writer.transport.abort()

    server = await asyncio.start_server(receive, "127.0.0.1", 0, ssl=context, backlog=1_000)
    found.port = server.sockets[0].getsockname()[1]
    ready.set()
    await stopping.wait()
    server.close()


async def _receive(found: Arrivals, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Read a request, and do with it what its path says."""
    line, _, rest = (await reader.readuntil(b"\r\n\r\n")).partition(b"\r\n")
    path, fields = line.decode().split(" ")[1], message_from_bytes(rest)
    body = await reader.readexactly(int(fields["Content-Length"]))
    found.add(path, fields["Topic"] or str(orjson.loads(body)["data"].get("game")))
    if path.endswith(TAKES):
        writer.write(_TAKEN)
        await writer.drain()
    elif path.endswith(INTERIM):
        while True:
            writer.write(_INTERIM)
            await writer.drain()
            await asyncio.sleep(0)  # `drain` may not wait, and a connection that was closed has to be noticed
    else:
        await reader.read()  # until the sender gives up
