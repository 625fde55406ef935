"""Compressed answers: which, for which clients, and with which entity tags."""

import gzip
from collections.abc import Callable
from typing import Any

import brotli
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.middleware import compression
from api.middleware.compression import zstd
from prove.harness.application import Caller, House
from prove.harness.views import actions_of

DECODERS: dict[str, Callable[[bytes], bytes]] = {
    "zstd": zstd.decompress,
    "br": brotli.decompress,
    "gzip": gzip.decompress,
}
CONSTANT = ("/openapi.yaml", "/docs", "/v1/rulesets", "/v1/rulesets/dobon-sato")


def get(app: Flask, path: str, accepted: str | None = None, **headers: str) -> TestResponse:
    given = {} if accepted is None else {"Accept-Encoding": accepted}
    return app.test_client().get(
        path, headers=given | {name.replace("_", "-"): value for name, value in headers.items()}
    )


@pytest.mark.parametrize("encoding", DECODERS)
@pytest.mark.parametrize("path", CONSTANT)
def test_a_compressed_answer_has_the_same_content(house: House, path: str, encoding: str) -> None:
    plain, found = get(house.app, path), get(house.app, path, encoding)
    assert found.headers["Content-Encoding"] == encoding
    assert DECODERS[encoding](found.data) == plain.data
    assert len(found.data) < len(plain.data) / 2
    assert int(found.headers["Content-Length"]) == len(found.data)
    assert found.mimetype == plain.mimetype
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in found.vary
    assert "Accept-Encoding" in plain.vary


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "zstd"), ("gzip, br", "br"), ("gzip", "gzip"), ("*", "zstd"),
        ("gzip;q=1, br;q=0.5", "gzip"), ("zstd;q=0, *", "br"), ("br; q=0.4, gzip; q=0.7", "gzip"), ("GZIP", "gzip"),
        ("gzip;q=0", None), ("zstd;q=0, br;q=0.0, gzip;q=0", None), ("*;q=0", None), ("identity", None), ("deflate", None),
        ("gzip;q=0.5, identity", None), ("identity;q=0.5, br", "br"), ("", None), (None, None), ("gzip;q=x", None),
    ],
)  # fmt: skip
def test_the_client_decides_by_its_weights(house: House, accepted: str | None, encoding: str | None) -> None:
    assert get(house.app, "/v1/rulesets", accepted).headers.get("Content-Encoding") == encoding


def test_small_answers_are_not_compressed(house: House) -> None:
    small = get(house.app, "/healthz", "zstd")
    assert "Content-Encoding" not in small.headers
    assert "Accept-Encoding" in small.vary


def test_answers_to_commands_are_not_compressed(house: House) -> None:
    table = house.table()
    seat = next(person for person in table.people if actions_of(person.view(table.id)))
    action = actions_of(seat.view(table.id))[0]
    done = seat.post(f"{table.path}/actions", action, headers={"Accept-Encoding": "zstd, br, gzip"})
    assert (done.status_code, len(done.data) > compression.LEAST_BYTES) == (200, True)
    assert "Content-Encoding" not in done.headers
    assert "Accept-Encoding" not in done.vary


def test_streams_are_not_compressed(house: House) -> None:
    table = house.old()
    response = asking(table.people[0], f"{table.path}/stream")(Accept_Encoding="zstd")
    assert response.mimetype == "text/event-stream"
    assert "Content-Encoding" not in response.headers
    assert response.get_data().startswith(b"retry: ")
    response.close()


def asking(caller: Caller, path: str) -> Callable[..., TestResponse]:
    """Return a function that sends this request with more headers; its answer may be compressed."""

    def ask(**headers: str) -> TestResponse:
        return get(caller.app, path, Authorization=f"Bearer {caller.token}", **headers)

    return ask


def test_each_encoding_of_a_view_has_its_own_strong_entity_tag(house: House) -> None:
    table = house.table()
    ask = asking(table.people[0], f"{table.path}/view")
    tag = ask().headers["ETag"]
    assert not tag.startswith("W/")
    tags = {ask(Accept_Encoding=encoding).headers["ETag"] for encoding in DECODERS}
    assert tags == {f'{tag[:-1]}-{encoding}"' for encoding in DECODERS}


@pytest.mark.parametrize("known", ["{}-zstd", "{}-gzip", "{}"])
def test_a_known_view_is_confirmed_by_the_tag_that_the_client_has(house: House, known: str) -> None:
    table = house.table()
    ask = asking(table.people[0], f"{table.path}/view")
    tag = f'"{known.format(ask().headers["ETag"][1:-1])}"'
    for sent in (tag, f'"other", {tag}', f"W/{tag}"):
        same = ask(Accept_Encoding="zstd, gzip", If_None_Match=sent)
        assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", tag)
        assert "Accept-Encoding" in same.vary


def test_an_action_may_name_the_compressed_view_that_it_is_based_on(house: House) -> None:
    table = house.table()
    path = f"{table.path}/actions"
    seat = next(person for person in table.people if actions_of(person.view(table.id)))
    action = actions_of(seat.view(table.id))[0]
    tag = asking(seat, f"{table.path}/view")(Accept_Encoding="zstd").headers["ETag"]
    assert tag.endswith('-zstd"')
    assert seat.post(path, action, headers={"If-Match": tag}).status_code == 200
    assert seat.post(path, action, headers={"If-Match": tag}).status_code == 412


@pytest.mark.parametrize("path", CONSTANT)
def test_constant_answers_are_revalidated(house: House, path: str) -> None:
    for accepted in (None, "zstd"):
        first = get(house.app, path, accepted)
        assert first.headers["Cache-Control"] == "no-cache"
        again = get(house.app, path, accepted, If_None_Match=first.headers["ETag"])
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
        assert get(house.app, path, accepted, If_None_Match='"other"').status_code == 200


def test_constant_answers_are_compressed_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    def count(content: bytes) -> bytes:
        done.append(len(content))
        return zstd.compress(content)

    compression.compress_once.cache_clear()
    monkeypatch.setitem(compression.KEPT_ANSWER, "zstd", count)
    answers: list[Any] = [get(house.app, "/openapi.yaml", "zstd").data for _ in range(3)]
    assert len(done) == 1
    assert len(set(answers)) == 1
    compression.compress_once.cache_clear()


def test_head_announces_what_get_returns(house: House) -> None:
    found = get(house.app, "/openapi.yaml", "br")
    head = house.app.test_client().head("/openapi.yaml", headers={"Accept-Encoding": "br"})
    assert head.data == b""
    for name in ("Content-Length", "Content-Encoding", "ETag", "Vary"):
        assert head.headers[name] == found.headers[name]
