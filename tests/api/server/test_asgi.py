"""What the process for streams makes of a request before anybody looks at it."""

from io import BytesIO
from typing import Any

import pytest

from api.http.stream_address import STREAM_URL
from api.server.asgi import wsgi_environ
from tests.api.conftest import House, refused


def scope(path: str = "/", *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    return {"method": "GET", "path": path, "query_string": b"", "headers": headers}


def test_a_header_with_an_underscore_passes_for_no_other() -> None:
    environ = wsgi_environ(scope("/", (b"content_length", b"9"), (b"idempotency_key", b"k")), BytesIO(b"{}"))
    assert environ["CONTENT_LENGTH"] == "2"
    assert "HTTP_IDEMPOTENCY_KEY" not in environ


def test_a_path_that_is_no_text_is_a_path_that_is_not_there() -> None:
    assert wsgi_environ(scope("/\ud800"), BytesIO())["PATH_INFO"] == "/?"


@pytest.mark.parametrize(
    ("host", "there"),
    [("localhost", True), ("192.0.2.1:8000", True), ("[2001:db8::1]:8000", True), ("a>;rel=x", False), ("é", False)],
)
def test_a_host_that_is_none_comes_back_in_no_link(
    house: House, monkeypatch: pytest.MonkeyPatch, host: str, there: bool
) -> None:
    monkeypatch.setitem(house.app.config, STREAM_URL, ":8001")
    table = house.table()
    answer = table.people[0].get(table.path, headers={"Host": host})
    assert answer.status_code == 200
    assert ("Link" in answer.headers) is there


@pytest.mark.parametrize("host", ["a" * 70, "..", "9" * 400])
def test_a_host_that_cannot_be_is_refused_with_a_reason(house: House, host: str) -> None:
    answer = house.nobody.call("GET", "/v1/nothing", headers={"Host": host})
    assert (
        refused(answer, 400, "bad-request")["detail"]
        == "The Host header is invalid: send a host name or address, optionally with a port."
    )
