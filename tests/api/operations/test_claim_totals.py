"""Totals of calls, for admins."""

from collections import Counter
from datetime import date, datetime
from typing import Any

import pytest

from prove.harness.application import Caller, House, Table
from prove.harness.service_games import shard_of
from tests.api.conftest import refused
from tests.api.operations.test_leaderboard import pages
from tests.api.operations.test_reports import call

TOTALS = "/v1/admin/claims/totals"
PERIOD = {"since": "2026-11-02T00:00:00Z", "until": "2026-11-30T00:00:00Z"}
"""A period with the time at which the games of these tests begin."""

Totals = dict[str, Counter[tuple[str, str, bool]]]


def asked(query: dict[str, str]) -> str:
    return "&".join(f"{name}={value}" for name, value in query.items())


def read_totals(root: Caller, **query: str) -> Totals:
    """Return the number of calls by Monday, and by ruleset, kind and verdict."""
    response = root.get(f"{TOTALS}?{asked(query)}")
    assert response.status_code == 200, response.json
    return {
        week["monday"]: Counter({(one["ruleset"], one["kind"], one["valid"]): one["calls"] for one in week["totals"]})
        for week in response.json["weeks"]
    }


def counted(root: Caller, **query: str) -> Totals:
    """Return what the totals should be, counted in the list."""
    found: Totals = {monday: Counter() for monday in ("2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23")}
    for one in pages(root, f"/v1/admin/claims?limit=100&{asked(query)}", "claims"):
        year, week, _ = datetime.fromisoformat(one["at"]).isocalendar()
        found[str(date.fromisocalendar(year, week, 1))][one["ruleset"], one["kind"], one["valid"]] += 1
    return found


def numbers(totals: Totals) -> dict[str, int]:
    return {monday: group.total() for monday, group in totals.items()}


def open_table(house: House, **options: Any) -> Table:
    return house.table(options={"rounds": 1, "false_claim": "lose", **options})


def test_a_week_begins_on_monday_also_across_a_years_end(house: House, root: Caller) -> None:
    for at in ("2024-12-29T23:59:59.999999Z", "2024-12-30T00:00:00.000000Z", "2025-01-05T23:59:59.999999Z"):
        house.time.now = at
        table = open_table(house)
        call(table, table.turn)
    years_end = {"since": "2024-12-25T00:00:00Z", "until": "2025-01-06T00:00:00.000001Z"}
    assert numbers(read_totals(root, **years_end)) == {"2024-12-23": 1, "2024-12-30": 2, "2025-01-06": 0}
    bounds = {"since": "2024-12-30T00:00:00Z", "until": "2025-01-05T23:59:59.999999Z"}
    assert numbers(read_totals(root, **bounds)) == {"2024-12-30": 1}, "the end is excluded"


def test_totals_are_those_of_the_list_with_the_same_filters(house: House, root: Caller) -> None:
    table = open_table(house)
    caller = table.turn
    house.time.passes(3600)
    call(table, caller)
    house.time.passes(7 * 86_400 - 3600)
    while len({key for group in counted(root, ruleset="doubt", **PERIOD).values() for key in group}) < 2:
        house.finished(ruleset="doubt")
    filters = (
        {}, {"ruleset": "doubt"}, {"ruleset": "dobon-sato"}, {"kind": "doubt"}, {"kind": "call"}, {"verdict": "true"},
        {"ruleset": "doubt", "verdict": "false"}, {"player": caller.id},
    )  # fmt: skip
    for chosen in filters:
        found = read_totals(root, **chosen, **PERIOD)
        assert found == counted(root, **chosen, **PERIOD)
        assert sum(numbers(found).values()) > 0
    assert numbers(read_totals(root, player=caller.id, **PERIOD))["2026-11-16"] == 1
    for chosen in ({"player": "nobody"}, {"player": caller.id, "name": "nobody"}, {"ruleset": "durak"}):
        assert {*numbers(read_totals(root, **chosen, **PERIOD)).values()} == {0}


