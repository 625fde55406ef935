"""What is answered when something is wrong with the server, and to pages from elsewhere."""

import logging
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask

from api.app import create_app
from api.dependencies import dependencies
from api.presenters.player_names import player_names
from infra.commands.service import GameService
from infra.postgres.pool import Pool, open_pool
from infra.postgres.retry import CommitUnknown, Unavailable
from infra.settings import Settings
from tests.api.conftest import Caller, House, refused


@pytest.fixture
def away(tmp_path: Path) -> Iterator[Pool]:
    """A pool of a server that is not there."""
    settings = Settings(database_url=f"postgresql://nobody@/dobon?host={tmp_path}", data_dir=tmp_path)
    pool = open_pool(settings)
    pool.timeout = 0.05
    yield pool
    pool.close()


def test_without_a_database_the_server_is_up_and_says_so(away: Pool) -> None:
    nobody = Caller(create_app(away, GameService(away)), "dbn_" + "A" * 43)
    assert nobody.get("/healthz").status_code == 200
    for response in (nobody.get("/readyz"), nobody.get("/v1/players/me"), nobody.post("/v1/players", {"name": "Aoi"})):
        refused(response, 503, "unavailable")
        assert response.headers["Retry-After"]
    assert nobody.get("/v1/rulesets").status_code == 200


def test_a_database_of_another_version_is_not_ready(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.resources.monitoring.newest", lambda: "9999")
    refused(house.nobody.get("/readyz"), 503, "unavailable")


@pytest.mark.parametrize(
    "error", [Unavailable("gone"), CommitUnknown("lost"), psycopg.OperationalError("x"), psycopg.InterfaceError("y")]
)
def test_a_database_that_goes_away_is_a_503(house: House, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    table = house.table()
    monkeypatch.setattr(dependencies(house.app).games, "act", fail)
    refused(table.turn.act(table.id, "draw"), 503, "unavailable")


def test_a_mistake_of_ours_tells_nothing_of_the_inside(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("the ace of spades")

    monkeypatch.setattr(player_names(house.app), "with_names", fail)
    aoi = house.player()
    response = house.app.test_client().post(
        "/v1/games", json={"ruleset": "dobon-sato", "seats": 2}, headers={"Authorization": f"Bearer {aoi.token}"}
    )
    refused(response, 500, "internal-error")
    assert "ace" not in response.text
    assert "ValueError" not in response.text
    assert [record.levelno for record in caplog.records if record.name == "api.http.error_handlers"] == [logging.ERROR]


def test_nothing_is_kept_by_caches(house: House) -> None:
    for path in ("/v1/rulesets", "/v1/players/me", "/healthz", "/docs", "/nowhere"):
        assert house.nobody.get(path).headers["Cache-Control"] == "no-store"


ORIGIN = "https://play.example"


@pytest.fixture
def open_app(house: House) -> Flask:
    return create_app(house.pool, house.tables, [ORIGIN])


def test_pages_from_elsewhere_may_nothing_unless_configured(house: House, open_app: Flask) -> None:
    closed = house.app.test_client().get("/v1/rulesets", headers={"Origin": ORIGIN})
    other = open_app.test_client().get("/v1/rulesets", headers={"Origin": "https://evil.example"})
    for response in (closed, other):
        assert not [name for name in response.headers if name[0].startswith("Access-Control")]


def test_a_configured_origin_may_use_the_api(open_app: Flask) -> None:
    asked = open_app.test_client().options(
        "/v1/games", headers={"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
    )
    assert asked.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "Idempotency-Key" in asked.headers["Access-Control-Allow-Headers"]
    answered = open_app.test_client().get("/v1/players/me", headers={"Origin": ORIGIN})
    assert answered.status_code == 401
    assert answered.headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "ETag" in answered.headers["Access-Control-Expose-Headers"]
    assert answered.headers["Vary"] == "Origin"


def test_the_pages_of_a_server_may_use_its_other_port_by_whatever_address_they_came(house: House) -> None:
    app = create_app(house.pool, house.tables, [":8000"])
    tried = {
        "http://192.0.2.7:8000": True,
        "http://192.0.2.7:8002": False,
        "https://192.0.2.7:8000": False,
        "http://192.0.2.8:8000": False,
        "http://192.0.2.7.evil.example:8000": False,
        ":8000": False,
    }
    for origin, may in tried.items():
        answer = app.test_client().get("/v1/rulesets", headers={"Host": "192.0.2.7:8001", "Origin": origin})
        assert ("Access-Control-Allow-Origin" in answer.headers) == may, origin


def test_the_usual_port_is_not_named_by_an_origin(house: House) -> None:
    app = create_app(house.pool, house.tables, [":80"])
    asked = {"Host": "192.0.2.7:8001", "Origin": "http://192.0.2.7"}
    answer = app.test_client().get("/v1/rulesets", headers=asked)
    assert answer.headers["Access-Control-Allow-Origin"] == "http://192.0.2.7"
