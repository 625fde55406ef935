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
    assert answered.headers["Vary"] == "Origin, Accept-Language, Accept-Encoding"
