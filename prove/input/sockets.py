"""Malformed framing on raw sockets of a running `dobon serve`."""

import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from domain.running.self_play import at_once
from prove.harness.database import directory
from prove.harness.latency import FOREVER, Pace
from prove.harness.server import TIMEOUT_SECONDS, running_server
from prove.input.framing import Shape, all_shapes, corrupt, send_shape
from prove.input.oracle import Answer, find_error
from prove.report import Row, Run

SOCKETS = 2_000
OPEN_SOCKETS = 8
"""Sockets that are open at once."""

ATTEMPTS = 20
"""Maximum number of attempts of a valid request."""

Attempt = tuple[int, Shape, bool]
Result = tuple[list[Answer], float]
"""The answers to a shape, and the seconds until the last of them, or until the timeout."""

JSON = re.compile("application/(?:problem\\+)?json")


def prove(run: Run) -> Row:
    """Send every shape, then the same with a few bytes changed."""
    wanted = run.count(SOCKETS, 20)
    with directory() as place, running_server(place) as house:
        ask = partial(_request, house.port)
        players = [ask("POST", "/v1/players", {"name": name}) for name in ("Aoi", "Ren")]
        body = {"ruleset": "dobon-sato", "seats": 2, "listed": True, "options": at_once("dobon-sato")}
        game = ask("POST", "/v1/games", body, players[0]["token"])
        path = f"/v1/games/{game['id']}"
        ask("POST", f"{path}/seats", {}, players[1]["token"])
        before = ask("GET", path, None, players[0]["token"])
        tried = plan_attempts(run, wanted, all_shapes(path, players[0]["token"]), house.port)
        with ThreadPoolExecutor(OPEN_SOCKETS) as threads:
            came = list[Result]()
            for number, one in enumerate(threads.map(_send, tried), 1):
                came.append(one)
                run.report_progress("sockets", number, wanted)
        failures, pace = [*_find_errors(tried, came)], Pace(timed=not run.quiet)
        failures += _find_late(
            tried, came, pace, lambda port: _request(port, "GET", f"{path}/view", None, players[0]["token"])
        )
        after = ask("GET", path, None, players[0]["token"])
        if (after["version"], after["head"]) != (before["version"], before["head"]):
            failures.append(f"version {before['version']} became {after['version']}")
        failures += _check_service(house.port, path, [player["token"] for player in players])
        failures += find_log_errors(place / "serve.log")
    note = f"{len({shape.what for _, shape, _ in tried}):,} shapes, {sum(len(answer) for answer, _ in came):,} answers{pace.note}"
    return Row("malformed framing on raw sockets", len(tried), failures, note, wanted)


def plan_attempts(run: Run, wanted: int, every: list[Shape], port: int) -> list[Attempt]:
    """Return each shape with the port, and whether the sending side is closed at once."""
    chance = Random(f"{run.seed}-sockets")
    once = [(port, shape, half) for shape in every for half in sorted({False, shape.half})]
    if len(once) > wanted:
        waiting = [one for one in once if one[1].waits]
        return waiting + chance.sample([one for one in once if not one[1].waits], wanted - len(waiting))
    more = range(wanted - len(once))
    return once + [(port, corrupt(chance.choice(every), chance), chance.random() < 0.5) for _ in more]


def _send(tried: Attempt) -> Result:
    """Return the answers to one shape."""
    port, shape, at_once = tried
    began = monotonic()
    try:
        found = send_shape(port, shape, at_once=at_once)
    except TimeoutError:
        return [], FOREVER
    return found, monotonic() - began


def _find_errors(tried: list[Attempt], came: list[Result]) -> Iterator[str]:
    """Yield errors of the answers, apart from their duration."""
    for (_, shape, _), (answers, _) in zip(tried, came, strict=True):
        for answer in answers:
            # Input that is not HTTP is refused by the server itself, with or without words.
            ours = answer.status < 400 or answer.status >= 500 or JSON.match(answer.headers.get("content-type", ""))
            if ours and (what := find_error(answer)):
                yield f"{shape.what}: {what}"


def _find_late(tried: list[Attempt], came: list[Result], pace: Pace, good: Callable[[int], object]) -> Iterator[str]:
    """Yield the shapes whose answers took too long each time.

    They are repeated alone, less the time of a `good` request to the same port just before.
    """

    def alone(one: Attempt) -> Answer:
        began = monotonic()
        good(one[0])
        control = monotonic() - began
        return Answer(0, {}, b"", _send(one)[1] - control)

    for one, (_, seconds) in zip(tried, came, strict=True):
        if what := pace.find_error(Answer(0, {}, b"", seconds), partial(alone, one)):
            yield f"{one[1].what}: {what}"


def find_log_errors(log: Path) -> Iterator[str]:
    """Yield errors in the server's own log."""
    for line in log.read_text(errors="replace").splitlines():
        if '"level":"error"' in line or '"level":"critical"' in line or line.startswith("Traceback"):
            yield f"in its log: {line[:300]}"


def _check_service(port: int, path: str, tokens: list[str]) -> Iterator[str]:
    """Yield an error if the server no longer executes an action."""
    view = _request(port, "GET", f"{path}/view", None, tokens[0])
    turn = view.get("round", {}).get("turn")
    answer = _request(port, "POST", f"{path}/actions", {"type": "draw"}, tokens[turn or 0])
    if turn is None or answer.get("version", 0) <= view["version"]:
        yield f"afterwards: {answer}"


def _request(port: int, method: str, path: str, body: Any = None, token: str = "") -> dict[str, Any]:
    """Return the answer to a valid request.

    The body may arrive too slowly on a busy machine; then the request is repeated.
    """
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    for _ in range(ATTEMPTS):
        with closing(HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)) as connection:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            with connection.getresponse() as response:
                found: dict[str, Any] = json.loads(response.read())
                if response.status != HTTPStatus.REQUEST_TIMEOUT:
                    break
    return found
