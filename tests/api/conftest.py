"""A server to talk to, and people who talk to it. Every answer is held against openapi.yaml as it passes."""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import jsonschema_rs
import orjson
import pytest
import yaml
from flask import Flask
from werkzeug.serving import make_server
from werkzeug.test import TestResponse

from api.app import create_app
from api.services import NAME
from domain.game import view
from domain.selfplay import at_once
from domain.times import Moment, later
from infra.clock import Clock
from infra.database import Pool, open_pool
from infra.settings import Settings
from infra.table import Tables
from tests.api.serving import Server
from tests.conftest import clone, new_directory, remove

ROOT = Path(__file__).parents[2]
START = "2026-11-21T03:24:00.000000Z"
QUIET = at_once("dobon-sato")
"""Options of `dobon-sato` with which nothing is left to the clock."""

QUICK = {"doubt": {"penalty": "exchange_two"}}
"""Options by ruleset with which a game is soon over."""


@dataclass
class Time:
    """The hour at the tables of a test."""

    now: Moment = START

    def passes(self, seconds: int) -> None:
        self.now = later(self.now, seconds=seconds)


@dataclass
class Caller:
    """Somebody with a token, or without one."""

    app: Flask
    token: str | None = None
    id: str = ""
    name: str = ""

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        return self.call("GET", path, **kwargs)

    def post(self, path: str, json: Any = None, **kwargs: Any) -> TestResponse:
        return self.call("POST", path, **({} if json is None else {"json": json}), **kwargs)

    def delete(self, path: str, **kwargs: Any) -> TestResponse:
        return self.call("DELETE", path, **kwargs)

    def call(self, method: str, path: str, headers: dict[str, str] | None = None, **kwargs: Any) -> TestResponse:
        sent = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        response = self.app.test_client().open(path, method=method, headers={**sent, **(headers or {})}, **kwargs)
        conforms(method, path.partition("?")[0], response)
        return response

    def act(self, game: str, kind: str, **fields: Any) -> TestResponse:
        return self.post(f"/v1/games/{game}/actions", {"type": kind, **fields})

    def view(self, game: str) -> dict[str, Any]:
        response = self.get(f"/v1/games/{game}/view")
        assert response.status_code == 200, response.json
        found: dict[str, Any] = response.json
        return found


@dataclass
class House:
    """Everything a test needs to have people at tables."""

    app: Flask
    tables: Tables
    pool: Pool
    time: Time
    nobody: Caller = field(init=False)
    over: "Table | None" = None

    def __post_init__(self) -> None:
        self.nobody = Caller(self.app)

    def player(self, name: str = "Aoi") -> Caller:
        made = self.nobody.post("/v1/players", {"name": name}).json
        return Caller(self.app, made["token"], made["id"], name)

    def table(self, players: int = 2, **body: Any) -> "Table":
        """A game with as many people, all seated."""
        people = [self.player(name) for name in ("Aoi", "Ren", "Yui", "Sota", "Mei", "Riku", "Hina", "Kai")[:players]]
        seats = players + len(body.get("bots", []))
        ruleset = body.pop("ruleset", "dobon-sato")
        options = {**at_once(ruleset), **body.pop("options", {})}
        made = people[0].post("/v1/games", {"ruleset": ruleset, "seats": seats, "options": options, **body})
        assert made.status_code == 201, made.json
        for person in people[1:]:
            sat = person.post(f"/v1/games/{made.json['id']}/seats", {"join_code": made.json["join_code"]})
            assert sat.status_code == 201, sat.json
        return Table(self, made.json["id"], made.json["join_code"], people)

    def table_where(self, fits: Callable[["Table"], bool], **body: Any) -> "Table":
        """A game whose deal is such; deals are tried until one is."""
        for _ in range(400):
            table = self.table(**body)
            if fits(table):
                return table
        raise AssertionError("no deal of 400 is like that")

    def elsewhere(self, caller: Caller) -> Caller:
        """The same person at another server on the same database."""
        tables = Tables(self.pool, now=lambda: self.time.now)
        return replace(caller, app=create_app(self.pool, tables))

    def forget(self) -> None:
        """Serve as a process that has just begun."""
        listeners = self.tables.listeners
        self.tables = Tables(self.pool, now=lambda: self.time.now)
        self.tables.listeners.extend(listeners)
        self.app.extensions[NAME].tables = self.tables

    def old(self) -> "Table":
        """A finished game, the same for all tests that only read it."""
        self.over = self.over or self.finished()
        return self.over

    def finished(self, **body: Any) -> "Table":
        """A game of one person and two bots, played to its end."""
        body["options"] = {**QUICK.get(body.get("ruleset", ""), {}), **body.get("options", {})}
        return self.table(1, bots=["novice", "careful"], **body).played_until(lambda view: view["status"] == "finished")

    def finished_round(self) -> "Table":
        """A game of two rounds, with the second one dealt."""
        table = self.table(1, bots=["novice", "careful"], options={"rounds": 2})
        return table.played_until(lambda view: view["round"]["number"] == 2)


