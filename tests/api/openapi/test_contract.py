"""The running server checked against openapi.yaml by schemathesis.

Valid and invalid requests are sent over real HTTP, and every answer must be described.
"""

from collections.abc import Iterator
from itertools import count
from threading import Thread

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from werkzeug.serving import make_server

from domain.registry import RULESETS
from infra.repositories import accounts
from prove.harness.application import Caller, House
from prove.harness.description import description
from prove.harness.request_targets import Targets, finished_with_call

EXAMPLES = 5
"""Requests for each operation, in addition to the examples and edge cases of its schema."""

NOT_BY_SCHEMA_ALONE = {
    "create_player",  # the name has to be readable
    "open_game",  # the valid options and bots depend on the ruleset and the seats
    "list_games",  # a cursor comes from the page before
    "get_leaderboard",  # a cursor, and the ruleset has to exist
    "find_claims",  # a cursor
    "list_acts",  # a cursor
    "list_damaged_games",  # a cursor
    "list_comments",  # a cursor
    "list_drills",  # a cursor
    "answer_drill",  # the drill has to have the choice
    "answer_daily_drill",  # the same
    "list_shares",  # a cursor
    "give_stamp",  # an Idempotency-Key of another request is refused
    "create_share",  # the same
    "create_ticket",  # the same
    "add_comment",  # an Idempotency-Key of another comment is refused
    "get_review",  # the seat has to be at the table
    "get_dangers",  # the same
    "continue_round",  # the same, and the actions have to be legal
    "open_shared_round",  # the same
    "get_frame",  # the same
    "check_integrity",  # a position has to be one that exists
    "rebuild_projection",  # one rebuild at a time
    "suspend_player",  # the player may be suspended already
    "lift_suspension",  # the player may not be suspended
    "abandon_game",  # the game may be over
    "send_action",  # If-Match may name an old version
}
"""Operations that rightly refuse requests that their schema allows."""

described = schemathesis.openapi.from_dict(description())


@pytest.fixture(scope="module")
def running(only_house: House) -> Iterator[Targets]:
    house = only_house
    server = make_server("127.0.0.1", 0, house.app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    player, name, token = accounts.create_admin(house.pool, "Root")
    tables = [house.table(listed=True, ruleset=key, bots=["novice"]) for key in RULESETS]
    ended = [finished_with_call(house, key) for key in RULESETS]
    share = ended[0][0].people[0].post(f"{ended[0][0].path}/shares").json["token"]
    admin = Caller(house.app, token, player, name)
    yield Targets(house, f"http://127.0.0.1:{server.port}", admin, tables, ended, share, count(1))
    server.shutdown()
    thread.join(30)


@described.parametrize()
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_the_server_behaves_as_described(case: schemathesis.Case, running: Targets) -> None:
    sent = {"Authorization": f"Bearer {running.aim(case)}"}
    loose = case.operation.definition.raw["operationId"] in NOT_BY_SCHEMA_ALONE
    case.call_and_validate(
        base_url=running.url, headers=sent, excluded_checks=[positive_data_acceptance] if loose else []
    )
