"""Access from pages of other origins."""

import pytest
from flask import Flask

from api.app import create_app
from prove.harness.application import House

ORIGIN = "https://play.example"


@pytest.fixture
def open_app(house: House) -> Flask:
    return create_app(house.pool, house.tables, [ORIGIN])


def test_other_origins_get_no_access_unless_configured(house: House, open_app: Flask) -> None:
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
    assert answered.headers["Vary"] == "Origin, Accept-Encoding"


def test_a_configured_port_allows_the_host_that_was_requested(house: House) -> None:
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


def test_an_origin_leaves_out_the_default_port(house: House) -> None:
    app = create_app(house.pool, house.tables, [":80"])
    asked = {"Host": "192.0.2.7:8001", "Origin": "http://192.0.2.7"}
    answer = app.test_client().get("/v1/rulesets", headers=asked)
    assert answer.headers["Access-Control-Allow-Origin"] == "http://192.0.2.7"
