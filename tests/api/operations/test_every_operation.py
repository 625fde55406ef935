"""Refusals that operations have in common: without a token or the rights of an admin, and of limits and cursors."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from werkzeug.test import TestResponse

from prove.harness.application import Caller, House
from prove.harness.description import description, parameters_of
from tests.api.conftest import refused

ABSENT = "0b9f4a52-6f0e-4c3d-9a2e-0c6f6d1b7a11"
IN_PATHS = {"round_number": "1", "version": "1", "name": "folds", "token": "x"}
"""Values of parameters of paths that are not the id of something."""

REQUIRED = {"get_leaderboard": "ruleset=doubt&", "find_players": "name=zo&", "search_players": "name=zo&"}
"""What some lists need besides."""


@dataclass(frozen=True)
class Operation:
    """An operation of openapi.yaml."""

    name: str
    method: str
    path: str
    has_token: bool
    query: dict[str, Any]
    "Schemas of its parameters in the query, by name."

    def ask(self, caller: Caller, query: str = "", **ids: str) -> TestResponse:
        """Send a request without the fields of a body, about these things, or else about some that do not exist."""
        path = re.sub(r"\{(\w+)\}", lambda found: ids.get(found[1], IN_PATHS.get(found[1], ABSENT)), self.path)
        body = {"json": {}} if self.method in ("POST", "PATCH", "PUT") else {}
        return caller.call(self.method, f"{path}?{REQUIRED.get(self.name, '')}{query}", **body)


def operations() -> list[Operation]:
    found = []
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict):
                query = {
                    one["name"]: one["schema"] for one in parameters_of(methods, operation) if one["in"] == "query"
                }
                has_token = [*map(list, operation["security"])] == [["token"]]
                found.append(Operation(operation["operationId"], method.upper(), path, has_token, query))
    return found


OPERATIONS = operations()
FOR_ADMINS = [one for one in OPERATIONS if one.path.startswith("/v1/admin/")]
LIMITED = [one for one in OPERATIONS if "limit" in one.query]
BY_PAGE = [one for one in OPERATIONS if "cursor" in one.query]


def by_name(chosen: list[Operation]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("operation", chosen, ids=[one.name for one in chosen])


def test_an_operation_with_a_token_is_refused_without_one(house: House) -> None:
    asked = [one for one in OPERATIONS if one.has_token]
    assert len(asked) > 90
    for one in asked:
        refused(one.ask(house.nobody), 401, "unauthorized")
        refused(one.ask(Caller(house.app, "dbn_" + "x" * 40)), 401, "unauthorized")


def test_operations_of_admins_are_for_admins_only(house: House) -> None:
    player = house.player()
    assert len(FOR_ADMINS) > 15
    for one in FOR_ADMINS:
        assert one.has_token
        refused(one.ask(player), 403, "admin-only")


@by_name(LIMITED)
def test_a_limit_is_a_number_between_its_bounds(house: House, root: Caller, operation: Operation) -> None:
    caller = root if operation in FOR_ADMINS else house.player()
    most = operation.query["limit"]["maximum"]
    for limit in ("0", "-1", most + 1, "x", "1.5", ""):
        refused(operation.ask(caller, f"limit={limit}"), 422, "bad-parameter")
    for limit in (1, most):
        assert operation.ask(caller, f"limit={limit}").status_code in (200, 404)


@by_name(BY_PAGE)
def test_a_cursor_comes_from_the_page_before(house: House, root: Caller, operation: Operation) -> None:
    table = house.old()
    caller = root if operation in FOR_ADMINS else table.people[0]
    ids = {"game": table.id, "player": table.people[0].id}
    if "{webhook}" in operation.path:
        ids["webhook"] = caller.post("/v1/players/me/webhooks", {"url": "https://example.com/"}).json["id"]
    assert operation.ask(caller, **ids).status_code == 200
    cursors = ("x", "W10", "WzEsMiwzXQ", "WzEsMiwzLDRd", "W251bGwsMSwiYSJd", "WzEsOTk5OTk5OTk5OTk5OTk5OTk5OTksImEiXQ")
    for cursor in (*cursors, "WzEsMSwiXHUwMDAwIl0"):
        refused(operation.ask(caller, f"cursor={cursor}", **ids), 422, "bad-parameter")
