"""The running server checked against openapi.yaml by schemathesis.

Valid and invalid requests are sent over real HTTP, and every answer must be described.
"""

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

from domain.registry import RULESETS
from infra.repositories import accounts
from tests.api.conftest import Caller, House, Table, description

EXAMPLES = 25
"""Requests for each operation, in addition to the examples and edge cases of its schema."""

NOT_BY_SCHEMA_ALONE = {
    "open_game",  # the valid options and bots depend on the ruleset and the seats
    "list_games",  # a cursor comes from the page before
    "get_leaderboard",  # a cursor, and the ruleset has to exist
    "find_claims",  # a cursor
    "list_acts",  # a cursor
    "list_comments",  # a cursor
    "add_comment",  # an Idempotency-Key of another comment is refused
    "get_review",  # the seat has to be at the table
    "get_frame",  # the same
    "check_integrity",  # a position has to be one that exists
    "rebuild_projection",  # one rebuild at a time
    "suspend_player",  # the player may be suspended already
    "lift_suspension",  # the player may not be suspended
    "abandon_game",  # the game may be over
    "act",  # If-Match may name an old version
}
"""Operations that rightly refuse requests that their schema allows."""

described = schemathesis.openapi.from_dict(description())


@dataclass
class Running:
    """A server on a port, and the ids that its requests need."""

    house: House
    url: str
    admin: Caller
    tables: list[Table]
    "Running games, one of each ruleset."
    ended: list[tuple[Table, int]]
    "Finished games, and the version of a call in each, or of another event where the ruleset has no calls."
    share: str
    "A link to a finished game."
    numbers: Iterator[int]

    def aim(self, case: schemathesis.Case) -> str:
        """Replace most ids in a request by existing ones; return the token to send."""
        path = case.path_parameters
        table = self.tables[next(self.numbers) % len(self.tables)]
        ended, claim = self.ended[next(self.numbers) % len(self.ended)]
        if next(self.numbers) % 5 and "game" in path:
            looks_back = "round_number" in path or "version" in path or "/shares" in case.path
            path["game"] = (ended if looks_back else table).id
            if "round_number" in path:
                path["round_number"] = 1
            if "version" in path and next(self.numbers) % 3:
                path["version"] = claim
        if str(case.query.get("wait", "")).isdecimal() and int(case.query["wait"]) <= 60:
            case.query["wait"] = 0  # other tests cover waiting
        if "player" in path and next(self.numbers) % 2:
            path["player"] = self.house.player().id
        if case.path.endswith("/abandonment") and next(self.numbers) % 2:
            path["game"] = self.house.table().id
        if "token" in path and next(self.numbers) % 2:
            path["token"] = self.share
        if case.path.endswith("/rebuild") and next(self.numbers) % 2:
            path["name"] = "folds"
        if case.path.startswith("/v1/admin"):
            return str(self.admin.token)
        if case.operation.definition.raw["operationId"] == "revoke_token":
            return str(self.house.player().token)
        if "version" in path or "round_number" in path or "/shares" in case.path:
            return str(ended.people[0].token)
        return str(table.people[next(self.numbers) % 2].token)


WITHOUT_CALLS = ("durak", "kirifu", "mustamaija")


def with_a_call(house: House, key: str) -> tuple[Table, int]:
    """Return a finished game and the version of a call in it.

    Where the ruleset has no calls, the version is that of another event of its round.
    """
    if key in WITHOUT_CALLS:
        table = house.finished(ruleset=key)
        assert table.people[0].get(f"{table.path}/claims").json["claims"] == []
        return table, table.log()[0] // 2
    while True:
        table = house.finished(ruleset=key)
        claims: list[dict[str, Any]] = table.people[0].get(f"{table.path}/claims").json["claims"]
        if claims:
            return table, claims[0]["version"]


@pytest.fixture(scope="module")
def running(only_house: House) -> Iterator[Running]:
    house = only_house
    server = make_server("127.0.0.1", 0, house.app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    player, name, token = accounts.create_admin(house.pool, "Root")
    tables = [house.table(listed=True, ruleset=key, bots=["novice"]) for key in RULESETS]
    ended = [with_a_call(house, key) for key in RULESETS]
    share = ended[0][0].people[0].post(f"{ended[0][0].path}/shares").json["token"]
    admin = Caller(house.app, token, player, name)
    yield Running(house, f"http://127.0.0.1:{server.port}", admin, tables, ended, share, count(1))
    server.shutdown()
    thread.join(30)


@described.parametrize()
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_the_server_behaves_as_described(case: schemathesis.Case, running: Running) -> None:
    sent = {"Authorization": f"Bearer {running.aim(case)}"}
    loose = case.operation.definition.raw["operationId"] in NOT_BY_SCHEMA_ALONE
    case.call_and_validate(
        base_url=running.url, headers=sent, excluded_checks=[positive_data_acceptance] if loose else []
    )
