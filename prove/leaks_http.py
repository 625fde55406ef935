"""Pairs of worlds over HTTP: all that a viewer is answered at one point of a game, by every route there is, in two worlds that differ in what nobody of the viewers can see.

A game is played, and what its viewers are answered is noted. Then it is laid in a second time with other cards, and played on with the same commands.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import orjson

from domain.rulesets import RULESETS
from infra import log
from prove.access import routes
from prove.leaks_found import Found, difference
from prove.place import database
from prove.staged import theatre
from tests.api.conftest import Caller, House, Table
from tests.api.test_two_worlds import OPTIONS, moves, options, refusals
from tests.api.worlds import HEX, SECONDS, World, exchanged, hidden_from, laid_in

POINTS = 8
"""Points of a game at which its viewers ask."""

A_GAME = 18
"""Pairs that are wanted of each number; where a round ends soon another game is played."""

TRIES = 12
"""Actions that are tried at each point; all are refused."""

STRANGERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("spectator", {"spectators": "live"}), ("delayed spectator", {"spectators": "delayed", "spectator_delay": 3}), ("outsider", {"spectators": "off"}),
)  # fmt: skip
"""What somebody who does not sit there is, and the games in which they are that. An admin who sits nowhere is no more."""

ELSEWHERE = "00000000-0000-4000-8000-000000000000"

LISTS = {"/v1/games": "games", "/v1/admin/claims": "claims"}
"""Lists of things of all games, of which those of this game are compared."""

OF_THE_SERVER = ("/metrics", "/readyz", "/healthz", "/v1/admin/acts", "/v1/admin/projections", "/docs", "/openapi.yaml")
"""What tells of the server, which both worlds share: the status is compared."""

UNDOING = ("DELETE /v1/games/<id:game>/seats/me", "DELETE /v1/players/me/token")
"""What would take the viewer away is asked without a token."""

EVERYWHERE = "/v1/admin/integrity"
"""What would look at the games of both worlds is asked with a body that is refused."""

Asked = tuple[str, str]
"""A route, and how it was answered."""


def several(seed: str, numbers: range) -> Found:
    """The pairs of some games, on a server of their own."""
    found = Found()
    with database() as settings, theatre(settings) as there:
        known = sorted(routes(there.house.app))
        found.covered += Counter(("known", route) for route in known)
        for number in numbers:
            chance, enough = Random(f"{seed}-http-{number}"), found.pairs + A_GAME
            while found.pairs < enough:
                found.add(pairs(there.house, there.admin, there.stranger, known, chance, number))
    return found


def pairs(house: House, admin: Caller, stranger: Caller, known: list[str], chance: Random, number: int) -> Found:
    """The pairs of one game."""
    key = list(RULESETS)[number % len(RULESETS)]
    kind, watched = STRANGERS[number // len(RULESETS) % len(STRANGERS)]
    seat, found = chance.randrange(3), Found()
    table = begun(house, chance, key, watched)
    viewers = [("seat", table.people[seat]), (kind, stranger), ("admin", admin)]
    start, now = table.log()[0], house.time.now
    told, tried, answers = list[tuple[int, dict[str, Any]]](), list[list[dict[str, Any]]](), list[list[list[Asked]]]()
    one = World(house, table.id, table.people)
    while len(answers) < POINTS and (view := table.people[seat].view(table.id))["status"] == "playing":
        wanted = refusals(view, chance)
        tried.append(chance.sample(wanted, min(TRIES, len(wanted))))
        answers.append([list(asked(one, viewer, known, tried[-1])) for _, viewer in viewers])
        told.append(moves(table, chance, open_handed=False))
        one.do(*told[-1])
    with house.pool.connection() as connection:
        events = log.read(connection, table.id)
    before_end = [event for event in events if event.type not in ("round-ended", "round-revealed", "game-ended")]
    hidden = hidden_from(before_end, seat)
    if len(hidden) < 2:
        return found
    swapped = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    two = laid_in(table, exchanged(events[:start], seat, swapped))
    house.time.now = now
    for point, tries in enumerate(tried):
        for (name, viewer), first in zip(viewers, answers[point], strict=True):
            second = list(asked(two, viewer, known, tries))
            found.pairs += 1
            found.covered[("viewer", name)] += 1
            found.covered += Counter(("route", route) for route, _ in first)
            wrong = [f"{a[0]}: {difference(a[1], b[1])}" for a, b in zip(first, second, strict=True) if a != b]
            found.failures += [f"{key}, game {number}, {name}, point {point}: {what}" for what in wrong[:1]]
        mover, body = told[point]
        two.do(
            mover, {**body, "cards": [swapped.get(code, code) for code in body["cards"]]} if "cards" in body else body
        )
    return found


def begun(house: House, chance: Random, key: str, watched: dict[str, Any]) -> Table:
    """A first round that has come some way and is not over."""
    while True:
        table = house.table(3, listed=True, ruleset=key, options=OPTIONS[key] | options(key, chance), **watched)
        world = World(house, table.id, table.people)
        house.time.passes(SECONDS)
        for _ in range(chance.randrange(12 if key == "dobon-sato" else 40)):
            if table.people[0].view(table.id)["status"] == "playing":
                world.do(*moves(table, chance))
        if table.people[0].view(table.id)["status"] == "playing":
            return table


def asked(world: World, viewer: Caller, known: list[str], tries: list[dict[str, Any]]) -> Iterator[Asked]:
    """Everything the viewer may ask at this point, and how it is answered; what would change something is asked so that it is refused."""
    client, token = world.house.app.test_client(), {"Authorization": f"Bearer {viewer.token}"}
    view = client.get(f"/v1/games/{world.game}/view", headers=token)
    version = orjson.loads(view.data).get("version", 1)
    for route in known:
        method, path = route.split(" ")
        headers = {} if route in UNDOING else token
        filled = path_of(path, world, viewer, version)
        for query in queries(route, version):
            if method == "POST":
                response = client.open(filled, method=method, headers=headers, json=[] if path == EVERYWHERE else {})
            else:
                response = client.open(filled + query, method=method, headers=headers)
            yield route, compared(world, path, response)
    tag = {**token, "If-None-Match": view.headers.get("ETag", '"1-watch"')}
    yield "GET /v1/games/<id:game>/view", world.plain(client.get(f"/v1/games/{world.game}/view", headers=tag))
    for body in tries:
        response = client.post(f"/v1/games/{world.game}/actions", json=body, headers=token)
        yield "POST /v1/games/<id:game>/actions", world.plain(response)


def path_of(path: str, world: World, viewer: Caller, version: int) -> str:
    """The path of a route, about this game."""
    values = {
        "<id:game>": world.game, "<number:round_number>": "1", "<number:version>": str(version), "<id:player>": viewer.id, "<id:share>": ELSEWHERE,
        "<id:token>": ELSEWHERE, "<id:name>": "statistics", "<key>": "doubt", "<code>": "no-such-game",
    }  # fmt: skip
    for name, value in values.items():
        path = path.replace(name, value)
    return path


def queries(route: str, version: int) -> list[str]:
    """What a route is asked for."""
    return {
        "GET /v1/games/<id:game>/view": ["", f"?at={max(1, version - 3)}", f"?at={version + 1}"],
        "GET /v1/games/<id:game>/events": ["?after=0", f"?after={max(0, version - 6)}", f"?after={version}"],
        "GET /v1/games": ["?limit=100", "?limit=100&mine=true"],
        "GET /v1/leaderboard": ["?ruleset=dobon-sato"],
    }.get(route, [""])


def compared(world: World, path: str, response: Any) -> str:
    """What of an answer has to be the same."""
    if path in OF_THE_SERVER:
        return str(response.status)
    if path in LISTS and response.status_code == 200:
        found = orjson.loads(response.data).get(LISTS[path], [])
        mine = [item for item in found if world.game in (item.get("id"), item.get("game"))]
        for item in mine:
            item.pop("created_at", None)
        return HEX.sub("#", f"{response.status} {mine}".replace(world.game, "GAME"))
    return world.plain(response)
