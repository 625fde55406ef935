"""A page without its server, or without some answers: it shows that, recovers by itself, and makes each move once."""

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import Route, expect

from domain.running.self_play import at_once
from infra.postgres.urls import cluster
from infra.settings import Settings
from prove.harness.application import Caller, House, Table
from prove.harness.views import actions_of
from tests.api.server.serving import Server
from tests.web.conftest import Visit
from tests.web.table_controls import perform, preferred_action, wait_for_change, wait_for_view
from tests.web.visitor import TIMEOUT_MS, Visitor

MOVES = {
    "attack-played",
    "attack-stopped",
    "attack-turned-over",
    "cards-beaten",
    "cards-thrown-in",
    "take-declared",
}
"""The events of moves in Durak."""

UNREACHABLE = r"net::ERR_|status of 503"
"""Chromium's messages about unanswered requests, and about requests before the server is ready."""


PRESS_ALL = """() => {
    const controls = [...document.querySelectorAll(".table-board [data-key]:not(.hand-card)")];
    for (const control of controls) {
        control.disabled = false;
        control.click();
    }
    return controls.length;
}"""
"""Presses every control, enabled or not, and returns their number."""


@dataclass
class Guest:
    """A player of a server that is stopped during the test."""

    server: Server
    id: str
    name: str
    token: str

    @classmethod
    def new(cls, server: Server, name: str) -> "Guest":
        made = server.call("POST", "/v1/players", {"name": name})
        return cls(server, made["id"], name, made["token"])

    def post(self, path: str, body: Any, key: str | None = None) -> dict[str, Any]:
        self.server.token = self.token
        return self.server.call("POST", path, body, key)

    def view(self, game: str) -> dict[str, Any]:
        self.server.token = self.token
        return self.server.call("GET", f"/v1/games/{game}/view")

    def log(self, game: str) -> list[dict[str, Any]]:
        self.server.token = self.token
        events: list[dict[str, Any]] = self.server.call("GET", f"/v1/games/{game}/events?limit=200")["events"]
        return events

    def as_caller(self) -> Caller:
        """Return the player in the form that `visit` takes."""
        return Caller(None, self.token, self.id, self.name)  # type: ignore[arg-type]


@pytest.fixture
def server(data_dir: Path) -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    started = Server.start(data_dir, port, workers=1)
    yield started
    started.close()


def kill(server: Server) -> None:
    """Kill all processes of the server at once, and its Postgres."""
    processes = [psutil.Process(server.process.pid)]
    processes += processes[0].children(recursive=True)
    pid = cluster(Settings(data_dir=server.directory)).pid()
    assert pid is not None
    for process in [*processes, psutil.Process(pid)]:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(processes[1:], TIMEOUT_MS / 1000)
    server.process.wait(TIMEOUT_MS / 1000)


def until_my_turn(here: Visitor, me: Guest, other: Guest, game: str) -> dict[str, Any]:
    """Let the other player move until it is the turn of the page's player; return the view."""
    while True:
        view = wait_for_view(here, me, game)
        if actions_of(view):
            return view
        other.post(f"/v1/games/{game}/actions", preferred_action(other.view(game)))


def until_others_turn(here: Visitor, me: Guest, game: str) -> int:
    """Let the page's player move until it is the other one's turn; return the number of moves."""
    for moves in range(50):
        view = wait_for_view(here, me, game)
        if not actions_of(view):
            return moves
        perform(here, preferred_action(view))
        wait_for_change(here, view)
    raise AssertionError("it is never the other's turn")


def expect_connection(here: Visitor, state: str) -> None:
    """Assert that the page shows this state of the connection."""
    expect(here.page.locator(".connection")).to_have_class(re.compile(rf"\b{state}\b"))


