"""The requests of a viewer about a game over HTTP, and the part of their answers that has to be equal.

A viewer requests every route, the log as a stream, and refused actions. Requests that would change something are made
so that they are refused.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import orjson
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families
from werkzeug.test import TestResponse

from api.http.exchange import EXCHANGE, Exchange
from api.streaming.event_stream import BEAT, EventStream
from api.streaming.hub import UpdateHub
from infra.queries.games import game_row
from prove.harness.application import Caller
from prove.harness.http_worlds import HEX, World

RouteAnswer = tuple[str, str]
"""A route, and its answer."""

GAME = "/v1/games/<id:game>"
VIEW, EVENTS, ACTIONS = f"GET {GAME}/view", f"GET {GAME}/events", f"POST {GAME}/actions"
STREAM, TICKETS = f"GET {GAME}/stream", f"{GAME}/tickets"
METRICS = "GET /metrics"

ELSEWHERE = "00000000-0000-4000-8000-000000000000"

LISTS = {"/v1/games": "games", "/v1/admin/claims": "claims", "/v1/drills": "drills"}
"""Lists of things of all games, of which those of this game are compared."""

OF_THE_SERVER = (
    "/metrics", "/readyz", "/healthz", "/v1/admin/acts", "/v1/admin/damaged-games", "/v1/admin/projections", "/docs", "/openapi.yaml", "/openapi.json",
    "/v1/leaderboard",
)  # fmt: skip
"""Answers about the server, which both worlds share: only their status is compared.

