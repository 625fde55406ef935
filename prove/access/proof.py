"""Proof `access`: every route, requested by every role for every game in every state, against the declared table.

Each cell of `prove.access.table` has to be answered as declared. A caller who is refused because of their role gets the
answer for an absent game: the same status, headers and bytes. No answer has a token, link or join code that is not
meant for its caller. The duration of answers is not compared.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product

from flask import Flask

from prove.access.apps import check_apps
from prove.access.checks import AccessCheck, Cell, send_request, whole_answer
from prove.access.fixtures import FINISHED, GAMES, LOBBY, RUNNING, STATES, game_fixtures, json_fields
from prove.access.rules import NOBODY, ROLES, SEATED, SHUT_OUT, AccessRule, Admin, Link, Open
from prove.access.table import RULES, SCOPES
from prove.harness.application import Caller
from prove.harness.database import database
from prove.report import Row, Run

SLICE_STATES = (RUNNING, FINISHED)
"""States of a slice: one without open hands, and one with all hands open."""

SLICE = 0.1
"""A run with a smaller share is a slice."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")

SLICE_GAMES = ("private",)
"""Games that suffice for roles that are refused before any game is looked up."""

PASSING = (*SEATED, *ROLES[-2:])
"""Roles whose tokens are accepted."""

METHOD_ROLES = (NOBODY[0], SHUT_OUT[0], *PASSING)
"""Roles that suffice for methods that no role may use."""


def prove(run: Run) -> Iterator[Row]:
    """Yield the rows of the whole table, or of the part that `chosen` leaves."""
    in_full = run.share >= SLICE
    states = STATES if in_full else SLICE_STATES
    with database() as settings, game_fixtures(settings) as fixtures:
        check = AccessCheck(fixtures, states)
        missing = find_unmatched(fixtures.house.app, RULES)
        yield Row("routes, each with a row in the table", len(list_routes(fixtures.house.app)), missing, trials=False)
        yield check.check_table(select_cells(list_cells(RULES, states), run.share), run)
        yield check.check_scopes()
        yield check_apps(fixtures.house, run)
        yield check.comparison_row()
        yield check.secrets_row()
        yield check_other_methods(
            check, METHOD_ROLES if in_full else METHOD_ROLES[1:3], GAMES if in_full else SLICE_GAMES
        )
        yield check_listings(check)


def list_cells(rules: Iterable[AccessRule], states: Sequence[str]) -> Iterator[Cell]:
    """Yield all cells of these rows, state by state."""
    rows = [*rules]
    for state in ("", *states):
        for rule in rows:
            if state in rule.states:
                yield from (Cell(rule, role, target, state) for role, target in product(ROLES, rule.targets))


def select_cells(found: Iterable[Cell], share: float) -> list[Cell]:
    """Return all cells in a full run, and fewer in a smaller one.

    There, roles that are refused at the rule are tried in one state, and in a slice with fewer games.
    """
    return [
        cell
        for cell in found
        if share >= 1
        or cell.role in PASSING
        or (cell.state in ("", RUNNING) and (share >= SLICE or cell.target not in GAMES or cell.target in SLICE_GAMES))
    ]


def list_routes(app: Flask) -> set[str]:
    """Return the routes of the application, as the table names them."""
    return {
        f"{method} {rule.rule}"
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    }


def find_unmatched(app: Flask, rules: Iterable[AccessRule]) -> list[str]:
    """Return routes without a row, and rows without a route."""
    there, declared = list_routes(app), {rule.route for rule in rules}
    scoped = {route for routes in SCOPES.values() for route in routes}
    programs = {rule.route for rule in rules if not isinstance(rule, Open | Link | Admin)}
    return [
        *(f"{route} has no scope in prove/access/table.py" for route in sorted(programs - scoped)),
        *(f"{route} has no row in prove/access/table.py" for route in sorted(there - declared)),
        *(f"there is no route {route}" for route in sorted(declared - there)),
    ]


def check_other_methods(check: AccessCheck, roles: Collection[str], targets: Collection[str]) -> Row:
    """Check that methods that a route does not have get the same answer for all callers.

    HEAD has to equal GET without a body.
    """
    row = Row("methods that a route does not have, and HEAD", 0, trials=False)
    for path, rule in {rule.path: rule for rule in RULES}.items():
        known = {other.method for other in RULES if other.path == path}
        asked_about = [
            Cell(rule, role, target, RUNNING if RUNNING in rule.states else "")
            for role, target in product(
                roles, [target for target in rule.targets if target in targets or target not in GAMES]
            )
        ]
        for method in METHODS:
            if method == "HEAD" and "GET" in known:
                row.failures += [what for cell in asked_about for what in check_head(check, cell)]
            elif method in known:
                continue
            else:
                row.failures += check_same_answer(check, method, asked_about)
            row.count += 1
    return row


def check_same_answer(check: AccessCheck, method: str, asked_about: list[Cell]) -> Iterator[str]:
    """Yield an error for each answer to a method that differs from the first one."""
    wanted = 200 if method == "OPTIONS" else 405
    first = None
    for cell in asked_about:
        caller = check.callers[cell.role]
        found = whole_answer(send_request(caller, method, check.fill_request(cell, caller)[0]))
        first = first or found
        if found != first or found[0] != wanted:
            yield f"{method}, {cell}: {found} instead of {wanted}, {first}"


def check_head(check: AccessCheck, cell: Cell) -> Iterator[str]:
    """Yield an error if HEAD differs from GET."""
    caller = check.callers[cell.role]
    path, _ = check.fill_request(cell, caller)
    got, head = (send_request(caller, method, path) for method in ("GET", "HEAD"))
    if (head.status_code, head.data) != (got.status_code, b""):
        yield f"HEAD, {cell}: {head.status_code} where GET is {got.status_code}"


def check_listings(check: AccessCheck) -> Row:
    """Check that lists have all games that the caller may find, and no others."""
    row = Row("lists of games", 0, trials=False)
    fixtures = check.fixtures
    staged = {(state, name): fixtures.game(state, name).table.id for state, name in product(check.states, GAMES)}
    public = {
        game for (state, name), game in staged.items() if name == "listed" or (name == "closed" and state == LOBBY)
    }
    sits = {game for (_, name), game in staged.items() if name != "other"}
    for caller, mine in (
        (fixtures.people[0], sits),
        (fixtures.people[1], sits),
        (fixtures.stranger, set()),
        (fixtures.admin, set()),
    ):
        for query, expected in (("", public), ("&mine=true", mine)):
            found = set(list_games(caller, query)) & set(staged.values())
            row.count += len(staged)
            row.failures += [f"{caller.name}{query} lists {game}" for game in found - expected]
            row.failures += [f"{caller.name}{query} does not list {game}" for game in expected - found]
    return row


def list_games(caller: Caller, query: str) -> Iterator[str]:
    """Yield the ids of all games of a list."""
    following: str | None = ""
    while following is not None:
        cursor = f"&cursor={following}" if following else ""
        page = json_fields(caller.get(f"/v1/games?limit=100{query}{cursor}"), 200)
        yield from (game["id"] for game in page["games"])
        following = page["next"]
