"""The running server checked against openapi.yaml by schemathesis.

Valid and invalid requests are sent over real HTTP, and every answer must be described.
"""

from collections.abc import Iterator
from copy import deepcopy
from itertools import count
from random import Random
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from domain.game.registry import RULESETS
from infra.databases.pool import AccountsPool
from prove.harness.application import open_house
from prove.harness.description import description
from prove.harness.request_targets import Targets, finished_with_call
from tests.threaded_server import serve

EXAMPLES = 2
"""Requests for each operation, in addition to the examples and edge cases of its schema."""

NOT_BY_SCHEMA_ALONE = {
    "create_player",  # the name has to be readable
    "change_me",  # the same
    "erase_me",  # without a confirmation it is refused
    "create_passkey_options",  # the address of this server has no passkeys
    "add_passkey",  # the same
    "create_sign_in_options",  # the same
    "sign_in_by_passkey",  # the same
    "sign_in_by_recovery_code",  # a code comes from the server
    "sign_in_by_device_link",  # the same
    "rotate_session",  # an Idempotency-Key has a form
    "open_game",  # the valid options and bots depend on the ruleset and the seats
    "list_games",  # a cursor comes from the page before
    "join_queue",  # the seats depend on the ruleset
    "add_push_subscription",  # its keys have a form that no schema tells
    "create_personal_token",  # an Idempotency-Key of another token is refused
    "get_authorization_request",  # the parameters have to be those of OAuth
    "decide_authorization",  # the same
    "collect_token",  # a code comes from the server
    "revoke_app_token",  # without a token it is refused
    "create_webhook",  # an Idempotency-Key of another webhook is refused
    "get_leaderboard",  # a cursor, and the ruleset has to exist
    "get_history",  # a cursor
    "find_claims",  # a cursor
    "total_claims",  # a period has a longest length
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
    "create_account_ticket",  # the same
    "add_comment",  # an Idempotency-Key of another comment is refused
    "get_review",  # the seat has to be at the table
    "get_dangers",  # the same
    "continue_round",  # the same, and the actions have to be legal
    "open_shared_round",  # the same
    "get_frame",  # the same
    "check_integrity",  # a position has to be one that exists
    "rebuild_projection",  # one rebuild at a time
    "create_report",  # the fields and the reason depend on the kind
    "list_reports",  # a cursor
    "list_verdicts",  # a cursor
    "find_reports",  # a cursor
    "list_signals",  # a cursor
    "find_players",  # a cursor
    "search_players",  # a cursor
    "list_challenges",  # a cursor
    "make_challenge",  # the ruleset has to exist, and to have the options and the seats
    "decide_report",  # the measures depend on the verdict and the report
    "suspend_player",  # the player may be suspended already, and the end has to be in the future
    "lift_suspension",  # the player may not be suspended
    "abandon_game",  # the game may be over
    "send_action",  # If-Match may name an old version
}
"""Operations that rightly refuse requests that their schema allows."""


def with_messages(document: dict[str, Any]) -> dict[str, Any]:
    """Return the description with the schema of whole messages for streams, as schemathesis reads them.

    OpenAPI 3.1 has no form for streams; `openapi.yaml` describes the data of their messages, as generators read it.
    """
    document = deepcopy(document)
    for methods in document["paths"].values():
        for operation in methods.values():
            found = operation["responses"].get("200", {}) if isinstance(operation, dict) else {}
            content = found.get("content", {}).get("text/event-stream")
            if content is not None:
                data = {"type": "string", "contentMediaType": "application/json", "contentSchema": content["schema"]}
                content["schema"] = {"type": "object", "properties": {"data": data}, "required": ["data"]}
    return document


described = schemathesis.openapi.from_dict(with_messages(description()))
described.config.phases.coverage.unexpected_methods = (
    set()
)  # `prove access` asks for the methods that a route does not have


@pytest.fixture(scope="module")
def running(pool: AccountsPool) -> Iterator[Targets]:
    """A server with an application of its own, whose streams end with it."""
    with open_house(pool) as house:
        tables = [house.table(listed=True, ruleset=key, bots=["novice"]) for key in RULESETS]
        ended = [finished_with_call(house, key) for key in RULESETS]
        share = ended[0][0].people[0].post(f"{ended[0][0].path}/shares").json["token"]
        with serve(house.app) as url:
            yield Targets(house, url, house.admin(), tables, ended, share, count(1))


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """One connection for all requests, without the settings of this machine, which are read for each request."""
    with requests.Session() as session:
        session.trust_env = False
        yield session


@pytest.fixture(scope="module", autouse=True)
def own_random_numbers() -> Iterator[None]:
    """Let the pool draw its random numbers from a source of its own.

    Its threads use them for each new connection. If that is the source of the module `random`, Hypothesis takes it for
    a strategy that draws from there, and warns.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("psycopg_pool.base.random", Random().random)
        yield


@described.parametrize()
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_the_server_behaves_as_described(case: schemathesis.Case, running: Targets, session: requests.Session) -> None:
    sent = {"Authorization": f"Bearer {running.aim(case)}"}
    loose = case.operation.definition.raw["operationId"] in NOT_BY_SCHEMA_ALONE
    case.call_and_validate(
        base_url=running.url,
        session=session,
        headers=sent,
        excluded_checks=[positive_data_acceptance] if loose else [],
    )
