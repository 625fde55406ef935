"""Answers to failures inside the server."""

import logging
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from api.app import create_app
from api.dependencies import dependencies
from infra.commands.service import GameService
from infra.databases.pool import AccountsPool, open_pool
from infra.postgres.pool import Pool
from infra.postgres.retry import CommitUnknown, Unavailable
from infra.settings import Settings
from prove.harness.application import Caller, House
from tests.api.conftest import refused


@pytest.fixture
def absent_database(tmp_path: Path) -> Iterator[AccountsPool]:
    """A pool for a server that does not exist."""
    settings = Settings(database_url=f"postgresql://nobody@/dobon?host={tmp_path}", data_dir=tmp_path)
    pool = open_pool(settings)
    pool.timeout = 0.05
    yield pool
    pool.close()


def test_a_server_without_a_database_is_alive_and_not_ready(absent_database: Pool) -> None:
    nobody = Caller(create_app(absent_database, GameService(absent_database)), "dbn_" + "A" * 43)
    assert nobody.get("/healthz").status_code == 200
    for response in (nobody.get("/readyz"), nobody.get("/v1/players/me"), nobody.post("/v1/players", {"name": "Aoi"})):
        refused(response, 503, "unavailable")
        assert response.headers["Retry-After"]
    assert nobody.get("/v1/rulesets").status_code == 200


def test_a_database_of_another_version_is_not_ready(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.operations.monitoring.newest", lambda: "9999")
    refused(house.nobody.get("/readyz"), 503, "unavailable")


@pytest.mark.parametrize(
    "error", [Unavailable("gone"), CommitUnknown("lost"), psycopg.OperationalError("x"), psycopg.InterfaceError("y")]
)
def test_a_lost_database_is_a_503(house: House, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    table = house.table()
    monkeypatch.setattr(dependencies(house.app).games, "act", fail)
    refused(table.turn.act(table.id, "draw"), 503, "unavailable")


def test_an_internal_error_reveals_nothing_about_its_cause(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("the ace of spades")

    monkeypatch.setattr(dependencies(house.app).names, "with_names", fail)
    aoi = house.player()
    response = house.app.test_client().post(
        "/v1/games", json={"ruleset": "dobon-sato", "seats": 2}, headers={"Authorization": f"Bearer {aoi.token}"}
    )
    refused(response, 500, "internal-error")
    assert "ace" not in response.text
    assert "ValueError" not in response.text
    assert [record.levelno for record in caplog.records if record.name == "api.http.error_handlers"] == [logging.ERROR]


def test_no_other_answer_than_constant_ones_may_be_cached(house: House) -> None:
    for path in ("/v1/players/me", "/healthz", "/problems/busy", "/v1/rulesets/none", "/nowhere"):
        assert house.nobody.get(path).headers["Cache-Control"] == "no-store"
