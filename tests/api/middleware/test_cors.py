"""Access from pages of other origins."""

import pytest
from flask import Flask

from api.app import create_app
from api.middleware.cors import METHODS
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


def test_pages_of_other_origins_may_use_every_method_of_the_api(open_app: Flask) -> None:
    rules = [rule for rule in open_app.url_map.iter_rules() if rule.rule.startswith("/v1/")]
    needed = {method for rule in rules for method in rule.methods or ()} - {"HEAD", "OPTIONS"}
    assert needed <= {method.strip() for method in METHODS.split(",")}