def test_calls_of_a_running_round_are_not_counted(house: House, root: Caller) -> None:
    table = house.table(players=3, options={"false_claim": "nothing"})
    caller = table.people[0]
    on = caller.view(table.id)["round"]["board"]["top"]["version"]
    before = read_totals(root, **PERIOD)
    assert caller.act(table.id, "dobon", on=on).status_code == 200
    with shard_of(house.pool, table.id).connection() as conn:
        assert conn.execute("SELECT FROM dobon.claims WHERE game_id = %s", [table.id]).rowcount == 1, "it is recorded"
    assert read_totals(root, **PERIOD) == before
    assert {*numbers(read_totals(root, player=caller.id, **PERIOD)).values()} == {0}
    root.post(f"/v1/admin/games/{table.id}/abandonment", {"reason": "they asked for it"})
    assert numbers(read_totals(root, player=caller.id, **PERIOD))["2026-11-16"] == 1


def test_without_a_period_the_last_26_weeks_are_counted(house: House, root: Caller) -> None:
    found = root.get(TOTALS).json
    assert (found["since"], found["until"]) == ("2026-05-25T00:00:00.000000Z", "2026-11-23T00:00:00.000000Z")
    mondays = [week["monday"] for week in found["weeks"]]
    assert (len(mondays), mondays[0], mondays[-1]) == (26, "2026-05-25", "2026-11-16"), "with the present week"
    assert root.get(f"{TOTALS}?since=2026-11-11T12:00:00Z").json["until"] == found["until"]
    assert [*read_totals(root, since="2026-11-11T12:00:00Z")] == ["2026-11-09", "2026-11-16"]
    early = root.get(f"{TOTALS}?until=2026-01-01T00:00:00Z").json
    assert (early["since"], len(early["weeks"])) == ("2025-06-30T00:00:00.000000Z", 27), "26 whole weeks and a part"


def test_a_period_has_at_most_53_weeks(root: Caller) -> None:
    longest = {"since": "2025-11-17T00:00:00Z", "until": "2026-11-23T00:00:00Z"}
    assert len(read_totals(root, **longest)) == 53
    body = refused(
        root.get(f"{TOTALS}?{asked({**longest, 'until': '2026-11-23T00:00:00.000001Z'})}"), 422, "bad-parameter"
    )
    assert body["detail"] == "Invalid period: send one of at most 53 weeks."
    refused(root.get(f"{TOTALS}?since=2024-01-01T00:00:00Z"), 422, "bad-parameter")
    for since, until in (("0001-01-01", "0001-03-01"), ("9999-12-01", "9999-12-31")):
        assert len(read_totals(root, since=f"{since}T00:00:00Z", until=f"{until}T00:00:00Z")) in (5, 9)
    assert root.get(f"{TOTALS}?until=0001-03-01T00:00:00Z").json["since"] == "0001-01-01T00:00:00.000000Z"


def test_a_period_does_not_end_before_it_begins(root: Caller) -> None:
    path = f"{TOTALS}?since=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z"
    body = refused(root.get(path), 422, "bad-parameter")
    assert body["detail"] == "Invalid `since`: send a time before `until`."
    body = refused(root.get(path, headers={"Accept-Language": "ja"}), 422, "bad-parameter")
    assert body["detail"] == "`since`が正しくありません。`until`より前の時刻を送ってください。"


@pytest.mark.parametrize(
    "query", ["ruleset=poker", "kind=shout", "verdict=maybe", "since=yesterday", "week=1", "limit=5"]
)
def test_an_invalid_filter_is_refused(root: Caller, query: str) -> None:
    refused(root.get(f"{TOTALS}?{query}"), 422, "bad-parameter")


def test_totals_are_for_admins(house: House) -> None:
    refused(house.nobody.get(TOTALS), 401, "unauthorized")
    refused(house.player().get(TOTALS), 403, "admin-only")