@pytest.mark.slow
def test_a_page_recovers_after_its_server_is_killed_in_the_middle_of_a_game(visit: Visit, server: Server) -> None:
    me, other = Guest.new(server, "Aoi"), Guest.new(server, "Ren")
    body = {"ruleset": "durak", "seats": 2, "options": at_once("durak")}
    made = me.post("/v1/games", body, "game")
    game = made["id"]
    other.post(f"/v1/games/{game}/seats", {"join_code": made["join_code"]}, "seat")
    here = visit(f"/table.html?game={game}", me.as_caller(), url=f"http://127.0.0.1:{server.port}")
    here.page.evaluate("window.neverLeft = true")
    moves = until_others_turn(here, me, game)
    before = until_my_turn(here, me, other, game)
    expect_connection(here, "live")

    here.ignore_errors(UNREACHABLE)
    kill(server)
    expect_connection(here, "reconnecting")
    expect(here.page.locator(".connection")).to_contain_text("Connection lost")
    perform(here, preferred_action(before))
    expect(here.page.locator(".trouble")).to_be_visible()
    expect(here.page.locator(".board-actions button:enabled")).to_have_count(0)
    expect(here.page.locator("body")).to_have_attribute("data-version", str(before["version"]))

    again = Server.start(server.directory, server.port, workers=1)
    try:
        me.server = other.server = again
        wait_for_change(here, before)
        expect(here.page.locator(".trouble")).to_be_hidden()
        expect_connection(here, "live")
        moves += 1 + until_others_turn(here, me, game)
        before = me.view(game)
        other.post(f"/v1/games/{game}/actions", preferred_action(other.view(game)), "after")
        wait_for_change(here, before)
        wait_for_view(here, me, game)
        log = me.log(game)
        assert [event["version"] for event in log] == [*range(1, len(log) + 1)]
        seat = before["you"]["seat"]
        assert sum(event["type"] in MOVES and event["public"]["seat"] == seat for event in log) == moves
        assert here.page.evaluate("window.neverLeft")
        here.context.close()
    finally:
        again.close()


def my_turn(table: Table) -> dict[str, Any]:
    """Let the second player move until it is the first one's turn; return the first one's view."""
    while not actions_of(view := table.people[0].view(table.id)):
        other = table.people[1]
        assert other.post(f"{table.path}/actions", preferred_action(other.view(table.id))).status_code == 200
    return view


def test_a_move_without_an_answer_is_retried_with_its_key(visit: Visit, house: House) -> None:
    table = house.table(2, ruleset="durak")
    before = my_turn(table)
    here = visit(f"/table.html?game={table.id}", table.people[0])
    wait_for_view(here, table.people[0], table.id)
    keys: list[str] = []
    pressed_again: list[int] = []

    def lose_answers(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            pressed_again.append(here.page.evaluate(PRESS_ALL))
            route.fulfill(status=503, headers={"Retry-After": "0"})
        elif len(keys) == 2:
            assert route.fetch().status == 200
            route.abort("connectionreset")
        elif len(keys) == 3:
            route.fulfill(status=429, headers={"Retry-After": "0"})
        else:
            route.continue_()

    here.ignore_errors(UNREACHABLE + r"|status of 429")
    here.page.route("**/actions", lose_answers)
    with here.page.expect_response(lambda answer: answer.url.endswith("/actions") and answer.status == 200):
        perform(here, preferred_action(before))
    assert pressed_again[0] > 0
    assert len(keys) == 4
    assert len(set(keys)) == 1
    expect(here.page.locator(".trouble")).to_be_hidden()
    expect(here.page.locator(".toast")).to_have_count(0)
    after = wait_for_view(here, table.people[0], table.id)
    assert after["version"] > before["version"]
    log = table.people[0].get(f"{table.path}/events?after={before['version']}").json["events"]
    assert sum(event["type"] in MOVES and event["public"]["seat"] == 0 for event in log) == 1
    my_turn(table)
    here.page.unroute("**/actions")
    view = wait_for_view(here, table.people[0], table.id)
    with here.page.expect_request("**/actions") as another:
        perform(here, preferred_action(view))
    assert another.value.headers["idempotency-key"] not in keys
    wait_for_change(here, view)


def refuse_streams(route: Route) -> None:
    """Abort requests for streams and let all others through."""
    if "/stream" in route.request.url:
        route.abort("connectionrefused")
    else:
        route.continue_()


def test_a_table_without_streams_stays_live_and_misses_nothing(visit: Visit, house: House) -> None:
    table = house.table(2, ruleset="durak")
    me, other = table.people
    here = visit(None, me)
    here.ignore_errors("net::ERR_CONNECTION_REFUSED")
    here.page.route("**/events*", refuse_streams)
    here.go(f"/table.html?game={table.id}")
    wait_for_view(here, me, table.id)
    for _ in range(2):
        for _ in range(3):
            who = me if actions_of(me.view(table.id)) else other
            assert who.post(f"{table.path}/actions", preferred_action(who.view(table.id))).status_code == 200
        wait_for_view(here, me, table.id)
        expect_connection(here, "live")
    seen = here.page.locator(".log-line").all_inner_texts()
    here.page.unroute("**/events*")
    here.page.reload()
    wait_for_view(here, me, table.id)
    expect(here.page.locator(".log-line")).to_have_text(seen)
