"""Finished rounds continued over HTTP."""

from typing import Any

import pytest

from api.middleware import rate_limit
from prove.harness.application import House, Table
from prove.harness.views import actions_of
from tests.api.conftest import refused


def address(table: Table, number: int = 1) -> str:
    return f"{table.path}/rounds/{number}/continuations"


def frames(table: Table, seat: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.people[0].get(f"{table.path}/rounds/1/review?as={seat}").json["frames"]
    return found


def continued(table: Table, seat: int, version: int, actions: list[dict[str, Any] | None], **body: Any) -> Any:
    sent = {"version": version, "seat": seat, "actions": actions, **body}
    answer = table.people[0].post(address(table), sent)
    assert answer.status_code == 200, answer.json
    return answer.json


def some_action(found: dict[str, Any]) -> dict[str, Any] | None:
    """Return an action other than a call."""
    if found["may_wait"]:
        return None
    return next(action for action in actions_of(found["view"])[::-1] if action["type"] not in ("dobon", "doubt"))


@pytest.mark.parametrize("ruleset", ["dobon-sato", "dobon-kawagoe", "doubt", "durak"])
def test_a_round_is_continued_to_its_end(house: House, ruleset: str):
    table = house.finished(ruleset=ruleset)
    version = frames(table, 1)[0]["version"]
    actions: list[dict[str, Any] | None] = []
    found = continued(table, 1, version, actions)
    last = version
    while not found["over"]:
        assert found["points"] is None
        assert found["view"]["you"]["seat"] == 1
        last = found["version_now"]
        actions.append(some_action(found))
        found = continued(table, 1, version, actions)
        assert [frame["version"] for frame in found["frames"]] == list(range(last + 1, found["version_now"] + 1))[
            : len(found["frames"])
        ]
    assert len(found["points"]) == 3
    assert found["frames"][-1]["event"]["type"] == "round-revealed"


def test_a_continuation_records_nothing(house: House):
    table = house.finished()
    with table.untouched():
        found = continued(table, 0, frames(table, 0)[0]["version"], [])
        assert found["over"] or continued(table, 0, found["version"], [some_action(found)])
    assert len(table.people[0].get("/v1/games?mine=true").json["games"]) == 1


def test_a_continuation_shows_no_hand_but_that_of_its_seat(house: House):
    table = house.finished()
    found = continued(table, 1, frames(table, 1)[0]["version"], [])
    for hands in (found["view"]["round"]["hands"], *(frame["hands"] for frame in found["frames"])):
        assert set(hands[0] + hands[2]) <= {"??"} or found["over"]
        assert "??" not in hands[1]


def test_an_illegal_action_is_refused_with_its_position(house: House):
    for table in iter(house.finished, None):
        version = frames(table, 0)[0]["version"]
        found = continued(table, 0, version, [])
        if not found["over"] and not continued(table, 0, version, [some_action(found)])["over"]:
            break  # a random round may end before the second choice
    body = {"version": version, "seat": 0, "actions": [some_action(found), {"type": "ready"}]}
    answer = refused(table.people[0].post(address(table), body), 409, "not-now")
    assert answer["action"] == 1


def test_a_version_outside_the_round_cannot_be_continued(house: House):
    table = house.finished()
    shown = frames(table, 0)
    for version in (1, shown[0]["version"] - 1, 999_999_999):
        refused(table.people[0].post(address(table), {"version": version, "seat": 0}), 404, "no-such-version")
    refused(table.people[0].post(address(table), {"version": shown[-1]["version"], "seat": 0}), 409, "round-over")
    refused(table.people[0].post(address(table), {"version": shown[0]["version"], "seat": 3}), 422, "bad-body")


def test_a_running_round_cannot_be_continued(house: House):
    table = house.finished_round()
    version = table.people[0].view(table.id)["version"]
    refused(table.people[0].post(address(table, 2), {"version": version, "seat": 0}), 409, "round-not-over")
    refused(table.people[0].post(address(table, 1), {"version": version, "seat": 0}), 404, "no-such-version")


def test_only_accounts_that_see_the_game_can_continue_it(house: House):
    table = house.finished(listed=False)
    refused(house.player().post(address(table), {"version": 5, "seat": 0}), 404, "no-such-game")


def test_a_slow_strategy_does_not_continue_rounds(house: House):
    table = house.old()
    body = {"version": frames(table, 0)[0]["version"], "seat": 0, "bots": "expert"}
    refused(table.people[0].post(address(table), body), 422, "bad-body")


def test_continuations_are_limited_by_account(house: House):
    table = house.old()
    player, body = table.people[0], {"version": 1, "seat": 0}
    house.app.extensions[rate_limit.EXTENSION] = rate_limit.RateLimiter("continuations=1/hour")
    try:
        refused(player.post(address(table), body), 404, "no-such-version")
        answer = refused(player.post(address(table), body), 429, "rate-limited")
        assert answer["allowance"] == "continuations"
    finally:
        house.app.extensions.pop(rate_limit.EXTENSION, None)


@pytest.mark.parametrize(
    "actions",
    [[{"type": "nonsense"}], ["draw"], "draw", None, [{"type": "play", "cards": ["Z1"]}], [{"type": "draw"}] * 201],
)
def test_a_malformed_action_is_refused(house: House, actions: Any):
    table = house.old()
    body = {"version": frames(table, 0)[0]["version"], "seat": 0, "actions": actions}
    refused(table.people[0].post(address(table), body), 422, "bad-body")