@dataclass
class Table:
    """A game, and the people who sit in it by seat."""

    house: House
    id: str
    join_code: str
    people: list[Caller]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    @property
    def turn(self) -> Caller:
        """Whose turn it is."""
        return self.people[self.people[0].view(self.id)["round"]["turn"]]

    @property
    def waiting(self) -> Caller:
        """Somebody whose turn it is not."""
        return self.people[self.people[0].view(self.id)["round"]["turn"] - 1]

    def peek(self, seat: int = 0) -> dict[str, Any]:
        """The view of a seat without a request, for choosing moves: it costs a tenth, and what is asserted is asked for over HTTP."""
        found: dict[str, Any] = orjson.loads(orjson.dumps(view(self.house.tables.view(self.id, seat), seat)))
        return found

    def listed(self, seat: int, action: dict[str, Any]) -> dict[str, Any]:
        """The seat's view over HTTP, which lists the action."""
        found = self.people[seat].view(self.id)
        assert action in found["actions"]
        return found

    def played_until(self, over: Callable[[dict[str, Any]], bool]) -> "Table":
        """The same, with its one person playing whatever is allowed but calls."""
        for _ in range(2000):
            view = self.people[0].view(self.id)
            if over(view):
                return self
            chosen = next(action for action in view["actions"][::-1] if action["type"] not in ("dobon", "doubt"))
            assert self.people[0].post(f"{self.path}/actions", chosen).status_code == 200
        raise AssertionError("the game does not end")

    def log(self) -> tuple[int, int, str]:
        """Version and head in the game's row, and how many events there are."""
        with self.house.pool.connection() as connection:
            row = connection.execute("SELECT version, head FROM dobon.games WHERE id = %s", [self.id]).fetchone()
            count = connection.execute("SELECT count(*) FROM dobon.events WHERE game_id = %s", [self.id]).fetchone()
        assert row is not None
        assert count is not None
        return row[0], count[0], row[1]

    @contextmanager
    def untouched(self) -> Iterator[None]:
        """Nothing is added to the log in here."""
        before = self.log()
        yield
        assert self.log() == before


def refused(response: TestResponse, status: int, code: str) -> dict[str, Any]:
    """The body of a refusal, which is the expected one."""
    body: dict[str, Any] = response.get_json(force=True)
    assert (response.status_code, body.get("code")) == (status, code), body
    assert response.mimetype == "application/problem+json"
    assert body["type"] == f"/problems/{code}"
    assert body["status"] == status
    return body


@pytest.fixture(scope="session")
def settings(request: pytest.FixtureRequest) -> Settings:
    """A database in which every game was played by the rules: listings and `dobon rebuild` look at all of them."""
    return clone(request.config, "_api")


@pytest.fixture(scope="session")
def pool(settings: Settings) -> Iterator[Pool]:
    with open_pool(settings) as pool:
        yield pool


@pytest.fixture(scope="session")
def only_house(pool: Pool) -> House:
    time = Time()
    tables = Tables(pool, now=lambda: time.now)
    return House(create_app(pool, tables), tables, pool, time)


@pytest.fixture
def house(only_house: House) -> House:
    """The house; its clock begins again with each test, and each test has people and games of its own."""
    only_house.time.now = START
    return only_house


@pytest.fixture
def url(pool: Pool) -> Iterator[str]:
    """A server in real time, with a clock that plays the bots."""
    tables = Tables(pool)
    server = make_server("127.0.0.1", 0, create_app(pool, tables), threaded=True)
    clock = Clock(tables)
    thread = Thread(target=server.serve_forever)
    thread.start()
    clock.start()
    yield f"http://127.0.0.1:{server.port}"
    clock.stop()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def running_server() -> Iterator[Server]:
    directory = new_directory()
    server = Server.start(directory, port_that_is_free())
    yield server
    server.close()
    remove(directory)


@pytest.fixture
def served(running_server: Server) -> Server:
    """A server that tests share and leave running; one whose workers were killed answers again."""
    running_server.token = ""
    running_server.call("GET", "/healthz")
    return running_server


@pytest.fixture
def free_port() -> int:
    """A port that nobody listens on."""
    return port_that_is_free()


def port_that_is_free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        found: int = listener.getsockname()[1]
        return found


@cache
def description() -> dict[str, Any]:
    """openapi.yaml as it is committed."""
    found: dict[str, Any] = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    return found


@cache
def operations() -> list[tuple[str, re.Pattern[str], dict[str, Any]]]:
    return [
        (method.upper(), re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), operation)
        for path, methods in sorted(description()["paths"].items(), key=lambda item: item[0].count("{"))
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]


@cache
def validator(operation: str, status: str, mimetype: str) -> jsonschema_rs.Validator:
    response = next(found for _, _, found in operations() if found["operationId"] == operation)["responses"][status]
    schema = response["content"][mimetype]["schema"]
    return jsonschema_rs.Draft202012Validator({**schema, "components": description()["components"]})


def conforms(method: str, path: str, response: TestResponse) -> None:
    """Does the answer of a known operation have a status and a body that openapi.yaml names?"""
    for known, pattern, operation in operations():
        if known == method and pattern.fullmatch(path):
            status = str(response.status_code)
            assert status in operation["responses"], f"{method} {path}: {status} {response.text}"
            if any("json" in kind for kind in operation["responses"][status].get("content", ())):
                validator(operation["operationId"], status, response.mimetype).validate(response.get_json(force=True))
            assert response.headers["Cache-Control"] == "no-store"
            return
