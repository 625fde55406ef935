"""What a page does while its server is away or answers are lost: it says so and goes on by itself, and each move is made once."""

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import Route, expect

from domain.selfplay import at_once
from infra.database import cluster
from infra.settings import Settings
from tests.api.conftest import Caller, House, Table
from tests.api.serving import Server
from tests.web.browsing import PATIENCE, Visitor
from tests.web.conftest import Visit
from tests.web.playing import chosen, moved, press, shown

MOVES = {
    "attack-played",
    "attack-stopped",
    "attack-turned-over",
    "cards-beaten",
    "cards-thrown-in",
    "take-declared",
}
"""What comes of a move in Durak."""

AWAY = r"net::ERR_|status of 503"
"""What Chromium itself says of requests that nobody answers, and of those that come before the server is ready."""


PRESS_ALL = """() => {
    const controls = [...document.querySelectorAll(".table-board [data-key]:not(.hand-card)")];
    for (const control of controls) {
        control.disabled = false;
        control.click();
    }
    return controls.length;
}"""
"""Press everything that is there, allowed or not; gives how much that is."""


@dataclass
class Guest:
    """A player at a server that may be away."""

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

    def known(self) -> Caller:
        """The same for a browser."""
        return Caller(None, self.token, self.id, self.name)  # type: ignore[arg-type]


@pytest.fixture
def server(data_dir: Path) -> Iterator[Server]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    started = Server.start(data_dir, port)
    yield started
    started.close()


def kill(server: Server) -> None:
    """All of it at once, and its Postgres."""
    processes = [psutil.Process(server.process.pid)]
    processes += processes[0].children(recursive=True)
    pid = cluster(Settings(data_dir=server.directory)).pid()
    assert pid is not None
    for process in [*processes, psutil.Process(pid)]:
        if process.is_running():
            process.kill()
    psutil.wait_procs(processes[1:], PATIENCE / 1000)
    server.process.wait(PATIENCE / 1000)


def until_my_turn(here: Visitor, me: Guest, other: Guest, game: str) -> dict[str, Any]:
    """The view when the page's player is next to move; the other one moves until then."""
    while True:
        view = shown(here, me, game)
        if view["actions"]:
            return view
        other.post(f"/v1/games/{game}/actions", chosen(other.view(game)))


def until_others_turn(here: Visitor, me: Guest, game: str) -> int:
    """The page's player moves until the other one has to; gives how many moves that took."""
    for moves in range(50):
        view = shown(here, me, game)
        if not view["actions"]:
            return moves
        press(here, chosen(view))
        moved(here, view)
    raise AssertionError("it is never the other's turn")


def connection(here: Visitor, state: str) -> None:
    """The page says how it is connected."""
    expect(here.page.locator(".connection")).to_have_class(re.compile(rf"\b{state}\b"))


@pytest.mark.slow
def test_a_server_that_is_killed_in_the_middle_of_a_game_is_missed_until_it_is_back(
    visit: Visit, server: Server
) -> None:
    me, other = Guest.new(server, "Aoi"), Guest.new(server, "Ren")
    body = {"ruleset": "durak", "seats": 2, "options": at_once("durak")}
    made = me.post("/v1/games", body, "game")
    game = made["id"]
    other.post(f"/v1/games/{game}/seats", {"join_code": made["join_code"]}, "seat")
    here = visit(f"/table.html?game={game}", me.known(), url=f"http://127.0.0.1:{server.port}")
    here.page.evaluate("window.neverLeft = true")
    moves = until_others_turn(here, me, game)
    before = until_my_turn(here, me, other, game)
    connection(here, "live")

    here.expects(AWAY)
    kill(server)
    connection(here, "reconnecting")
    expect(here.page.locator(".connection")).to_contain_text("Connection lost")
    press(here, chosen(before))
    expect(here.page.locator(".trouble")).to_be_visible()
    expect(here.page.locator(".board-actions button:enabled")).to_have_count(0)
    expect(here.page.locator("body")).to_have_attribute("data-version", str(before["version"]))

    again = Server.start(server.directory, server.port)
    try:
        me.server = other.server = again
        moved(here, before)
        expect(here.page.locator(".trouble")).to_be_hidden()
        connection(here, "live")
        moves += 1 + until_others_turn(here, me, game)
        before = me.view(game)
        other.post(f"/v1/games/{game}/actions", chosen(other.view(game)), "after")
        moved(here, before)
        shown(here, me, game)
        log = me.log(game)
        assert [event["version"] for event in log] == [*range(1, len(log) + 1)]
        seat = before["you"]["seat"]
        assert sum(event["type"] in MOVES and event["public"]["seat"] == seat for event in log) == moves
        assert here.page.evaluate("window.neverLeft")
        here.context.close()
    finally:
        again.close()


def my_turn(table: Table) -> dict[str, Any]:
    """The view of the first player, once there is something to do."""
    while not (view := table.people[0].view(table.id))["actions"]:
        other = table.people[1]
        assert other.post(f"{table.path}/actions", chosen(other.view(table.id))).status_code == 200
    return view


def test_a_move_whose_answer_is_lost_is_sent_again_under_its_key_until_it_is_answered(
    visit: Visit, house: House
) -> None:
    table = house.table(2, ruleset="durak")
    before = my_turn(table)
    here = visit(f"/table.html?game={table.id}", table.people[0])
    shown(here, table.people[0], table.id)
    keys: list[str] = []
    pressed_again: list[int] = []

    def lose(route: Route) -> None:
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

    here.expects(AWAY + r"|status of 429")
    here.page.route("**/actions", lose)
    with here.page.expect_response(lambda answer: answer.url.endswith("/actions") and answer.status == 200):
        press(here, chosen(before))
    assert pressed_again[0] > 0
    assert len(keys) == 4
    assert len(set(keys)) == 1
    expect(here.page.locator(".trouble")).to_be_hidden()
    expect(here.page.locator(".toast")).to_have_count(0)
    after = shown(here, table.people[0], table.id)
    assert after["version"] > before["version"]
    log = table.people[0].get(f"{table.path}/events?after={before['version']}").json["events"]
    assert sum(event["type"] in MOVES and event["public"]["seat"] == 0 for event in log) == 1
    my_turn(table)
    here.page.unroute("**/actions")
    view = shown(here, table.people[0], table.id)
    with here.page.expect_request("**/actions") as another:
        press(here, chosen(view))
    assert another.value.headers["idempotency-key"] not in keys
    moved(here, view)


def streams(route: Route) -> None:
    """No stream is to be had; all else is."""
    if "event-stream" in route.request.headers.get("accept", ""):
        route.abort("connectionrefused")
    else:
        route.continue_()


def test_a_table_is_live_where_no_streams_are_to_be_had_and_misses_nothing(visit: Visit, house: House) -> None:
    table = house.table(2, ruleset="durak")
    me, other = table.people
    here = visit(None, me)
    here.expects("net::ERR_CONNECTION_REFUSED")
    here.page.route("**/events*", streams)
    here.go(f"/table.html?game={table.id}")
    shown(here, me, table.id)
    for _ in range(2):
        for _ in range(3):
            who = me if me.view(table.id)["actions"] else other
            assert who.post(f"{table.path}/actions", chosen(who.view(table.id))).status_code == 200
        shown(here, me, table.id)
        connection(here, "live")
    seen = here.page.locator(".log-line").all_inner_texts()
    here.page.unroute("**/events*")
    here.page.reload()
    shown(here, me, table.id)
    expect(here.page.locator(".log-line")).to_have_text(seen)
