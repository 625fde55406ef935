"""Attacks with the rights of an account, and with a damaged game. Each returns what it found wrong."""

import json
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection

from domain.running.self_play import at_once
from infra.accounts.accounts import create_admin
from infra.databases.pool import open_pool
from prove.siege.sockets import Swarm
from prove.siege.target import LATE_SECONDS, Answer, Target

RIGHT_SECONDS = 1.0
"""Seconds within which a lost right ends open requests."""

SHARE_POLLS = 130
SHARE_STREAMS = 80
GAMES = 400


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
        one.received.startswith(b"HTTP/1.1 304") and b"\r\nretry-after:" not in one.received.lower()
        for one in waiting.held
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
