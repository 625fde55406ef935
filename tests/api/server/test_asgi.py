"""The WSGI environment that the server makes of a request, and invalid hosts."""

import asyncio
from typing import Any

import pytest

from api.problems import Problem
from api.server.asgi import PIECE_BYTES, pieces_of, read_body
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


def test_a_body_whose_client_leaves_before_its_end_is_not_taken_for_a_whole_one() -> None:
    messages = iter(
        [
            {"type": "http.request", "body": b'{"type":"draw"}', "more_body": True},
            {"type": "http.disconnect"},
        ]
    )

    async def receive() -> dict[str, Any]:
        return next(messages)

    body, complete = asyncio.run(read_body(receive, 60))
    assert not complete
    with pytest.raises(Problem) as refused:
        body.read()
    assert refused.value.code == "bad-request"


@pytest.mark.parametrize(
    ("size", "pieces"), [(0, 1), (1, 1), (PIECE_BYTES, 1), (PIECE_BYTES + 1, 2), (3 * PIECE_BYTES, 3)]
)
def test_a_body_is_sent_whole_in_pieces_of_a_limited_size(size: int, pieces: int) -> None:
    body = bytes(number % 251 for number in range(size))
    found = pieces_of(body)
    assert (len(found), b"".join(found)) == (pieces, body)
    assert max(map(len, found)) <= PIECE_BYTES


@pytest.mark.parametrize("path", ["/v1/rulesets", "/openapi.yaml"])
def test_if_match_has_no_effect_on_an_answer_that_is_only_revalidated(house: House, path: str) -> None:
    first = house.nobody.get(path)
    assert house.nobody.call("GET", path, headers={"If-Match": '"other"'}).status_code == 200
    both = {"If-Match": '"other"', "If-None-Match": first.headers["ETag"]}
    again = house.nobody.call("GET", path, headers=both)
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
