"""The application in this process, and its clients. Every answer is validated against openapi.yaml."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.dependencies import dependencies
from api.streaming.hub import update_hub
from domain.game.game import view
from domain.log.moments import Moment, later
from domain.running.self_play import at_once
from infra.accounts.accounts import create_admin
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool
from prove.harness.description import conforms
from prove.harness.service_games import shard_of
from prove.harness.views import actions_of

START = "2026-11-21T03:24:00.000000Z"
QUIET = at_once("dobon-sato")
"""Options of `dobon-sato` with which nothing is left to the clock."""

QUICK = {"doubt": {"penalty": "exchange_two"}}
"""Options by ruleset with which a game is short."""


@dataclass
class Time:
    """The clock of the games in a test."""

    now: Moment = START

    def passes(self, seconds: int) -> None:
        """Move the clock forward."""
        self.now = later(self.now, seconds=seconds)


@dataclass
class Caller:
    """A client with a token, or without one."""

    app: Flask
    token: str | None = None
    id: str = ""
    name: str = ""

    def get(self, path: str, **kwargs: Any) -> TestResponse:
        """Send a GET request."""
        return self.call("GET", path, **kwargs)

    def post(self, path: str, json: Any = None, **kwargs: Any) -> TestResponse:
        """Send a POST request, with a body in JSON unless it is None."""
        return self.call("POST", path, **({} if json is None else {"json": json}), **kwargs)

    def delete(self, path: str, **kwargs: Any) -> TestResponse:
        """Send a DELETE request."""
        return self.call("DELETE", path, **kwargs)

    def call(self, method: str, path: str, headers: dict[str, str] | None = None, **kwargs: Any) -> TestResponse:
        """Send a request with the caller's token. Raises an error where openapi.yaml does not describe the answer."""
        sent = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        response = self.app.test_client().open(path, method=method, headers={**sent, **(headers or {})}, **kwargs)
        conforms(method, path.partition("?")[0], response)
        return response

    def act(self, game: str, kind: str, **fields: Any) -> TestResponse:
        """Send an action of a game."""
        return self.post(f"/v1/games/{game}/actions", {"type": kind, **fields})

    def view(self, game: str) -> dict[str, Any]:
        """Return the caller's view of a game."""
        response = self.get(f"/v1/games/{game}/view")
        assert response.status_code == 200, response.json
        found: dict[str, Any] = response.json
        return found


@dataclass
class House:
    """The application with its service, database and clock, and the games and players of a test."""

    app: Flask
    tables: GameService
    pool: AccountsPool
    time: Time
    nobody: Caller = field(init=False)
    over: "Table | None" = None
    others: list[Flask] = field(default_factory=list)
    "Other servers on the same database."

    def __post_init__(self) -> None:
        self.nobody = Caller(self.app)

    def player(self, name: str = "Aoi") -> Caller:
        """Create a player."""
        made = self.nobody.post("/v1/players", {"name": name}).json
        return Caller(self.app, made["token"], made["id"], name)

    def admin(self) -> Caller:
        """Create an admin."""
        player, name, token = create_admin(self.pool, "Root")
        return Caller(self.app, token, player, name)

    def table(self, players: int = 2, **body: Any) -> "Table":
        """Create a game with this number of players, all seated."""
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
        """Return a game with a suitable deal, after up to 400 attempts."""
        for _ in range(400):
            table = self.table(**body)
            if fits(table):
                return table
        raise AssertionError("none of 400 deals is suitable")

    def elsewhere(self, caller: Caller) -> Caller:
        """Return the same client at another server on the same database."""
        app = create_app(self.pool, GameService(self.pool, now=lambda: self.time.now))
        self.others.append(app)
        return replace(caller, app=app)

    def close_others(self) -> None:
        """End the streams of other servers, and their threads."""
        while self.others:
            update_hub(self.others.pop()).close()

    def close(self) -> None:
        """End all streams, and their threads."""
        self.close_others()
        update_hub(self.app).close()

    def forget(self) -> None:
        """Serve like a process that has just started."""
        listeners = self.tables.commit_listeners
        self.tables = GameService(self.pool, now=lambda: self.time.now)
        self.tables.commit_listeners.extend(listeners)
        dependencies(self.app).games = self.tables

    def old(self) -> "Table":
        """Return a finished game, the same one for all tests that only read it."""
        self.over = self.over or self.finished()
        return self.over

    def finished(self, **body: Any) -> "Table":
        """Return a game of one player and two bots, played to its end."""
        body["options"] = {**QUICK.get(body.get("ruleset", ""), {}), **body.get("options", {})}
        return self.table(1, bots=["novice", "careful"], **body).played_until(lambda view: view["status"] == "finished")

    def finished_round(self) -> "Table":
        """Return a game of two rounds, with the second one dealt."""
        table = self.table(1, bots=["novice", "careful"], options={"rounds": 2})
        return table.played_until(lambda view: view["round"]["number"] == 2)


@contextmanager
def open_house(pool: AccountsPool, **more: Any) -> Iterator[House]:
    """Yield an application on the pool whose clock stands still; `more` are arguments of `GameService`.

    At the end its threads are ended, which would go on asking for new events after the pool is closed.
    """
    time = Time()
    tables = GameService(pool, now=lambda: time.now, **more)
    house = House(create_app(pool, tables), tables, pool, time)
    try:
        yield house
    finally:
        house.close()


@dataclass
class Table:
    """A game and its players, by seat."""

    house: House
    id: str
    join_code: str
    people: list[Caller]

    @property
    def path(self) -> str:
        """The path of the game."""
        return f"/v1/games/{self.id}"

    @property
    def turn(self) -> Caller:
        """The player in turn."""
        return self.people[self.people[0].view(self.id)["round"]["turn"]]

    @property
    def waiting(self) -> Caller:
        """A player who is not in turn."""
        return self.people[self.people[0].view(self.id)["round"]["turn"] - 1]

    def peek(self, seat: int = 0) -> dict[str, Any]:
        """Return the view of a seat without a request, which takes a tenth of the time.

        It serves to choose moves; tests read what they check over HTTP.
        """
        found: dict[str, Any] = orjson.loads(orjson.dumps(view(self.house.tables.view(self.id, seat), seat)))
        return found

    def listed(self, seat: int, action: dict[str, Any]) -> dict[str, Any]:
        """Return the seat's view over HTTP, after checking that it lists the action."""
        found = self.people[seat].view(self.id)
        assert action in actions_of(found)
        return found

    def played_until(self, over: Callable[[dict[str, Any]], bool]) -> "Table":
        """Play for the first player, any action except calls, until the view fits; return the game."""
        for _ in range(2000):
            view = self.people[0].view(self.id)
            if over(view):
                return self
            chosen = next(action for action in actions_of(view)[::-1] if action["type"] not in ("dobon", "doubt"))
            assert self.people[0].post(f"{self.path}/actions", chosen).status_code == 200
        raise AssertionError("the game does not end")

    def log(self) -> tuple[int, int, str]:
        """Return version and head in the game's row, and the number of events."""
        with shard_of(self.house.pool, self.id).connection() as connection:
            row = connection.execute("SELECT version, head FROM dobon.games WHERE id = %s", [self.id]).fetchone()
            count = connection.execute("SELECT count(*) FROM dobon.events WHERE game_id = %s", [self.id]).fetchone()
        assert row is not None
        assert count is not None
        return row[0], count[0], row[1]

    @contextmanager
    def untouched(self) -> Iterator[None]:
        """Check that nothing is added to the log meanwhile."""
        before = self.log()
        yield
        assert self.log() == before