Counts of the metrics are compared separately (`counted`).
"""

PAGES = ("/docs", "/openapi.yaml", "/openapi.json")
"""Answers that are equal for all viewers: only the admin requests them."""

EVERY_POINT = (*LISTS, "/v1/players/<id:player>", "/v1/players/me")
"""Routes requested at every point, like all that read the game; other routes are requested once in a world."""

LEAVING = (f"DELETE {GAME}/seats/me", "DELETE /v1/players/me/token")
"""Requests that would remove the viewer: they are sent without a token."""

BODIES: dict[str, Any] = {
    f"POST {GAME}/seats": {"join_code": "AAAAAA"}, f"POST {GAME}/rounds/<number:round_number>/comments": {"version": 1, "text": "!"},
    f"POST {GAME}/shares": None, "POST /v1/admin/integrity": [], "POST /v1/admin/players/<id:player>/reinstatement": {"reason": "a trial"},
    "POST /v1/games": {"ruleset": "doubt", "seats": 99}, f"POST {GAME}/stamps": {"stamp": "no such"}, "POST /v1/players": {"name": ""},
    f"POST {GAME}/rounds/<number:round_number>/continuations": {"version": 1, "seat": 0}, "POST /v1/drills/daily/answers": {"choice": 0},
    "POST /v1/drills/<id:drill>/answers": {"choice": 0},
}  # fmt: skip
"""Bodies that are refused for more than their form; all other bodies are empty."""


@dataclass
class Guest:
    """A viewer who makes requests at some points, and follows the game as a stream from the first one on."""

    world: World
    caller: Caller
    known: list[str]
    "The routes."
    hub: UpdateHub
    looked: bool = False
    repeated: tuple[dict[str, Any], str] | None = None
    "The viewer's last command with its key; it is repeated at each point."
    _followed: list[EventStream] = field(default_factory=list)
    _cursor: str = ""
    "The page of games that begins with this one."

    def __post_init__(self) -> None:
        row = game_row(self.world.house.tables.pool, self.world.game)
        after = str(UUID(int=UUID(row.id).int + 1))
        self._cursor = urlsafe_b64encode(orjson.dumps([row.created_at, after])).decode().rstrip("=")

    def look(self, tries: list[dict[str, Any]]) -> list[RouteAnswer]:
        """Make all requests that are due at this point, and return the answers."""
        found = [*self._request_all(tries)]
        self.looked = True
        return found

    def leave(self) -> None:
        """Close the streams."""
        for stream in self._followed:
            self.hub.unsubscribe(stream)

    def _request_all(self, tries: list[dict[str, Any]]) -> Iterator[RouteAnswer]:
        client, token = self.world.house.app.test_client(), {"Authorization": f"Bearer {self.caller.token}"}
        seen = client.get(f"{self._path(GAME)}/view", headers=token)
        version = orjson.loads(seen.data).get("version", 1)
        for route in self.known:
            if route != STREAM and self._is_due(route):
                yield from self._request(client, route, {} if route in LEAVING else token, version)
        tag = {**token, "If-None-Match": seen.headers.get("ETag", '"1-watch"')}
        yield VIEW, self.world.mask(client.get(f"{self._path(GAME)}/view", headers=tag))
        yield from self._request_streams(client, token, version)
        yield from self._request_refused(client, token, version, tries)

    def _is_due(self, route: str) -> bool:
        """Return whether the route is due now."""
        method, path = route.split(" ")
        if not self.looked:
            return path not in PAGES or self.caller.name == "Root"
        return (
            method == "GET"
            and (GAME in path or path in EVERY_POINT or "/admin/games" in path)
            and ("/admin/" not in path or self.caller.name == "Root")
        )

    def _request(self, client: FlaskClient, route: str, headers: dict[str, str], version: int) -> Iterator[RouteAnswer]:
        method, path = route.split(" ")
        filled = self._path(path, version)
        for query in self._queries(route, version):
            body = {"json": BODIES.get(route, {})} if method == "POST" and BODIES.get(route, {}) is not None else {}
            yield route, self._comparable(path, client.open(filled + query, method=method, headers=headers, **body))

    def _request_refused(
        self, client: FlaskClient, token: dict[str, str], version: int, tries: list[dict[str, Any]]
    ) -> Iterator[RouteAnswer]:
        path = f"{self._path(GAME)}/actions"
        for body in tries:
            yield ACTIONS, self.world.mask(client.post(path, json=body, headers=token))
        old = {**token, "If-Match": f'"{max(1, version - 1)}-s0"'}
        yield ACTIONS, self.world.mask(client.post(path, json={"type": "ready"}, headers=old))
        if self.repeated is not None:
            command, key = self.repeated
            yield ACTIONS, self.world.mask(client.post(path, json=command, headers={**token, "Idempotency-Key": key}))

    def _request_streams(self, client: FlaskClient, token: dict[str, str], version: int) -> Iterator[RouteAnswer]:
        """Yield the stream that was opened at the first point, and a new one from a few events back."""
        back = {"Last-Event-ID": str(max(0, version - 6))}
        if not self.looked:
            yield STREAM, self._open_stream(client, {**token}, f"?after={version}", self._followed)
        self.hub.poll_once()
        for stream in self._followed:
            yield STREAM, self._mask(read_stream(stream))
        brief = list[EventStream]()
        yield STREAM, self._open_stream(client, {**token, **back}, "", brief)
        for stream in brief:
            yield STREAM, self._mask(read_stream(stream))
            self.hub.unsubscribe(stream)

    def _open_stream(self, client: FlaskClient, headers: dict[str, str], query: str, streams: list[EventStream]) -> str:
        """Open a stream like the server: return the answer without a body, and append the stream."""
        address = f"{self._path(GAME)}/stream{query}"
        return self.world.mask(
            client.get(address, headers=headers, environ_overrides={EXCHANGE: Exchange(streams=streams)})
        )

    def _mask(self, text: str) -> str:
        return HEX.sub("#", text.replace(self.world.game, "GAME"))

    def _path(self, path: str, version: int = 1) -> str:
        """Return the path of a route, about this game."""
        values = {
            "<id:game>": self.world.game, "<number:round_number>": "1", "<number:version>": str(version), "<id:share>": ELSEWHERE,
            "<id:drill>": ELSEWHERE,
            "<id:player>": next(person.id for person in self.world.people if person.id != self.caller.id),
            "<token>": ELSEWHERE, "<name>": "statistics", "<key>": "doubt", "<code>": "no-such-game",
        }  # fmt: skip
        for name, value in values.items():
            path = path.replace(name, value)
        return path

    def _queries(self, route: str, version: int) -> list[str]:
        """What a route is asked for."""
        review = f"GET {GAME}/rounds/<number:round_number>/review"
        return {
            VIEW: ["", f"?at={max(1, version - 3)}", f"?at={version + 1}"],
            EVENTS: ["?after=0", f"?after={max(0, version - 6)}", f"?after={version}"],
            review: ["", "?as=1"],
            f"GET {GAME}/rounds/<number:round_number>/dangers": ["?as=0", "?as=1"],
            "GET /v1/games": [f"?limit=1&cursor={self._cursor}", "?limit=5&mine=true"],
            "GET /v1/leaderboard": ["?ruleset=dobon-sato"],
            "GET /v1/admin/claims": [f"?player={person.id}" for person in self.world.people],
        }.get(route, [""])

    def _comparable(self, path: str, response: TestResponse) -> str:
        """Return the part of an answer that has to be equal."""
        if path in OF_THE_SERVER or path == TICKETS:  # a ticket is random
            return str(response.status)
        if path in LISTS and response.status_code == 200:
            found = orjson.loads(response.data).get(LISTS[path], [])
            mine = [item for item in found if self.world.game in (item.get("id"), item.get("game"))]
            head = sorted(
                (name, value) for name, value in response.headers.items() if name not in ("Link", "Content-Length")
            )
            return self._mask(f"{response.status} {head} {[sorted(item.items()) for item in mine]}")
        return self.world.mask(response)


def read_stream(stream: EventStream) -> str:
    """Return all pending events of a stream, without those that tell the time."""
    found = b""
    while not stream.ended:
        piece = stream.next_chunk()
        if piece is None:
            piece = stream.catch_up()
        if not piece:
            break
        found += piece
    return re.sub(BEAT + rb"data: .*\n\n", b"", found).decode()


def read_counts(admin: Caller) -> dict[str, float]:
    """Return the server's counts, without times: all metrics whose names say that they only grow."""
    families = text_string_to_metric_families(admin.get("/metrics").get_data(as_text=True))
    samples = (sample for family in families for sample in family.samples)
    return {
        f"{sample.name} {sorted(sample.labels.items())}": sample.value
        for sample in samples
        if sample.name.startswith("dobon_") and sample.name.endswith(("_total", "_count"))
    }


def count_changes(before: dict[str, float], after: dict[str, float]) -> str:
    """Return the differences between two counts."""
    return str(
        sorted((name, value - before.get(name, 0)) for name, value in after.items() if value != before.get(name, 0))
    )


def exchange_body(body: dict[str, Any], swapped: dict[str, str]) -> dict[str, Any]:
    """Return the command for the other world, in which a player lays the cards of that world."""
    return {**body, "cards": [swapped.get(code, code) for code in body["cards"]]} if "cards" in body else body
