"""Headers that protect browsers, on every kind of answer."""

import pytest

from prove.harness.application import House


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/docs", 200),
        ("GET", "/problems/too-late", 200),
        ("GET", "/openapi.yaml", 200),
        ("GET", "/healthz", 200),
        ("GET", "/v1/rulesets", 200),
        ("GET", "/v1/players/me", 401),
        ("GET", "/nowhere", 404),
        ("GET", "/nowhere.js", 404),
        ("GET", "/v1/shares/dbnshr_0123456789abcdef", 404),
        ("PUT", "/v1/games", 405),
        ("POST", "/v1/players", 400),
    ],
)
def test_no_answer_can_be_framed_or_sniffed_or_leaks_its_address(
    house: House, method: str, path: str, status: int
) -> None:
    response = house.app.test_client().open(path, method=method)
    assert response.status_code == status
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy


def test_an_internal_error_has_the_headers_too(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(house.app.view_functions, "health.get_health", lambda: 1 / 0)
    response = house.app.test_client().get("/healthz")
    assert response.status_code == 500
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
