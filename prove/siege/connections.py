"""Attacks with connections: bodies, heads and answers that make no progress. Each returns what it found wrong."""

import time
from collections.abc import Callable, Iterator

from prove.siege.sockets import Swarm
from prove.siege.target import LATE_SECONDS, Target

SLOW_BODIES = 64
SILENT = 1_100

BODY_SECONDS = 1.5
"""Seconds after which the server answers a missing body."""

HEAD_SECONDS = 5.0
"""Seconds after which the server closes a connection without a complete request."""

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
"""The first bytes of an HTTP/2 connection (RFC 9113, 3.4)."""


EXPECT = "Expect: 100-continue\r\n"
"""Field of a client that waits for the server before it sends the body (RFC 9110, 10.1.1)."""


def head(path: str, token: str = "", length: int = 20, more: str = "") -> bytes:
    """Return the head of a request whose body does not follow."""
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"{authorization}Content-Length: {length}\r\n{more}\r\n"
    ).encode()


def slow_bodies(first: bytes, status: bytes, target: Target) -> Iterator[str]:
    """Keep sockets open whose bodies never arrive, and open a new one for each that the server closes."""
    swarm = Swarm(target.port, first)
    swarm.open(SLOW_BODIES)
    swarm.watch(target.seconds(60, 4), 0.1, lambda now: now.open(SLOW_BODIES - len(now.open_now())))
    swarm.watch(BODY_SECONDS + LATE_SECONDS)
    yield from answered_once(swarm, status)
    swarm.close()


def answered_once(swarm: Swarm, status: bytes) -> Iterator[str]:
    """Yield an error for connections that were not answered once with this status and closed."""
    wrong = [one.received[:60] for one in swarm.held if not one.received.startswith(b"HTTP/1.1 " + status)]
    if wrong:
        yield f"{len(wrong)} of {len(swarm.held)} connections were answered with {wrong[0]!r}"
    twice = [one for one in swarm.held if one.received.count(b"HTTP/1.1 ") > 1]
    if twice:
        yield f"{len(twice)} of {len(swarm.held)} connections were answered twice"
    if swarm.open_now():
        yield f"{len(swarm.open_now())} of {len(swarm.held)} connections are still open"


def bodies_of_no_account(target: Target) -> Iterator[str]:
    """Send no body to the operation that needs no token."""
    yield from slow_bodies(head("/v1/players"), b"408", target)


def bodies_of_an_account(target: Target) -> Iterator[str]:
    """Send no body to an operation that needs a token, with one."""
    _, token = target.player()
    game = target.game(token)
    yield from slow_bodies(head(f"/v1/games/{game}/actions", token), b"408", target)


def bodies_without_a_right(target: Target) -> Iterator[str]:
    """Send no body to an operation that needs a token, without one: the server does not ask for the body."""
    first = head("/v1/games", more=EXPECT)
    swarm = Swarm(target.port, first)
    swarm.open(SLOW_BODIES)
    swarm.watch(BODY_SECONDS / 2 + LATE_SECONDS)
    yield from answered_once(swarm, b"401")
    swarm.close()


def silent(first: bytes, target: Target, drip: bytes = b"") -> Iterator[str]:
    """Open many connections that send no complete request, and expect the server to close them."""
    swarm = Swarm(target.port, first)
    swarm.open(target.run.count(SILENT, 100))
    began = time.monotonic()
    send_drip: Callable[[Swarm], None] = lambda now: now.send(drip)  # noqa: E731
    swarm.watch(HEAD_SECONDS + LATE_SECONDS, 1.0, send_drip if drip else None)
    swarm.watch(max(0.0, target.seconds(20, 0) - (time.monotonic() - began)))
    if swarm.refused:
        yield f"{swarm.refused} connections were not accepted"
    if swarm.open_now():
        yield f"{len(swarm.open_now())} of {len(swarm.held)} connections are still open after {HEAD_SECONDS:.0f} s"
    swarm.close()


def silent_connections(target: Target) -> Iterator[str]:
    """Send no byte."""
    yield from silent(b"", target)


def prefaces(target: Target) -> Iterator[str]:
    """Send the preface of HTTP/2 and nothing else."""
    yield from silent(PREFACE, target)


def slow_heads(target: Target) -> Iterator[str]:
    """Send a head, one byte a second."""
    yield from silent(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", target, b"x")
