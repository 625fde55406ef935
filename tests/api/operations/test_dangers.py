"""Dangers of finished rounds over HTTP."""

from typing import Any

import pytest

from api.operations import analyses as schemas
from prove.harness.application import House, Table
from tests.api.conftest import refused


def address(table: Table, query: str = "?as=0", number: int = 1) -> str:
    return f"{table.path}/rounds/{number}/dangers{query}"


def asked(table: Table, query: str = "?as=0") -> Any:
    answer = table.people[0].get(address(table, query))
    assert answer.status_code == 200, answer.json
    return answer.json


@pytest.mark.parametrize("ruleset", ["dobon-sato", "dobon-kawagoe", "doubt", "durak"])
def test_each_frame_of_the_review_has_its_dangers(house: House, ruleset: str):
    table = house.finished(ruleset=ruleset)
    frames = table.people[0].get(f"{table.path}/rounds/1/review?as=1").json["frames"]
    moments, first = [], 1
    while first is not None:
        found = asked(table, f"?as=1&from={first}")
        assert (found["round"], found["seat"]) == (1, 1)
        moments += found["moments"]
        first = found["next"]
    assert [moment["version"] for moment in moments] == [frame["version"] for frame in frames]
    for moment, frame in zip(moments, frames, strict=True):
        laid = [danger["cards"] for danger in moment["dangers"]]
        assert laid == ([[card] for card in frame["hands"][1]] if laid else [])
    assert any(moment["dangers"] for moment in moments) == (ruleset != "durak")
    assert not moments[-1]["dangers"]


def test_dangers_are_read_by_ranges_of_moments(house: House, monkeypatch: pytest.MonkeyPatch):
    table = house.old()
    whole = asked(table)["moments"]
    assert asked(table, "?as=0&from=2&to=3")["moments"] == whole[1:3]
    monkeypatch.setattr(schemas, "MAX_MOMENTS", 2)
    found = asked(table)
    assert (found["moments"], found["next"]) == (whole[:2], 3)


def test_dangers_are_kept_by_the_browser_of_the_account(house: House):
    table = house.old()
    first = table.people[0].get(address(table))
    assert first.headers["Cache-Control"] == "private, max-age=86400, immutable"
    again = table.people[0].get(address(table), headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert table.people[0].get(address(table, "?as=1")).headers["ETag"] != first.headers["ETag"]


def test_a_running_round_has_no_dangers(house: House):
    table = house.finished_round()
    refused(table.people[0].get(address(table, number=2)), 409, "round-not-over")
    refused(table.people[0].get(address(table, number=3)), 404, "no-such-round")


def test_only_accounts_that_see_the_game_see_its_dangers(house: House):
    table = house.finished(listed=False)
    refused(house.player().get(address(table)), 404, "no-such-game")


def test_dangers_need_a_seat_of_the_game(house: House):
    refused(house.old().people[0].get(address(house.old(), "")), 422, "bad-parameter")
    refused(house.old().people[0].get(address(house.old(), "?as=3")), 422, "bad-parameter")
