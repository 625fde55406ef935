"""The cells of the access table: their requests, and the checks of the answers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from werkzeug.test import TestResponse

from api.http.exchange import EXCHANGE, Exchange
from prove.access.fixtures import FINISHED, GAMES, RUNNING, STATES, GameFixtures, StagedGame
from prove.access.rules import ABSENT, NOBODY, ROLES, SEATED, SHUT_OUT, AccessCase, AccessRule, Link, Own
from prove.access.table import RULES, SCOPES
from prove.harness.application import Caller
from prove.harness.own_things import THINGS, new_program, new_report
from prove.harness.stored_signals import new_signal
from prove.report import Row, Run

ABSENT_ID = "00000000-0000-4000-8000-000000000000"
UNKNOWN_LINK = "dbnshr_" + "A" * 43
ELSEWHERE = {"REMOTE_ADDR": "203.0.113.7"}
"""Another machine: requests from this one may read the metrics."""

REFUSED = frozenset(
    {
        "unauthorized",
        "suspended",
        "admin-only",
        "no-such-game",
        "no-such-session",
        "no-such-passkey",
        "no-such-device-link",
        "no-such-subscription",
        "no-such-webhook",
        "no-such-report",
        "no-such-token",
    }
)
"""Codes of refusals that must not reveal whether the target exists."""

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


class Cell(NamedTuple):
    """One cell of the table."""

    rule: AccessRule
    role: str
    target: str
    state: str

    def __str__(self) -> str:
        about = ", ".join(part for part in (self.target, self.state) if part)
        return f"{self.rule.name} by {self.role}" + (f" ({about})" if about else "")


def status_or_code(response: TestResponse) -> str:
    """Return the status, or the code of a problem, as the table has it.

    A problem whose status differs from that of its answer gives both, which match no cell.
    """
    if response.mimetype != "application/problem+json":
        return str(response.status_code)
    body = response.get_json(force=True)
    return str(body["code"]) if body["status"] == response.status_code else f"{response.status_code} {body['code']}"


def whole_answer(response: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return status, headers and body."""
    return response.status_code, sorted(response.headers.items()), response.data


def send_request(
    caller: Caller,
    method: str,
    path: str,
    body: Any = None,
    headers: Mapping[str, str] | None = None,
    environ: Mapping[str, Any] | None = None,
) -> TestResponse:
    """Return the answer to a client on another machine."""
    token = {} if caller.token is None else {"Authorization": f"Bearer {caller.token}"}
    sent = {} if body is None else {"json": body}
    return caller.app.test_client().open(
        path, method=method, headers={**token, **(headers or {})}, environ_base={**ELSEWHERE, **(environ or {})}, **sent
    )


