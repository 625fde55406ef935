"""The cells of the table of access, asked and judged: what `prove.access.proof` is made with."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from werkzeug.test import TestResponse

from api.streaming.event_stream import EventStream
from api.streaming.sse import DETACHED_STREAMS
from prove.access.fixtures import FINISHED, GAMES, STATES, GameFixtures, Staged
from prove.access.rules import ABSENT, ROLES, SEATED, SHUT_OUT, AccessRule, Link, Who
from prove.access.table import RULES
from prove.harness.application import Caller
from prove.report import Row, Run

NOT_THERE = "00000000-0000-4000-8000-000000000000"
NO_LINK = "dbnshr_" + "A" * 43
ELSEWHERE = {"REMOTE_ADDR": "203.0.113.7"}
"""Nobody asks from this machine, which may read the metrics."""

REFUSED = frozenset({"unauthorized", "suspended", "admin-only", "no-such-game"})
"""What is said to whom it may not concern whether there is such a game."""

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


class Cell(NamedTuple):
    """One place of the table."""

    door: AccessRule
    role: str
    target: str
    state: str

    def __str__(self) -> str:
        about = ", ".join(part for part in (self.target, self.state) if part)
        return f"{self.door.name} by {self.role}" + (f" ({about})" if about else "")


def told(response: TestResponse) -> str:
    """The status or the code, as the table has it; a status that does not go with its code is neither."""
    if response.mimetype != "application/problem+json":
        return str(response.status_code)
    body = response.get_json(force=True)
    return str(body["code"]) if body["status"] == response.status_code else f"{response.status_code} {body['code']}"


def everything(response: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    """Status, headers and body."""
    return response.status_code, sorted(response.headers.items()), response.data


def asked(
    caller: Caller,
    method: str,
    path: str,
    body: Any = None,
    headers: Mapping[str, str] | None = None,
    environ: Mapping[str, Any] | None = None,
) -> TestResponse:
    """The answer to somebody on another machine."""
    token = {} if caller.token is None else {"Authorization": f"Bearer {caller.token}"}
    sent = {} if body is None else {"json": body}
    return caller.app.test_client().open(
        path, method=method, headers={**token, **(headers or {})}, environ_base={**ELSEWHERE, **(environ or {})}, **sent
    )


@dataclass
class Trial:
    """The table, tried."""

    theatre: GameFixtures
    states: Sequence[str] = STATES
    "Those of which games are staged."
    callers: dict[str, Caller] = field(init=False)
    "By role."
    _absent: dict[tuple[str, str], TestResponse] = field(default_factory=dict)
    "What a role was told of a game that is not there, by door and role."
    _compared: int = 0
    _different: list[str] = field(default_factory=list)
    _searched: int = 0
    _found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        house, people = self.theatre.house, self.theatre.people
        revoked, suspended_admin = house.player("Gone"), self.theatre.new_admin()
        assert revoked.delete("/v1/players/me/token").status_code == 204
        # Who is to be suspended sits at the tables, so these are set before that.
        for state, name in product(self.states, GAMES):
            self.theatre.game(state, name)
        for shut_out in (people[2], suspended_admin):
            self.suspend(shut_out)
        link = self.theatre.game(FINISHED, "private").link
        nobody = [None, "dbn_" + "A" * 43, revoked.token, link]
        asking = [Caller(house.app, token) for token in nobody]
        asking += [people[2], suspended_admin, *people[:2], self.theatre.stranger, self.theatre.admin]
        self.callers = dict(zip(ROLES, asking, strict=True))

    def suspend(self, player: Caller, act: str = "suspension") -> None:
        """Suspend somebody, or lift that."""
        done = self.theatre.admin.post(f"/v1/admin/players/{player.id}/{act}", {"reason": "a trial"})
        assert done.status_code == 201, done.json

    def again(self, state: str, name: str) -> None:
        """Have another game in place of this one, with all its people."""
        self.theatre.again(state, name)
        if name != "other":
            self.suspend(self.theatre.people[2], "reinstatement")
        self.theatre.game(state, name)
        if name != "other":
            self.suspend(self.theatre.people[2])

    # Asking

    def ask(self, cell: Cell) -> TestResponse:
        """The answer of a cell."""
        door = cell.door
        caller = self.callers[cell.role]
        if door.own_token and caller.id:
            house = self.theatre.house
            caller = self.theatre.new_admin() if cell.role == "an admin" else house.player()
            if cell.role in SHUT_OUT:
                self.suspend(caller)
        path, body = self.filled(cell, caller)
        streams: list[EventStream] = []
        response = asked(caller, door.method, path, body, door.headers, {DETACHED_STREAMS: streams})
        for stream in streams:
            self.theatre.tail.unsubscribe(stream)
        return response

    def filled(self, cell: Cell, caller: Caller) -> tuple[str, Any]:
        """Path and body for a cell."""
        door, about = cell.door, self.about(cell)
        values = {
            "game": about.table.id if cell.target != ABSENT else NOT_THERE,
            "round_number": 1,
            "version": about.call or 5,
            "share": about.share or NOT_THERE,
            "token": {"link": about.link, "revoked link": about.revoked}.get(cell.target, NO_LINK),
            "key": "dobon-sato",
            "name": "folds",
            "code": "busy",
            "path": "lobby.js",
            "player": self.player(cell, caller) if "<id:player>" in door.path else "",
        }
        body = door.body
        if isinstance(body, dict):
            known = {"CALL": about.call or 5, "CODE": about.table.join_code}
            body = {name: known.get(value, value) if isinstance(value, str) else value for name, value in body.items()}
        return PARAMETER.sub(lambda found: str(values[found[1]]), door.path) + door.query, body

    def about(self, cell: Cell) -> Staged:
        """The game of a cell; for an absent one, some game of which the details are taken."""
        if isinstance(cell.door, Link):
            return self.theatre.game(FINISHED, "private")
        return self.theatre.game(cell.state or self.states[0], cell.target if cell.target in GAMES else "private")

    def player(self, cell: Cell, caller: Caller) -> str:
        """The player that a cell asks about."""
        if cell.target == ABSENT:
            return NOT_THERE
        if cell.target == "myself" and caller.id:
            return caller.id
        somebody = self.theatre.house.player("Somebody")
        if cell.door.path.endswith("/reinstatement"):
            self.suspend(somebody)
        return somebody.id

    # Judging

    def table(self, wanted: list[Cell], run: Run) -> Row:
        """Each cell is answered as the table says."""
        row = Row("cells of the table", 0, trials=False)
        for cell in wanted:
            response = self.ask(cell)
            expected, came = cell.door.told(Who(*cell[1:])), told(response)
            if came != expected:
                row.failures.append(f"{cell}: {came}, and not {expected}")
            row.count += 1
            self.compare(cell, expected, response)
            self.search(cell, response)
            if cell.state and cell.door.method != "GET" and response.status_code < 300:
                self.again(cell.state, cell.target)
            run.say(row.what, row.count, len(wanted))
        row.note = f"{len(RULES)} rows, {len(ROLES)} roles, {len(GAMES) + 1} games, {len(self.states)} states"
        return row

    def compare(self, cell: Cell, expected: str, response: TestResponse) -> None:
        """Who is refused is told what an absent game tells."""
        if ABSENT not in cell.door.targets or expected not in REFUSED:
            return
        known = cell.door.name, cell.role
        if known not in self._absent:
            self._absent[known] = self.ask(cell._replace(target=ABSENT))
        self._compared += 1
        absent = self._absent[known]
        if everything(response) != everything(absent):
            self._different.append(f"{cell}: {everything(response)}, and of an absent one {everything(absent)}")

    def alike(self) -> Row:
        """What came of all comparisons."""
        return Row("refused as if it were not there, byte for byte", self._compared, self._different, trials=False)

    def search(self, cell: Cell, response: TestResponse) -> None:
        """No answer holds what opens something, but for the join code of a game in which one sits, and what was just made."""
        text = response.get_data(as_text=True) + str(response.headers)
        about = self.about(cell)
        if cell.role in SEATED and cell.target != "other" and cell.door.states != ("",):
            text = text.replace(about.table.join_code, "")
        self._searched += 1
        if any(secret in text for secret in self.theatre.opening()):
            self._found.append(f"{cell}: {text[:200]}")

    def kept(self) -> Row:
        """What came of all searches."""
        return Row("answers without a token, link or join code", self._searched, self._found, trials=False)
