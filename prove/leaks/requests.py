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
from api.streaming.account_stream import AccountStream
from api.streaming.hub import UpdateHub
from api.streaming.stream import BEAT, Stream
from domain.game.registry import RULESETS
from infra.notifications import notifications
from infra.queries.games import game_row
from prove.harness.application import Caller
from prove.harness.http_worlds import HEX, World

RouteAnswer = tuple[str, str]
"""A route, and its answer."""

GAME = "/v1/games/<id:game>"
VIEW, EVENTS, ACTIONS = f"GET {GAME}/view", f"GET {GAME}/events", f"POST {GAME}/actions"
STREAM = f"GET {GAME}/stream"
ACCOUNT_STREAM = "GET /v1/players/me/events"
TICKETS = (f"{GAME}/tickets", "/v1/players/me/tickets")
METRICS = "GET /metrics"
POSITION = re.compile(r'(^id: |"position":)([0-9]+)', re.MULTILINE)
"""The position of a notification in a stream."""

ELSEWHERE = "00000000-0000-4000-8000-000000000000"

REPORTS = "POST /v1/reports"
REPORT_FILE = "/v1/admin/reports/<id:report>"
OF_REPORTS = ("/v1/reports", "/v1/admin/reports")
"""Lists with ids of reports, which are random."""
THING = re.compile(r"<id:\w+>")
ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

LISTS = {
    "/v1/games": "games", "/v1/admin/claims": "claims", "/v1/drills": "drills", "/v1/reports": "reports",
    "/v1/admin/reports": "reports",
}  # fmt: skip
"""Lists of things of all games, of which those of this game are compared."""

OF_THE_SERVER = (
    "/metrics", "/readyz", "/healthz", "/v1/admin/acts", "/v1/admin/claims/totals", "/v1/admin/damaged-games", "/v1/admin/projections", "/docs", "/openapi.yaml", "/openapi.json",
    "/v1/leaderboard", "/v1/leaderboard/me", "/v1/sessions/passkey-options", "/v1/admin/players/<id:player>",
)  # fmt: skip
"""Answers about the server, which both worlds share: only their status is compared.

Counts of the metrics are compared separately (`counted`).
"""

PAGES = ("/docs", "/openapi.yaml", "/openapi.json")
"""Answers that are equal for all viewers: only the admin requests them."""

EXPORT = "/v1/players/me/export"
"""The answer with rows of all games, of which those of this game and the statistics are compared."""

OF_A_PLAYER = ("/v1/players/<id:player>/history", "/v1/players/<id:player>/ratings")

EVERY_POINT = (
    *LISTS,
    "/v1/players/<id:player>",
    "/v1/players/<id:player>/games",
    *OF_A_PLAYER,
    "/v1/players/me",
    EXPORT,
)
"""Routes requested at every point, like all that read the game; other routes are requested once in a world."""

LEAVING = (
    f"DELETE {GAME}/seats/me", "DELETE /v1/players/me", "DELETE /v1/players/me/token", "DELETE /v1/players/me/sessions",
    "POST /v1/players/me/token", "PUT /v1/players/me/blocks/<id:player>",
)  # fmt: skip
"""Requests that would remove the viewer, or hide comments from it: they are sent without a token."""