@dataclass
class AccessCheck:
    """A run of the table."""

    fixtures: GameFixtures
    states: Sequence[str] = STATES
    "States in which games are staged."
    callers: dict[str, Caller] = field(init=False)
    "Callers by role."
    _absent: dict[tuple[str, str], TestResponse] = field(default_factory=dict)
    "The answer for an absent game, by row and role."
    _compared: int = 0
    _different: list[str] = field(default_factory=list)
    _searched: int = 0
    _found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        house, people = self.fixtures.house, self.fixtures.people
        revoked, suspended_admin = house.player("Gone"), house.admin()
        assert revoked.delete("/v1/players/me/token").status_code == 204
        # The suspended player has seats in these games, and takes them before the suspension.
        for state, name in product(self.states, GAMES):
            self.fixtures.game(state, name)
        for shut_out in (people[2], suspended_admin):
            self.suspend(shut_out)
        link = self.fixtures.game(FINISHED, "private").link
        nobody = [None, "dbn_" + "A" * 43, revoked.token, link]
        asking = [Caller(house.app, token) for token in nobody]
        asking += [people[2], suspended_admin, *people[:2], self.fixtures.stranger, self.fixtures.admin]
        self.callers = dict(zip(ROLES, asking, strict=True))

    def suspend(self, player: Caller, act: str = "suspension") -> None:
        """Suspend a player, or lift the suspension."""
        done = self.fixtures.admin.post(f"/v1/admin/players/{player.id}/{act}", {"reason": "a trial"})
        assert done.status_code == 201, done.json

    def replace_game(self, state: str, name: str) -> None:
        """Replace this game by a new one with the same players."""
        self.fixtures.discard(state, name)
        if name != "other":
            self.suspend(self.fixtures.people[2], "reinstatement")
        self.fixtures.game(state, name)
        if name != "other":
            self.suspend(self.fixtures.people[2])

    # Requests

    def ask(self, cell: Cell) -> TestResponse:
        """Return the answer of a cell."""
        rule = cell.rule
        caller = self.callers[cell.role]
        if rule.own_token and caller.id:
            house = self.fixtures.house
            caller = house.admin() if cell.role == "an admin" else house.player()
            if cell.role in SHUT_OUT:
                self.suspend(caller)
        return self._send(caller, rule, *self.fill_request(cell, caller))

    def _send(self, caller: Caller, rule: AccessRule, path: str, body: Any) -> TestResponse:
        """Return the answer to a request of a row; what it opens is closed."""
        exchange = Exchange()
        response = send_request(caller, rule.method, path, body, rule.headers, {EXCHANGE: exchange})
        exchange.release()
        return response

    def fill_request(self, cell: Cell, caller: Caller) -> tuple[str, Any]:
        """Return path and body of a cell."""
        rule, about = cell.rule, self.game_of(cell)
        values = {
            "game": about.table.id if cell.target != ABSENT else ABSENT_ID,
            "round_number": 1,
            "version": about.call or 5,
            "share": about.share or ABSENT_ID,
            "drill": ABSENT_ID,
            "token": {"link": about.link, "revoked link": about.revoked}.get(cell.target, UNKNOWN_LINK),
            "key": "dobon-sato",
            "name": "folds",
            "code": "busy",
            "page": "table.html",
            "path": "lobby.js",
            "player": self.player_of(cell, caller) if "<id:player>" in rule.path else "",
            "page_id": ABSENT_ID,
            "comment": ABSENT_ID,
            "report": self.report_of(cell) if "<id:report>" in rule.path else "",
            "signal": self.signal_of(cell) if "<id:signal>" in rule.path else "",
            **(self.thing_of(cell, caller) if isinstance(rule, Own) else {}),
        }
        body = rule.body
        if isinstance(body, dict):
            known = {"CALL": about.call or 5, "CODE": about.table.join_code, "GAME": values["game"]}
            if "PLAYER" in body.values():
                known["PLAYER"] = self.fixtures.house.player("Somebody").id
            body = {name: known.get(value, value) if isinstance(value, str) else value for name, value in body.items()}
        return PARAMETER.sub(lambda found: str(values[found[1]]), rule.path) + rule.query, body

    def game_of(self, cell: Cell) -> StagedGame:
        """Return the game of a cell; for an absent one, a game that supplies the other parameters."""
        if isinstance(cell.rule, Link):
            return self.fixtures.game(FINISHED, "private")
        return self.fixtures.game(cell.state or self.states[0], cell.target if cell.target in GAMES else "private")

    def player_of(self, cell: Cell, caller: Caller) -> str:
        """Return the player whom a cell requests."""
        if cell.target == ABSENT:
            return ABSENT_ID
        if cell.target == "myself" and caller.id:
            return caller.id
        somebody = self.fixtures.house.player("Somebody")
        if cell.rule.path.endswith("/reinstatement"):
            self.suspend(somebody)
        return somebody.id

    def report_of(self, cell: Cell) -> str:
        """Return the report of another account that a cell requests."""
        return ABSENT_ID if cell.target == ABSENT else new_report(self.fixtures.house.player("Somebody"))

    def signal_of(self, cell: Cell) -> str:
        """Return the signal that a cell requests."""
        return ABSENT_ID if cell.target == ABSENT else self.signal

    @cached_property
    def signal(self) -> str:
        """The id of a signal; what a cell decides about it changes no other answer."""
        return new_signal(self.fixtures.house)[0]

    def thing_of(self, cell: Cell, caller: Caller) -> dict[str, str]:
        """Return the id of a thing of the caller or of another account, by its parameter in the path."""
        [kind] = PARAMETER.findall(cell.rule.path)
        if cell.target == ABSENT:
            return {kind: ABSENT_ID}
        other = cell.target != "own" or cell.role in SHUT_OUT or not caller.id
        return {kind: THINGS[kind](self.fixtures.house.player("Somebody") if other else caller)}

    # Checks

    def check_table(self, wanted: list[Cell], run: Run) -> Row:
        """Check that each cell is answered as the table says."""
        row = Row("cells of the table", 0, trials=False)
        for cell in wanted:
            response = self.ask(cell)
            expected, came = cell.rule.expected(AccessCase(*cell[1:])), status_or_code(response)
            if came != expected:
                row.failures.append(f"{cell}: {came} instead of {expected}")
            row.count += 1
            self.compare_refusal(cell, expected, response)
            self.check_secrets(cell, response)
            if cell.state and cell.rule.method != "GET" and response.status_code < 300:
                self.replace_game(cell.state, cell.target)
            run.report_progress(row.what, row.count, len(wanted))
        row.note = f"{len(RULES)} rows, {len(ROLES)} roles, {len(GAMES) + 1} games, {len(self.states)} states"
        return row

    def check_scopes(self) -> Row:
        """Check that a program with one scope is refused exactly the routes of the others, whatever they are about."""
        row = Row("requests of programs with one scope", 0, trials=False)
        house, needed = self.fixtures.house, {route: scope for scope, routes in SCOPES.items() for route in routes}
        programs = {scope: new_program(house.player(), scope) for scope in SCOPES if scope not in ("session", "any")}
        for rule, (scope, program) in product(RULES, programs.items()):
            needs = needed.get(rule.route)
            if needs is None:
                continue
            caller = new_program(house.player(), scope) if rule.own_token else program
            state = RUNNING if RUNNING in rule.states else ""
            answers = [self.ask_as(caller, rule, target, state) for target in (rule.targets[0], rule.targets[-1])]
            code = status_or_code(answers[0])
            if needs in (scope, "any"):
                if code in ("insufficient-scope", "session-only", "unauthorized"):
                    row.failures.append(f"{rule.name} with {scope}: {code}")
            elif code != ("session-only" if needs == "session" else "insufficient-scope"):
                row.failures.append(f"{rule.name} with {scope}: {code}, though it needs {needs}")
            elif whole_answer(answers[0]) != whole_answer(answers[1]):
                row.failures.append(f"{rule.name} with {scope}: the refusal tells what the request is about")
            row.count += len(answers)
        return row

    def ask_as(self, caller: Caller, rule: AccessRule, target: str, state: str) -> TestResponse:
        """Return the answer to another caller than those of the roles, about things that are not its own."""
        return self._send(caller, rule, *self.fill_request(Cell(rule, NOBODY[0], target, state), Caller(caller.app)))

    def compare_refusal(self, cell: Cell, expected: str, response: TestResponse) -> None:
        """Check that a refusal equals that of an absent game."""
        if ABSENT not in cell.rule.targets or expected not in REFUSED:
            return
        known = cell.rule.name, cell.role
        if known not in self._absent:
            self._absent[known] = self.ask(cell._replace(target=ABSENT))
        self._compared += 1
        absent = self._absent[known]
        if whole_answer(response) != whole_answer(absent):
            self._different.append(f"{cell}: {whole_answer(response)}, but for an absent game {whole_answer(absent)}")

    def comparison_row(self) -> Row:
        """Return the row of all comparisons."""
        return Row("refusals identical to those of an absent game", self._compared, self._different, trials=False)

    def check_secrets(self, cell: Cell, response: TestResponse) -> None:
        """Check that the answer has no tokens, links or join codes.

        The join code of the caller's own game and newly created ones are allowed.
        """
        text = response.get_data(as_text=True) + str(response.headers)
        about = self.game_of(cell)
        if cell.role in SEATED and cell.target != "other" and cell.rule.states != ("",):
            text = text.replace(about.table.join_code, "")
        self._searched += 1
        if any(secret in text for secret in self.fixtures.opening_secrets()):
            self._found.append(f"{cell}: {text[:200]}")

    def secrets_row(self) -> Row:
        """Return the row of all searches."""
        return Row("answers without a token, link or join code", self._searched, self._found, trials=False)
