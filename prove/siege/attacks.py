"""The attacks. Each returns what it found wrong, apart from the requests of the bystanders."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection
from random import Random
from typing import Any

from domain.self_play import at_once
from infra.postgres.pool import open_pool
from infra.repositories.accounts import create_admin
from prove.harness.server import RunningServer
from prove.report import Run
from prove.siege.sockets import Swarm

SLOW_BODIES = 64
SILENT = 1_100

BODY_SECONDS = 1.5
"""Seconds after which the server answers a missing body."""

HEAD_SECONDS = 5.0
"""Seconds after which the server closes a connection without a complete request."""

RIGHT_SECONDS = 1.0
"""Seconds within which a lost right ends open requests."""

LATE_SECONDS = 2.0
"""Allowance for a busy machine, beyond each limit."""

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
"""The first bytes of an HTTP/2 connection (RFC 9113, 3.4)."""

SHARE_POLLS = 130
SHARE_STREAMS = 80
GAMES = 400

Answer = tuple[int, dict[str, Any]]


@dataclass(slots=True)
class Target:
    """The server under attack."""

    server: RunningServer
    run: Run
    chance: Random
    damaged: str
    "The id of a game with a damaged page."
    _named: int = field(default=0)

    @property
    def port(self) -> int:
        """The port of the server."""
        return self.server.port

    def seconds(self, full: float, least: float) -> float:
        """Return the duration of an attack in this run."""
        return max(least, full * min(1.0, self.run.share * 10))

    def ask(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> Answer:
        """Return status and answer of a request of the attacker."""
        sent = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            with connection.getresponse() as response:
                text = response.read()
        return response.status, json.loads(text) if text.startswith(b"{") else {}

    def player(self) -> tuple[str, str]:
        """Return id and token of a new account."""
        self._named += 1
        _, made = self.ask("POST", "/v1/players", {"name": f"attacker {self._named}"})
        return made["id"], made["token"]

    def game(self, token: str, **wanted: Any) -> str:
        """Return the id of a new game that waits for this account."""
        body = {"ruleset": "dobon-sato", "seats": 2, "bots": ["novice"], "options": at_once("dobon-sato")} | wanted
        status, made = self.ask("POST", "/v1/games", body, token)
        if status != 201:
            raise RuntimeError(f"a game could not be opened: {status} {made}")
        return str(made["id"])


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack."""

    what: str
    run: Callable[[Target], Iterator[str]]


def no_attack(target: Target) -> Iterator[str]:
    """Wait: the bystanders alone, to compare with."""
    time.sleep(target.seconds(10, 2))
    yield from ()


def head(path: str, token: str = "", length: int = 20) -> bytes:
    """Return the head of a request whose body does not follow."""
    authorization = f"Authorization: Bearer {token}\r\n" if token else ""
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"{authorization}Content-Length: {length}\r\n\r\n"
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
    """Send no body to an operation that needs a token, without one: the answer does not wait for the body."""
    first = head("/v1/games")
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


def unread_answers(target: Target) -> Iterator[str]:
    """Ask for large answers and read none of them."""
    request = b"GET /openapi.yaml HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    held = []
    for _ in range(target.run.count(200, 20)):
        swarm = Swarm(target.port, request * 20)
        swarm.open(1)
        held.append(swarm)
    time.sleep(target.seconds(20, 3))
    for swarm in held:
        swarm.close()
    yield from ()


def long_polls(target: Target) -> Iterator[str]:
    """Wait for the view of one account's game as often as possible. Other accounts must still be able to wait."""
    _, token = target.player()
    game = target.game(token)
    tag = tag_of(target, game, token)
    swarm = Swarm(target.port, request(f"/v1/games/{game}/view?wait=20", token, f"If-None-Match: {tag}\r\n"))
    swarm.open(SHARE_POLLS)
    swarm.watch(1.0)
    yield from limited(swarm)
    yield from other_account_waits(target)
    swarm.watch(target.seconds(10, 1))
    swarm.close()


def streams(target: Target) -> Iterator[str]:
    """Open as many streams of one account as possible. Other accounts must still be able to open one."""
    _, token = target.player()
    game = target.game(token)
    swarm = Swarm(target.port, request(f"/v1/games/{game}/stream", token))
    swarm.open(SHARE_STREAMS)
    swarm.watch(1.0)
    yield from limited(swarm)
    yield from other_account_waits(target)
    swarm.watch(target.seconds(10, 1))
    swarm.close()


def request(path: str, token: str, more: str = "") -> bytes:
    """Return a request without a body."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n{more}\r\n".encode()


def limited(swarm: Swarm) -> Iterator[str]:
    """Yield an error if no request of the account was refused."""
    if not any(one.received.startswith(b"HTTP/1.1 429") for one in swarm.held):
        yield f"one account holds {len(swarm.held)} open requests"


def tag_of(target: Target, game: str, token: str) -> str:
    """Return the entity tag of an account's view."""
    with closing(HTTPConnection("127.0.0.1", target.port, timeout=30)) as connection:
        connection.request("GET", f"/v1/games/{game}/view", headers={"Authorization": f"Bearer {token}"})
        with connection.getresponse() as response:
            response.read()
            return str(response.headers["ETag"])


