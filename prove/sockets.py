"""Bad framing, on sockets of our own, at both ports of a running `dobon serve`."""

import json
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from http.client import HTTPConnection
from random import Random
from time import monotonic, sleep
from typing import Any

from domain.selfplay import at_once
from prove.answering import wrong
from prove.framing import Shape, sent, shapes, spoilt
from prove.house import PATIENCE, serving
from prove.place import directory
from prove.report import Row, Run

SOCKETS = 2_000
TOGETHER = 8
"""Sockets that are open at once."""

Tried = tuple[int, Shape, bool]

JSON = re.compile("application/(?:problem\\+)?json")


def prove(run: Run) -> Row:
    """Every shape at both ports, then the same with a few bytes changed."""
    wanted = run.count(SOCKETS, 20)
    with directory() as place, serving(place) as house:
        ask = partial(_asked, house.port)
        players = [ask("POST", "/v1/players", {"name": name})[0] for name in ("Aoi", "Ren")]
        body = {"ruleset": "dobon-sato", "seats": 2, "listed": True, "options": at_once("dobon-sato")}
        game = ask("POST", "/v1/games", body, players[0]["token"])[0]
        path = f"/v1/games/{game['id']}"
        ask("POST", f"{path}/seats", {}, players[1]["token"])
        before, link = ask("GET", path, None, players[0]["token"])
        streams = re.search(":([0-9]+)/v1", link)
        assert streams is not None, "there is no process for streams"
        ports = (house.port, int(streams[1]))
        _wait(ports[1])
        tried = planned(run, wanted, shapes(path, players[0]["token"]), ports)
        with ThreadPoolExecutor(TOGETHER) as threads:
            came = threads.map(partial(_came, not run.quiet), tried)
            failures, answers = list[str](), 0
            for number, (count, whats) in enumerate(came, 1):
                answers += count
                failures += whats
                run.say("sockets", number, wanted)
        after = ask("GET", path, None, players[0]["token"])[0]
        if (after["version"], after["head"]) != (before["version"], before["head"]):
            failures.append(f"version {before['version']} has become {after['version']}")
        failures += _serves(ports, path, [player["token"] for player in players])
    note = f"{len({shape.what for _, shape, _ in tried}):,} shapes at two ports, {answers:,} answers"
    return Row("bad framing on raw sockets", len(tried), failures, note, wanted)


def _wait(port: int) -> None:
    """Until somebody listens there: the process for streams begins after the others."""
    end = monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if monotonic() > end:
                raise
            sleep(0.05)
        else:
            return


def planned(run: Run, wanted: int, every: list[Shape], ports: tuple[int, int]) -> list[Tried]:
    """Which shape goes to which port, and whether its end is told at once."""
    chance = Random(f"{run.seed}-sockets")
    once = [(port, shape, at_once) for port in ports for shape in every for at_once in (False, True)]
    if len(once) > wanted:
        return chance.sample(once, wanted)
    more = range(wanted - len(once))
    return once + [(chance.choice(ports), spoilt(chance.choice(every), chance), chance.random() < 0.5) for _ in more]


def _came(timed: bool, tried: Tried) -> tuple[int, list[str]]:
    """How many answers came, and what is wrong with them."""
    port, shape, at_once = tried
    try:
        answers = sent(port, shape, at_once=at_once)
    except TimeoutError:
        return 0, [f"{shape.what}: no answer, and no end"]
    found = [
        wrong(told, timed=timed)
        for told in answers
        if told.status < 400 or JSON.match(told.headers.get("content-type", ""))
    ]
    found += [f"{told.status}" for told in answers if told.status >= 500]
    return len(answers), [f"{shape.what}: {what}" for what in found if what]


def _serves(ports: tuple[int, int], path: str, tokens: list[str]) -> Iterator[str]:
    """What the server does not do any more."""
    for port in ports:
        view, _ = _asked(port, "GET", f"{path}/view", None, tokens[0])
        turn = view.get("round", {}).get("turn")
        told, _ = _asked(port, "POST", f"{path}/actions", {"type": "draw"}, tokens[turn or 0])
        if turn is None or told.get("version", 0) <= view["version"]:
            yield f"afterwards, at {port}: {told}"


def _asked(port: int, method: str, path: str, body: Any = None, token: str = "") -> tuple[dict[str, Any], str]:
    """What is answered to a good request, and its `Link`."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        with connection.getresponse() as response:
            found: dict[str, Any] = json.loads(response.read())
            return found, response.headers.get("Link", "")
