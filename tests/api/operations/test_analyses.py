"""Analyses of finished rounds over HTTP."""

from itertools import count

import pytest

from api.middleware import rate_limit
from domain.analysis import round_analysis
from domain.analysis.losses import Budget
from domain.review import second_judge
from infra.analyser.worker import AnalysisWorker
from prove.harness.application import House, Table
from tests.api.conftest import refused

EVENTS = 22
"""The number of events of a game with more than two decisions."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spend few playouts, and few worlds of the second judge."""
    monkeypatch.setattr(second_judge, "BATCHES", (2,))
    monkeypatch.setattr(round_analysis.judge, "__defaults__", ("", Budget(stages=(4,), batch=8, most=1)))


@pytest.fixture(scope="module")
def worker(only_house: House) -> AnalysisWorker:
    return AnalysisWorker(only_house.pool, now=only_house.tables.now)


def short(house: House) -> Table:
    """Return a finished game with few decisions."""
    return house.finished(options={"hand_size": 3})


def address(table: Table, number: int = 1) -> str:
    return f"{table.path}/rounds/{number}/analysis"


def test_a_round_is_analysed_after_the_first_request(house: House, worker: AnalysisWorker):
    table = short(house)
    player = table.people[0]
    asked = player.get(address(table))
    assert (asked.status_code, asked.json) == (202, {"done": 0, "total": None})
    assert asked.headers["Retry-After"] == "2"
    while worker.step():
        pass
    found = player.get(address(table))
    assert found.status_code == 200
    assert found.json["decisions"]
    assert [seat["seat"] for seat in found.json["seats"]] == [0, 1, 2]
    again = player.get(address(table), headers={"If-None-Match": found.headers["ETag"]})
    assert again.status_code == 304


def test_an_analysis_that_is_interrupted_continues_behind_the_last_decision(house: House, worker: AnalysisWorker):
    while worker.step():
        "Another test has left a request."
    table = next(table for table in (short(house) for _ in range(50)) if table.log()[0] > EVENTS)
    player = table.people[0]
    player.get(address(table))
    asked = count()
    assert AnalysisWorker(house.pool, lambda: next(asked) == 2, house.tables.now).step()
    progress = player.get(address(table))
    assert progress.status_code == 202
    assert progress.json["done"] == 2 < progress.json["total"]
    while worker.step():
        pass
    assert len(player.get(address(table)).json["decisions"]) == progress.json["total"]


def test_a_running_round_is_not_analysed(house: House):
    table = house.finished_round()
    refused(table.people[0].get(address(table, 2)), 409, "round-not-over")
    refused(table.people[0].get(address(table, 3)), 404, "no-such-round")


def test_only_accounts_that_see_the_game_see_its_analysis(house: House):
    table = house.finished(listed=False)
    refused(house.player().get(address(table)), 404, "no-such-game")


def test_starting_analyses_is_limited_by_account(house: House):
    table = short(house)
    player = table.people[0]
    limiter = rate_limit.RateLimiter("analyses=1/hour")
    limiter.hit("analyses", player.id, stated=False)
    house.app.extensions[rate_limit.EXTENSION] = limiter
    try:
        body = refused(player.get(address(table)), 429, "rate-limited")
        assert body["allowance"] == "analyses"
        del house.app.extensions[rate_limit.EXTENSION]
        assert player.get(address(table)).status_code == 202
        house.app.extensions[rate_limit.EXTENSION] = limiter
        assert player.get(address(table)).status_code == 202, "what runs already costs nothing"
    finally:
        house.app.extensions.pop(rate_limit.EXTENSION, None)


def test_a_round_of_doubt_is_analysed(house: House, worker: AnalysisWorker):
    table = house.finished(ruleset="doubt", options={"max_plays": 50})
    player = table.people[0]
    assert player.get(address(table)).status_code == 202
    while worker.step():
        "Other tests have left requests."
    assert player.get(address(table)).json["analyser"]