RANDOM = (
    *TICKETS, "/v1/players/me/passkey-options", "/v1/players/me/recovery-codes", "/v1/players/me/device-links",
)  # fmt: skip
"""Answers with something random, of which only the status is compared."""

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
    """A viewer who makes requests at some points, and follows the game and its account from the first one on."""

    world: World
    caller: Caller
    known: list[str]
    "The routes."
    hub: UpdateHub
    looked: bool = False
    repeated: tuple[dict[str, Any], str] | None = None
    "The viewer's last command with its key; it is repeated at each point."
    _followed: list[Stream] = field(default_factory=list)
    _begun: int = 0
    "The position of the account's newest notification before those of this game."
    _cursor: str = ""
    "The page of games that begins with this one."

    def __post_init__(self) -> None:
        row = game_row(self.world.house.tables.pool, self.world.game)
        after = str(UUID(int=UUID(row.id).int + 1))
        self._begun = notifications.newest_position(self.world.house.pool, self.caller.id)
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
            if route not in (STREAM, ACCOUNT_STREAM) and self._is_due(route):
                yield from self._request(client, route, {} if route in LEAVING else token, version)
        tag = {**token, "If-None-Match": seen.headers.get("ETag", '"1-watch"')}
        yield VIEW, self.world.mask(client.get(f"{self._path(GAME)}/view", headers=tag))
        if not self.looked:
            yield from self._request_reports(client, token, version)
        yield from self._request_streams(client, token, version)
        yield from self._request_refused(client, token, version, tries)

    def _is_due(self, route: str) -> bool:
        """Return whether the route is due now."""
        method, path = route.split(" ")
        if not self.looked:
            return path not in PAGES or self.caller.name == "Root"
        return (
            method == "GET"
            and (GAME in path or path in EVERY_POINT or "/admin/games" in path or path == REPORT_FILE)
            and ("/admin/" not in path or self.caller.name == "Root")
        )

    def _request(self, client: FlaskClient, route: str, headers: dict[str, str], version: int) -> Iterator[RouteAnswer]:
        method, path = route.split(" ")
        filled = self._path(path, version)
        for query in self._queries(route, version):
            body = {"json": BODIES.get(route, {})} if method == "POST" and BODIES.get(route, {}) is not None else {}
            yield route, self._comparable(path, client.open(filled + query, method=method, headers=headers, **body))

    def _request_reports(self, client: FlaskClient, token: dict[str, str], version: int) -> Iterator[RouteAnswer]:
        """Report the last play that the viewer may report, for the admin to look at."""
        for play in range(version, max(0, version - 8), -1):
            body = {"kind": "play", "game": self.world.game, "version": play, "reason": "stalling"}
            answer = client.post("/v1/reports", json=body, headers=token)
            yield REPORTS, f"{play} {ID.sub('ID', self.world.mask(answer))}"
            if answer.status_code == 201:
                self.world.report = orjson.loads(answer.data)["id"]
                return

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
        """Yield the streams that were opened at the first point, and new ones from further back."""
        if not self.looked:
            yield STREAM, self._open_stream(client, STREAM, token, f"?after={version}", self._followed)
            yield ACCOUNT_STREAM, self._open_stream(client, ACCOUNT_STREAM, token, "", self._followed)
        self.hub.poll_once()
        yield from map(self._read, self._followed)
        brief = list[Stream]()
        for route, known in ((STREAM, max(0, version - 6)), (ACCOUNT_STREAM, self._begun)):
            yield route, self._open_stream(client, route, {**token, "Last-Event-ID": str(known)}, "", brief)
        for stream in brief:
            yield self._read(stream)
            self.hub.unsubscribe(stream)

    def _open_stream(
        self, client: FlaskClient, route: str, headers: dict[str, str], query: str, streams: list[Stream]
    ) -> str:
        """Open a stream like the server: return the answer without a body, and append the stream."""
        method, path = route.split(" ")
        opened = {EXCHANGE: Exchange(streams=streams)}
        return self.world.mask(
            client.open(self._path(path) + query, method=method, headers=headers, environ_overrides=opened)
        )

    def _read(self, stream: Stream) -> RouteAnswer:
        """Return what a stream sends now. Notifications are counted from the first one of this game."""
        text = self._mask(read_stream(stream))
        if isinstance(stream, AccountStream):
            return ACCOUNT_STREAM, POSITION.sub(lambda found: f"{found[1]}{int(found[2]) - self._begun}", text)
        return STREAM, text

    def _mask(self, text: str) -> str:
        return HEX.sub("#", text.replace(self.world.game, "GAME"))

    def _about_this_game(self, exported: dict[str, Any]) -> dict[str, Any]:
        """Return the rows of this game in an export, and the statistics."""
        rows = {
            name: [
                {key: value for key, value in row.items() if (name, key) != ("reports", "id")}
                for row in section
                if row.get("game") == self.world.game
            ]
            for name, section in exported.items()
            if isinstance(section, list)
        }
        return {**rows, "statistics": exported["statistics"]}

    def _path(self, path: str, version: int = 1) -> str:
        """Return the path of a route, about this game."""
        values = {
            "<id:game>": self.world.game, "<number:round_number>": "1", "<number:version>": str(version),
            "<id:player>": next(person.id for person in self.world.people if person.id != self.caller.id),
            "<id:report>": self.world.report or ELSEWHERE, "<token>": ELSEWHERE, "<name>": "statistics", "<key>": "doubt",
            "<code>": "no-such-game", "<page:page>": "about", "<path:name>": "0/000", "<version>": "0", "<file:path>": "table.js",
        }  # fmt: skip
        for name, value in values.items():
            path = path.replace(name, value)
        filled = THING.sub(ELSEWHERE, path)
        assert "<" not in filled, f"a part of {path} has no value here"
        return filled

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
            "GET /v1/leaderboard/me": ["?ruleset=dobon-sato"],
            "GET /v1/players/<id:player>/ratings": [f"?ruleset={key}" for key in RULESETS],
            "GET /v1/admin/players": ["?name=aoi&limit=1"],
            "GET /v1/admin/claims": [f"?player={person.id}" for person in self.world.people],
        }.get(route, [""])

    def _comparable(self, path: str, response: TestResponse) -> str:
        """Return the part of an answer that has to be equal."""
        if path in OF_THE_SERVER or path in RANDOM:
            return str(response.status)
        if path == EXPORT and response.status_code == 200:
            return self._mask(str(self._about_this_game(orjson.loads(response.data))))
        if path == REPORT_FILE and response.status_code == 200:
            return self._mask(str(orjson.loads(response.data)["play"]))
        if path in LISTS and response.status_code == 200:
            found = orjson.loads(response.data).get(LISTS[path], [])
            mine = [item for item in found if self.world.game in (item.get("id"), item.get("game"))]
            head = sorted(
                (name, value) for name, value in response.headers.items() if name not in ("Link", "Content-Length")
            )
            text = self._mask(f"{response.status} {head} {[sorted(item.items()) for item in mine]}")
            return ID.sub("ID", text) if path in OF_REPORTS else text
        return self.world.mask(response)


def read_stream(stream: Stream) -> str:
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
