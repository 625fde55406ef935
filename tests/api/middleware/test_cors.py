"""Access from pages of other origins."""

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.middleware.cors import CLOSED, METHODS
from prove.harness.application import House
from prove.harness.description import description

ORIGIN = "https://play.example"


@pytest.fixture
def open_app(house: House) -> Flask:
    return create_app(house.pool, house.tables, [ORIGIN])


def allowed(response: TestResponse) -> dict[str, str]:
    return {name: value for name, value in response.headers if name.startswith("Access-Control")}


@pytest.mark.parametrize("origin", [ORIGIN, "null", "http://localhost:5173"])
def test_pages_of_all_origins_may_use_the_api_without_credentials_of_the_browser(house: House, origin: str) -> None:
    sent = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    asked = allowed(house.app.test_client().options("/v1/games", headers=sent))
    assert asked["Access-Control-Allow-Origin"] == "*"
    assert {"Authorization", "Idempotency-Key", "Last-Event-ID"} <= {*asked["Access-Control-Allow-Headers"].split(", ")}
    for path in ("/v1/rulesets", "/v1/players/me", "/v1/nothing", "/openapi.json"):
        answered = house.app.test_client().get(path, headers={"Origin": origin})
        assert answered.headers["Access-Control-Allow-Origin"] == "*"
        assert {"Deprecation", "Sunset", "Retry-After"} <= {
            *answered.headers["Access-Control-Expose-Headers"].split(", ")
        }
        assert "Access-Control-Allow-Credentials" not in answered.headers
        assert "Origin" not in answered.headers.get("Vary", "")
        assert "Set-Cookie" not in answered.headers


def test_no_page_reads_what_the_server_tells_programs_on_its_own_machine(house: House) -> None:
    gets = {path: methods["get"] for path, methods in description()["paths"].items() if "get" in methods}
    assert {path for path, operation in gets.items() if {} in operation["security"]} == {*CLOSED}
    for path in CLOSED:
        answered = house.app.test_client().get(path, headers={"Origin": ORIGIN})
        assert answered.status_code == 200
        assert not allowed(answered)


def test_a_configured_origin_excludes_all_others(open_app: Flask) -> None:
    assert not allowed(open_app.test_client().get("/v1/rulesets", headers={"Origin": "https://evil.example"}))
    assert not allowed(open_app.test_client().get("/v1/rulesets"))


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
