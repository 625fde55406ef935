"""The WSGI environment that the server makes of a request, and invalid hosts."""

from typing import Any

import pytest

from api.server.environ import wsgi_environ
from prove.harness.application import House
from tests.api.conftest import refused


def scope(path: str = "/", *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    return {"method": "GET", "path": path, "query_string": b"", "headers": headers}


def test_a_header_with_an_underscore_is_never_taken_for_another() -> None:
    environ = wsgi_environ(scope("/", (b"content_length", b"9"), (b"idempotency_key", b"k")))
    assert "CONTENT_LENGTH" not in environ
    assert "HTTP_IDEMPOTENCY_KEY" not in environ


def test_an_invalid_character_in_a_path_is_replaced() -> None:
    assert wsgi_environ(scope("/\ud800"))["PATH_INFO"] == "/?"


@pytest.mark.parametrize("host", ["a" * 70, "..", "9" * 400])
def test_an_impossible_host_is_refused_with_a_reason(house: House, host: str) -> None:
    answer = house.nobody.call("GET", "/v1/nothing", headers={"Host": host})
    assert (
        refused(answer, 400, "bad-request")["detail"]
        == "The Host header is invalid: send a host name or address, optionally with a port."
    )
