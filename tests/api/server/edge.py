"""The server of a worker on a port, in a thread of the test."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

from api.server.asgi import Application
from api.server.port import open_port, reserve_port
from api.server.protocol import Connections
from api.server.worker import Server

PATIENCE = 60


@contextmanager
def serving(
    application: Application, close: Callable[[], None] = lambda: None, connections: Connections | None = None
) -> Iterator[tuple[int, Callable[[], None]]]:
    """Serve in a thread; yield the port and a function that stops the server and waits for its end."""
    listener = reserve_port("127.0.0.1", 0)
    open_port(listener)
    port = listener.getsockname()[1]
    server = Server(application, connections or Connections(), close)
    thread = Thread(target=server.run, args=[[listener]])
    thread.start()

    def stop() -> None:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()

    try:
        yield port, stop
    finally:
        stop()
        listener.close()


def until(done: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "the condition stays false"
        time.sleep(0.01)


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def read_all(connection: socket.socket) -> bytes:
    """Return all that arrives until the server closes the connection."""
    found = bytearray()
    while piece := connection.recv(1 << 16):
        found += piece
    return bytes(found)
