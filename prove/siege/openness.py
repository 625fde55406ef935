"""Attacks through what is open to others: codes of apps, challenges, searches and downloads.

Each returns what it found wrong.
"""

import json
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlencode

from domain.running.self_play import at_once
from infra.clock import now
from infra.commands.service import GameService
from infra.databases.pool import open_pool
from prove.harness.authorization import AUTHORIZATION, BACK, VERIFIER, returned
from prove.harness.server import WORKERS
from prove.harness.service_games import Stage, Table
from prove.siege.accounts import request
from prove.siege.sockets import Swarm
from prove.siege.target import LATE_SECONDS, Answer, Target

GUESSES = 100
LIFE_SECONDS = 61.0
"""A second more than a code is valid."""

STRANGERS = 40
"""Accounts whose challenges fill a player's list, if each sends as many as it may."""

OF_PAIR = 3
"""The challenges by one account to another one within an hour that may lead to no game."""

WITHDRAWN = 12
SEARCHES = 160
DOWNLOADS = 60
EARLY = "2020-01-01T00:00:00.000000Z"
"""A moment before all games."""

DOWNLOADED_GAMES = 12
"""Games whose logs are too large for the buffers of a connection."""

ALLOWED_DOWNLOADS = 60
"""The downloads of an account in an hour, in each process."""


def codes_of_apps(target: Target) -> Iterator[str]:
    """Guess the codes of apps, steal one, use one twice, and use one too late."""
    _, token = target.player()
    for _ in range(target.run.count(GUESSES, 10)):
        yield from _refused(target, secrets.token_urlsafe(32), "a guessed code")
    yield from _refused(target, _code(target, token), "a stolen code", code_verifier="a" * 43)
    code = _code(target, token)
    status, first = _collect(target, code)
    if status != 200:
        yield f"a code was answered with {status} {first}"
        return
    yield from _refused(target, code, "a code that was used")
    status, _ = target.ask("GET", "/v1/games", token=first["access_token"])
    if status != 401:
        yield f"the token of a code that was used twice was answered with {status}"
    if target.seconds(LIFE_SECONDS, 0) == LIFE_SECONDS:
        late = _code(target, token)
        time.sleep(LIFE_SECONDS)
        yield from _refused(target, late, "a code after a minute")


def _code(target: Target, token: str) -> str:
    _, answer = target.ask("POST", "/v1/authorization", {**AUTHORIZATION, "allow": True}, token)
    return returned(answer["redirect"])["code"]


def _refused(target: Target, code: str, what: str, **changes: str) -> Iterator[str]:
    status, answer = _collect(target, code, **changes)
    if (status, answer.get("error")) != (400, "invalid_grant"):
        yield f"{what} was answered with {status} {answer}"


def _collect(target: Target, code: str, **changes: str) -> Answer:
    fields = {
        "grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "client_id": "my-app",
        "code_verifier": VERIFIER, **changes,
    }  # fmt: skip
    with closing(HTTPConnection("127.0.0.1", target.port, timeout=30)) as connection:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/oauth/token", urlencode(fields), headers)
        with connection.getresponse() as response:
            return response.status, json.loads(response.read())


def challenges(target: Target) -> Iterator[str]:
    """Fill a player's list with challenges of strangers, and tell the player of one again and again."""
    player, token = target.player()
    friend, of_friend = target.player()
    status, _ = target.ask("PUT", f"/v1/players/me/follows/{friend}", token=token)
    if status != 204:
        yield f"following was answered with {status}"
    body = {"player": player, "ruleset": "durak"}
    for _ in range(STRANGERS):
        _, stranger = target.player()
        for _ in range(OF_PAIR):
            target.ask("POST", "/v1/challenges", body, stranger)
    status, answer = target.ask("POST", "/v1/challenges", body, of_friend)
    if status != 201:
        yield f"the challenge of a player whom the other one follows was answered with {status} {answer.get('code')}"
    victim, _ = target.player()
    _, attacker = target.player()
    made = 0
    for _ in range(WITHDRAWN):
        status, answer = target.ask("POST", "/v1/challenges", {**body, "player": victim}, attacker)
        made += status == 201
        target.ask("DELETE", f"/v1/challenges/{answer.get('id')}", token=attacker)
    if made > OF_PAIR:
        yield f"a player was sent {made} challenges that were withdrawn at once"


def searches(target: Target) -> Iterator[str]:
    """Search for players without a pause. Another account can search meanwhile."""
    _, token = target.player()
    _, other = target.player()
    found = Counter[int]()
    end = time.monotonic() + target.seconds(10, 1)
    while found.total() < SEARCHES or time.monotonic() < end:
        found[target.ask("GET", "/v1/players?name=bystander", token=token)[0]] += 1
    if not found[429]:
        yield f"{found.total()} searches were answered with {dict(found)}"
    for _ in range(2 * WORKERS):
        status, answer = target.ask("GET", "/v1/players?name=bystander", token=other)
        if status != 200:
            yield f"the search of another account was answered with {status} {answer.get('code')}"


def downloads(target: Target) -> Iterator[str]:
    """Download a long history many times at once, and read nothing; then ask again and again."""
    player, token = target.player()
    _play(target, player)
    path = f"/v1/players/{player}/games"
    swarm = Swarm(target.port, request(path, token))
    swarm.open(DOWNLOADS)
    time.sleep(target.seconds(10, 2))
    empty = f"{path}?until={EARLY}"
    status, _ = target.ask("GET", empty, token=target.player()[1])
    if status != 200:
        yield f"the download of another account was answered with {status}"
    swarm.watch(1.0)
    begun = sum(one.received.startswith(b"HTTP/1.1 200") for one in swarm.held)
    if not 0 < begun <= 2 * WORKERS:
        yield f"{begun} downloads of an account had begun at once"
    swarm.close()
    _, idle = target.player()
    found = Counter[str]()
    for _ in range(ALLOWED_DOWNLOADS * WORKERS + 1):
        status, answer = target.ask("GET", empty, token=idle)
        found[answer.get("code", str(status))] += 1
    if not found["rate-limited"]:
        yield f"{found.total()} downloads of an account in a row were answered with {dict(found)}"


def _play(target: Target, player: str) -> None:
    """Finish some games of an account with another one, and wait until they are in its history."""
    other, token = target.player()
    with open_pool(target.server.settings) as pool:
        stage = Stage(pool, now())
        stage.tables = GameService(pool, now, games_per_account=0)
        for _ in range(DOWNLOADED_GAMES):
            game = stage.tables.create(player, "durak", at_once("durak"), 2).game.id
            stage.tables.sit(game, other)
            table = Table(stage, game, [player, other])
            while table.game().status != "finished":
                table.move()
    end = time.monotonic() + 10 * LATE_SECONDS
    while time.monotonic() < end:
        _, answer = target.ask("GET", f"/v1/players/{other}/history", token=token)
        if len(answer["games"]) == DOWNLOADED_GAMES:
            return
        time.sleep(0.2)
    raise RuntimeError("the games are not in the history")
