"""Attacks on the edge of the server: answers that nobody reads, malformed requests, names, keys and silent players.

Each returns what it found wrong.
"""

import mmap
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from prove.harness.authenticator import UNUSABLE, Authenticator
from prove.siege.sockets import Swarm
from prove.siege.target import LATE_SECONDS, Answer, Target

UNREAD = 1_100
TCP_CLOSE = 7
"""The state of a connection that was reset (Linux, `tcp_states.h`)."""

KERNEL_BYTES = 64 * 1024
"""Limit of the kernel's memory for a connection whose client does not read."""

RECEIVE_BUFFER = 4 * 1024
"""Size of an attacker's receive buffer, so that what is measured waits in the server's kernel."""

SEND_SECONDS = 10.0
"""Seconds after which the server cuts a connection whose client reads nothing."""

ANSWER_SECONDS = 10.0
"""Allowance until all connections of an attack have their first answers, on a busy machine."""

PIPELINED = 4
"""Limit of requests that wait on one connection."""

LAPSE_SECONDS = 10.0
"""Seconds after which a silent player of quick play gets no seat."""

LARGE = b"GET /openapi.yaml HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
SMALL = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

HOSTS = (
    b"GET /healthz HTTP/1.1\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: attacker.example\r\n\r\n",
    b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\nHost: attacker.example\r\n\r\n",
)

SERVERS_NAMES = ("-", "−", "admin", "ＡＤＭＩＮ", "аdmin", "運営", "Player 1", "player482913")
UNREADABLE_NAMES = ("A\ufdd0", "\U0001ffff", "A\x1b[2J", "\u200b")

OPTIONS, PASSKEYS, QUEUE = "/v1/players/me/passkey-options", "/v1/players/me/passkeys", "/v1/queue"


def unread_answers(target: Target) -> Iterator[str]:
    """Ask for large answers again and again and read none of them, also after the server has cut the connections."""
    for _ in range(4):  # each worker makes the answer once, which takes seconds
        target.ask("GET", "/openapi.yaml")
    count, before = target.run.count(UNREAD, 100), kernel_bytes()
    held = [unread(target.port) for _ in range(count)]
    time.sleep(target.seconds(3, 1))
    yield from kept(count, before, "the open connections")
    end = time.monotonic() + SEND_SECONDS + ANSWER_SECONDS
    while any(map(is_open, held)) and time.monotonic() < end:
        time.sleep(0.1)
    if open_still := [one for one in held if is_open(one)]:
        yield f"{len(open_still)} of {count} connections are still open after {SEND_SECONDS:.0f} s"
    time.sleep(LATE_SECONDS)
    yield from kept(count, before, "the connections that were cut")
    for one in held:
        one.close()


