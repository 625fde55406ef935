"""The port of a server: reserved from its start to its end, and open only while a worker can answer.

The parent binds one socket and passes it to the workers. A worker listens when it is ready (`open_port`). When none is
left the parent stops listening (`close_port`), so that clients are refused at once and a proxy asks another server,
instead of waiting for a process that has not started.
"""

import socket
import sys
import time

BACKLOG = 4_096
"""Connections that may wait for a worker; the system may allow fewer."""

SEND_BUFFER = 16 * 1024
"""Size of the send buffer of a connection, which Linux doubles. Without a limit the kernel keeps up to 4 MB for a
client that reads nothing. With a round trip of 0.1 s a client is still sent about 280 KB a second.
"""

MAX_SEGMENT = 8 * 1024
"""Size limit of a segment. Those of the loopback interface would fill the send buffer, so that each waits 40 ms for its
acknowledgement; those of other networks are smaller.
"""

UNREAD_SECONDS = 30
"""Time after which the kernel drops a connection whose client takes nothing of what was sent, also one that this server
has closed.
"""

PORT_SECONDS = 3.0
"""Time to wait for a port that workers of a killed server may still hold."""


def reserve_port(host: str, port: int, seconds: float = PORT_SECONDS) -> socket.socket:
    """Return a socket that alone is bound to the port. Raises `OSError` if the port is in use for that time."""
    until = time.monotonic() + seconds
    while True:
        try:
            return _bind(host, port)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def bound_unread_answers(listener: socket.socket) -> None:
    """Bound what the kernel keeps for a client that does not read, and for how long. Accepted sockets inherit it."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, MAX_SEGMENT)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)


def open_port(listener: socket.socket) -> None:
    """Let clients connect. Called by each worker when it is ready."""
    _share_with_ended_connections(listener, shared=True)
    listener.listen(BACKLOG)


def close_port(listener: socket.socket) -> None:
    """Refuse further clients, and drop those that no worker has taken yet. A worker may open the port again."""
    if not sys.platform.startswith("linux"):  # elsewhere a socket cannot stop listening: clients wait for a worker
        return
    # A socket that is shut down without listening would pass this on: its later connections could receive nothing.
    if listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        _share_with_ended_connections(listener, shared=False)
        listener.shutdown(socket.SHUT_RD)


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        # Without SO_REUSEPORT: with it another program of the same account could take a part of the connections.
        _share_with_ended_connections(listener, shared=True)
        bound_unread_answers(listener)
        listener.bind(address)
        _share_with_ended_connections(listener, shared=False)
    except OSError:
        listener.close()
        raise
    return listener


def _share_with_ended_connections(listener: socket.socket, *, shared: bool) -> None:
    """Allow or forbid that others use the port (`SO_REUSEADDR`).

    It has to be allowed to bind and to listen, because of ended connections of an earlier server. While the socket does
    not listen it has to be forbidden, because another program could bind the port too.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, int(shared))