def other_account_waits(target: Target) -> Iterator[str]:
    """Yield an error if another account cannot open a stream of a game of its own, or wait for its view."""
    _, token = target.player()
    game = target.game(token)
    waiting = Swarm(
        target.port,
        request(f"/v1/games/{game}/view?wait=1", token, f"If-None-Match: {tag_of(target, game, token)}\r\n"),
    )
    waiting.open(1)
    waiting.watch(1 + LATE_SECONDS)
    if not all(
        one.received.startswith(b"HTTP/1.1 304") and b"retry-after" not in one.received.lower() for one in waiting.held
    ):
        yield f"another account's waiting view was answered with {[one.received[:200] for one in waiting.held]}"
    waiting.close()
    swarm = Swarm(target.port, request(f"/v1/games/{game}/stream", token))
    swarm.open(1)
    swarm.watch(LATE_SECONDS)
    if not all(one.received.startswith(b"HTTP/1.1 200") for one in swarm.held) or not swarm.held:
        yield f"another account's stream was answered with {[one.received[:100] for one in swarm.held]}"
    swarm.close()


def bot_games(target: Target) -> Iterator[str]:
    """Open games against seven bots without delay until the server refuses more."""
    _, token = target.player()
    options = at_once("dobon-sato") | {"turn_seconds": 1, "rounds": 20}
    body = {"ruleset": "dobon-sato", "seats": 8, "bots": ["careful"] * 7, "options": options}
    answer: Answer = (0, {})
    for _ in range(target.run.count(GAMES, 150)):
        answer = target.ask("POST", "/v1/games", body, token)
        if answer[0] != 201:
            break
    if answer[1].get("code") != "too-many-games":
        yield f"the last game was answered with {answer[0]} {answer[1].get('code')}"
    time.sleep(target.seconds(20, 3))


def suspended_player(target: Target) -> Iterator[str]:
    """Suspend a player with an open stream and a waiting view: both end."""
    player, token = target.player()
    game = target.game(token)
    with open_pool(target.server.settings) as pool:
        _, _, admin = create_admin(pool, "siege")
    swarm = Swarm(target.port, request(f"/v1/games/{game}/stream", token))
    swarm.open(4)
    waiting = request(f"/v1/games/{game}/view?wait=30", token, f"If-None-Match: {tag_of(target, game, token)}\r\n")
    polls = Swarm(target.port, waiting)
    polls.open(4)
    swarm.watch(1.0)
    status, answer = target.ask("POST", f"/v1/admin/players/{player}/suspension", {"reason": "siege"}, admin)
    if status not in (200, 201, 204):
        yield f"the suspension was answered with {status} {answer}"
    swarm.watch(RIGHT_SECONDS + LATE_SECONDS)
    open_still = [one for one in swarm.held if one.closed is None and b"unauthorized" not in one.received]
    if open_still:
        yield f"{len(open_still)} of {len(swarm.held)} streams of the suspended player are still open"
    swarm.close()
    polls.watch(0.1)
    refused = [one for one in polls.held if one.received.startswith(b"HTTP/1.1 403")]
    if len(refused) < len(polls.held):
        yield f"{len(refused)} of {len(polls.held)} waiting views of the suspended player were refused in time"
    polls.close()


def foreign_host(target: Target) -> Iterator[str]:
    """Ask for the metrics under a foreign name, as a page in a browser on the server's machine could."""
    status, _ = target.ask("GET", "/metrics", Host="attacker.example")
    if status < 400:
        yield f"the metrics were answered with {status}"
    time.sleep(target.seconds(5, 1))


def damaged_page(target: Target) -> Iterator[str]:
    """Ask for a game with a damaged page, whose deadline is due as well."""
    with open_pool(target.server.settings) as pool:
        _, _, admin = create_admin(pool, "siege")
    end = time.monotonic() + target.seconds(10, 2)
    while time.monotonic() < end:
        status, answer = target.ask("GET", f"/v1/admin/games/{target.damaged}/events", token=admin)
        if (status, answer.get("code")) != (500, "damaged-game"):
            yield f"the damaged game was answered with {status} {answer.get('code')}"
            return
        time.sleep(0.1)
    _, listed = target.ask("GET", "/v1/admin/damaged-games", token=admin)
    if target.damaged not in json.dumps(listed):
        yield f"the damaged game is not listed: {listed}"


ATTACKS = (
    Attack("no attack", no_attack),
    Attack("64 bodies that never arrive, without a token", bodies_of_no_account),
    Attack("64 bodies that never arrive, of an account", bodies_of_an_account),
    Attack("64 bodies that never arrive, where a token is missing", bodies_without_a_right),
    Attack("1,100 connections that send no byte", silent_connections),
    Attack("1,100 connections with a preface of HTTP/2", prefaces),
    Attack("1,100 heads that never end", slow_heads),
    Attack("200 connections that read no answer", unread_answers),
    Attack("130 waiting views of one account", long_polls),
    Attack("80 streams of one account", streams),
    Attack("games against seven bots, as many as possible", bot_games),
    Attack("a suspended player with open streams", suspended_player),
    Attack("metrics under a foreign name", foreign_host),
    Attack("a game with a damaged page", damaged_page),
)
