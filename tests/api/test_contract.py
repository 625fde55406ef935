"""The running server held against openapi.yaml by schemathesis: valid and invalid requests over real HTTP, and no answer that is not described."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from threading import Thread
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from werkzeug.serving import make_server

from infra import accounts
from tests.api.conftest import QUIET, Caller, House, Table, description

EXAMPLES = 25
"""Requests for each operation, beside the examples and edge cases of its schema."""

NOT_BY_SCHEMA_ALONE = {
    "open_game",  # whether options and bots are right depends on the ruleset and the seats
    "list_games",  # a cursor is the one of the page before
    "act",  # If-Match may name an old version
}
"""Operations that rightly refuse what their schema allows."""

described = schemathesis.openapi.from_dict(description())


@dataclass
class Running:
    """A server on a port, and what its requests need in order to get anywhere."""

    house: House
    url: str
    admin: Caller
    table: Table
    ended: Table
    claim: int
    numbers: Iterator[int]

    def aim(self, case: schemathesis.Case) -> str:
        """Point most requests at what is there; gives the token to send."""
        path = case.path_parameters
        if next(self.numbers) % 5 and "game" in path:
            looks_back = "round_number" in path or "version" in path
            path["game"] = (self.ended if looks_back else self.table).id
            if "round_number" in path:
                path["round_number"] = 1
            if "version" in path and next(self.numbers) % 3:
                path["version"] = self.claim
        if "player" in path and next(self.numbers) % 2:
            path["player"] = self.admin.id
        if case.path.startswith("/v1/admin"):
            return str(self.admin.token)
        if case.operation.definition.raw["operationId"] == "revoke_token":
            return str(self.house.player().token)
        if "version" in path or "round_number" in path:
            return str(self.ended.people[0].token)
        return str(self.table.people[next(self.numbers) % 2].token)


@pytest.fixture(scope="module")
def running(only_house: House) -> Iterator[Running]:
    house = only_house
    server = make_server("127.0.0.1", 0, house.app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    player, name, token = accounts.create_admin(house.pool, "Root")
    ended, claims = house.old(), list[dict[str, Any]]()
    while not claims:
        ended = house.finished()
        claims = ended.people[0].get(f"{ended.path}/claims").json["claims"]
    table = house.table(listed=True, bots=["novice"], options=QUIET)
    yield Running(
        house,
        f"http://127.0.0.1:{server.port}",
        Caller(house.app, token, player, name),
        table,
        ended,
        claims[0]["version"],
        count(1),
    )
    server.shutdown()
    thread.join(30)


@described.parametrize()
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_the_server_does_what_the_description_says(case: schemathesis.Case, running: Running) -> None:
    sent = {"Authorization": f"Bearer {running.aim(case)}"}
    loose = case.operation.definition.raw["operationId"] in NOT_BY_SCHEMA_ALONE
    case.call_and_validate(
        base_url=running.url, headers=sent, excluded_checks=[positive_data_acceptance] if loose else []
    )