def unread(port: int) -> socket.socket:
    """Return a connection that has sent as many requests as may wait and reads no answer."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
    connection.settimeout(5)
    with suppress(OSError):
        connection.connect(("127.0.0.1", port))
        connection.sendall(LARGE * PIPELINED)
    return connection


def is_open(connection: socket.socket) -> bool:
    """Return whether the server has not reset a connection."""
    return connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != TCP_CLOSE


def kept(count: int, before: int, what: str) -> Iterator[str]:
    """Yield an error if the kernel keeps more than the limit for each of `count` connections."""
    each = (kernel_bytes() - before) / count
    if each > KERNEL_BYTES:
        yield f"the kernel keeps {each / 1024:,.0f} KiB for each of {what}"


def kernel_bytes() -> int:
    """Return how much memory the kernel uses for all TCP connections of this machine."""
    line = next(
        line for line in Path("/proc/net/sockstat").read_text(encoding="ascii").splitlines() if line.startswith("TCP:")
    )
    return int(line.split()[line.split().index("mem") + 1]) * mmap.PAGESIZE


def pipelined(target: Target) -> Iterator[str]:
    """Send 2,000 requests at once on each of many connections: all that are answered are answered in order.

    The server answers them in less than a second, so it is done again and again for some seconds.
    """
    until = time.monotonic() + target.seconds(5, 0)
    yield from _burst(target)
    while time.monotonic() < until:
        yield from _burst(target)


def _burst(target: Target) -> Iterator[str]:
    swarm = Swarm(target.port, SMALL * 2_000)
    swarm.open(target.run.count(100, 20))
    end = time.monotonic() + ANSWER_SECONDS
    while swarm.open_now() and time.monotonic() < end:
        swarm.watch(0.1)
    for one in swarm.held:
        answers = one.received.count(b"HTTP/1.1 200 ")
        if one.closed is None or answers > PIPELINED + 1:
            yield f"a connection with 2,000 requests got {answers} answers and is {'open' if one.closed is None else 'closed'}"
            break
    swarm.close()


def hosts(target: Target) -> Iterator[str]:
    """Send requests without a Host, and with two."""
    for first in HOSTS:
        swarm = Swarm(target.port, first)
        swarm.open(target.run.count(50, 5))
        swarm.watch(LATE_SECONDS / 2)
        wrong = [one for one in swarm.held if not one.received.startswith(b"HTTP/1.1 400 ") or one.closed is None]
        if wrong:
            yield f"{first[:60]!r} was answered with {wrong[0].received[:20]!r}"
        swarm.close()


def names(target: Target) -> Iterator[str]:
    """Take names of the server, of its operators, of erased players, and such that no reader can see."""
    _, token = target.player()
    refused = dict.fromkeys(SERVERS_NAMES, (409, "name-not-allowed")) | dict.fromkeys(
        UNREADABLE_NAMES, (422, "bad-body")
    )
    for name, wanted in refused.items():
        made = target.ask("POST", "/v1/players", {"name": name})
        changed = target.ask("PATCH", "/v1/players/me", {"name": name}, token)
        for status, answer in (made, *([] if changed[0] == 429 else [changed])):  # an account has few changes an hour
            if (status, answer.get("code")) != wanted:
                yield f"the name {name!a} was answered with {status} {answer.get('code')}"
    time.sleep(target.seconds(5, 1))


def keys(target: Target) -> Iterator[str]:
    """Register passkeys with keys that nobody can sign with, and one from a frame of another origin."""
    _, token = target.player()
    pages = {name: {"public": key} for name, key in UNUSABLE.items()} | {"a frame of another origin": {"framed": True}}
    for what, more in pages.items():
        status, answer = register(target, token, Authenticator(origin=f"http://localhost:{target.port}", **more))  # type: ignore[arg-type]
        if (status, answer.get("code")) != (422, "bad-passkey"):
            yield f"{what} was answered with {status} {answer.get('code')}"
    status, answer = register(target, token, Authenticator(origin=f"http://localhost:{target.port}"))
    if status != 201:
        yield f"a passkey was answered with {status} {answer.get('code')}"
    time.sleep(target.seconds(5, 1))


def register(target: Target, token: str, authenticator: Authenticator) -> Answer:
    """Return the answer to a new passkey."""
    page = {"Host": f"localhost:{target.port}"}
    _, asked = target.ask("POST", OPTIONS, None, token, **page)
    return target.ask("POST", PASSKEYS, {"credential": authenticator.create(asked["options"])}, token, **page)


def silent_joiner(target: Target) -> Iterator[str]:
    """Wait for a table of quick play and go away: the next player who waits gets no seat with the silent one."""
    (_, away), (_, other) = target.player(), target.player()
    place = {"ruleset": "durak", "seats": 2}
    target.ask("POST", QUEUE, place, away)
    time.sleep(LAPSE_SECONDS)
    target.ask("POST", QUEUE, place, other)
    status, found = target.ask("GET", f"{QUEUE}/me", token=other)
    if status != 200 or found["game"] is not None:
        yield f"after {LAPSE_SECONDS:.0f} s a silent player was seated: {status} {found}"
    status, found = target.ask("GET", f"{QUEUE}/me", token=away)
    if status != 200 or found["game"] is None:
        yield f"two players who wait have no table: {status} {found}"
