from io import BytesIO
from json import dumps

import pytest

from api.http.request_body import MAX_BODY_BYTES, MAX_DEPTH, parse_json
from api.problems import Problem
from prove.harness.application import House
from tests.api.conftest import refused

JSON = {"Content-Type": "application/json"}

BAD = [
    (b"", "empty-body"),
    (b"{", "malformed-json"),
    (b"{} x", "malformed-json"),
    (b"{'name': 'Aoi'}", "malformed-json"),
    (b'{"name": NaN}', "malformed-json"),
    (b'{"name": Infinity}', "malformed-json"),
    (b'{"name": -Infinity}', "malformed-json"),
    (b'\xef\xbb\xbf{"name": "Aoi"}', "malformed-json"),
    ('{"name": "Aoi"}'.encode("utf-16"), "malformed-json"),
    ('{"name": "Aoi"}'.encode("utf-16-le"), "malformed-json"),
    ('{"name": "Aoi"}'.encode("utf-32-be"), "malformed-json"),
    (b'{"name": "\xff"}', "malformed-json"),
    (b'{"name": "\xed\xa0\x80"}', "malformed-json"),
    (b'{"name": "A\x00i"}', "malformed-json"),
    (b'{"name": "Aoi", "name": "Ren"}', "duplicate-key"),
    (b'{"a": {"b": 1, "b": 2}}', "duplicate-key"),
    (b"[" * 17 + b"]" * 17, "too-deep"),
    (b"[" * 8000, "too-deep"),
    (b'{"a":' * 2000, "too-deep"),
    (rb'{"name": "\u0000"}', "bad-text"),
    (rb'{"name": "\ud800"}', "bad-text"),
    (rb'{"name": "\udc00\ud800"}', "bad-text"),
    (rb'{"\u0000": 1}', "bad-text"),
    (rb'[["\ud800"]]', "bad-text"),
    (b'{"name": 9007199254740993}', "bad-number"),
    (b'{"name": -9007199254740993}', "bad-number"),
    (b'{"name": ' + b"9" * 5000 + b"}", "bad-number"),
    (b'{"name": 1e999}', "bad-number"),
    (b'{"name": 1e17}', "bad-number"),
]


@pytest.mark.parametrize(("body", "code"), BAD)
def test_a_body_that_breaks_strict_json_is_refused(house: House, body: bytes, code: str) -> None:
    refused(house.nobody.post("/v1/players", data=body, headers=JSON), 400, code)


def test_strict_json_is_parsed() -> None:
    assert parse_json(rb'{"a": [1, -2, 0.5, true, null, "\u00e9\ud83d\ude00"]}') == {
        "a": [1, -2, 0.5, True, None, "é😀"]
    }
    assert parse_json(b"9007199254740992") == 2**53
    assert parse_json(b"-9007199254740992") == -(2**53)


def test_brackets_inside_strings_are_not_nesting() -> None:
    text = '[{"' * 40
    assert parse_json(b'["' + text.replace('"', '\\"').encode() + b'"]') == [text]


@pytest.mark.parametrize("depth", [1, MAX_DEPTH])
def test_nesting_up_to_the_limit_is_allowed(depth: int) -> None:
    parse_json(b"[" * depth + b"]" * depth)
    with pytest.raises(Problem, match="too-deep"):
        parse_json(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1))


def test_a_body_may_have_sixteen_kibibytes(house: House) -> None:
    whole = b'{"name": "Aoi"}'
    assert house.nobody.post("/v1/players", data=whole.ljust(MAX_BODY_BYTES), headers=JSON).status_code == 201
    refused(house.nobody.post("/v1/players", data=whole.ljust(MAX_BODY_BYTES + 1), headers=JSON), 413, "body-too-large")


@pytest.mark.parametrize(
    ("size", "status"), [(MAX_BODY_BYTES, 201), (MAX_BODY_BYTES + 1, 413), (50 * MAX_BODY_BYTES, 413)]
)
def test_a_body_without_a_content_length_is_read_up_to_the_limit(house: House, size: int, status: int) -> None:
    response = house.app.test_client().post(
        "/v1/players",
        input_stream=BytesIO(b'{"name": "Aoi"}'.ljust(size)),
        headers=JSON | {"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert response.status_code == status


@pytest.mark.parametrize(
    "content_type",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx",
     "application/json; charset=utf-16", "application/json; charset=shift_jis", "text/json"],
)  # fmt: skip
def test_a_body_without_a_json_content_type_is_refused(house: House, content_type: str) -> None:
    response = house.nobody.post("/v1/players", data=b'{"name": "Aoi"}', headers={"Content-Type": content_type})
    refused(response, 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "content_type", ["application/json", "Application/JSON ; Charset=UTF-8", 'application/json;charset="utf-8"']
)
def test_a_json_content_type_may_name_utf8(house: House, content_type: str) -> None:
    response = house.nobody.post("/v1/players", data=b'{"name": "Aoi"}', headers={"Content-Type": content_type})
    assert response.status_code == 201


def test_a_content_encoding_is_refused(house: House) -> None:
    headers = JSON | {"Content-Encoding": "gzip"}
    refused(house.nobody.post("/v1/players", data=b'{"name": "Aoi"}', headers=headers), 415, "unsupported-media-type")


@pytest.mark.parametrize("body", [[], "x", 1, None, True])
def test_a_body_is_an_object(house: House, body: object) -> None:
    response = house.nobody.post("/v1/players", data=dumps(body), headers=JSON)
    assert refused(response, 422, "bad-body")["errors"][0]["pointer"] == "#"


def test_an_unknown_field_is_named(house: House) -> None:
    response = house.nobody.post("/v1/players", {"name": "Aoi", "admin": True})
    assert refused(response, 422, "bad-body")["errors"] == [{"pointer": "#/admin", "detail": "Unknown field."}]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, 1, 1.0, True, None, [], {}, "a\nb", "a\u202eb", "\u0085"])
def test_a_name_that_is_long_or_unprintable_is_refused(house: House, name: object) -> None:
    refused(house.nobody.post("/v1/players", {"name": name}), 422, "bad-body")


@pytest.mark.parametrize("name", ["Aoi", "葵", "x" * 40, "O'Brien; DROP TABLE players", "😀", "<b>", "%s {0}"])
def test_any_other_name_is_accepted(house: House, name: str) -> None:
    made = house.nobody.post("/v1/players", {"name": name})
    assert made.json["name"] == name
    me = house.nobody.get("/v1/players/me", headers={"Authorization": f"Bearer {made.json['token']}"})
    assert (me.json["id"], me.json["name"]) == (made.json["id"], name)


@pytest.mark.parametrize("whole", [4.5, "4", True, None, [4], 1e2, -1, 0])
def test_an_integer_field_accepts_integers_only(house: House, whole: object) -> None:
    aoi = house.player()
    refused(aoi.post("/v1/games", {"ruleset": "dobon-sato", "seats": whole}), 422, "bad-body")
    assert aoi.get("/v1/games?mine=true").json["games"] == []


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=x", "limit=1.5", "limit=1.", "limit=-1", "limit=" + "9" * 5000, "limit=1&limit=2", "limit=", "limit=%00",
     "status=gone", "status=%00", "mine=yes", "mine=1", "nothing=1", "cursor=x", "cursor=" + "A" * 400, "cursor=W10", "cursor=%ff",
     "cursor=WzEsMl0", "ruleset=%ed%a0%80", "ruleset=%00", "%00=1", "limit=%EF%BC%91"],
)  # fmt: skip
def test_a_query_is_validated_strictly(house: House, query: str) -> None:
    refused(house.player().get(f"/v1/games?{query}"), 422, "bad-parameter")


@pytest.mark.parametrize("part", ["9" * 5000, "-1", "1.0", "01", "x", "%00", "%ed%a0%80", "1%0a", "²", "१"])
def test_an_invalid_number_in_a_path_is_a_404(house: House, part: str) -> None:
    table = house.table()
    refused(table.people[0].get(f"{table.path}/rounds/{part}/review"), 404, "not-found")
    refused(table.people[0].get(f"{table.path}/rounds/1/review/{part}"), 404, "not-found")


@pytest.mark.parametrize("part", ["x", "9" * 5000, "%00", "%ed%a0%80", "%ff", "..", "0" * 36, "葵", "' OR 1=1"])
def test_an_invalid_id_is_answered_like_an_unknown_one(house: House, part: str) -> None:
    aoi = house.player()
    absent = aoi.get("/v1/games/00000000-0000-4000-8000-000000000000/view")
    assert aoi.get(f"/v1/games/{part}/view").data == absent.data
    refused(aoi.get(f"/v1/players/{part}"), 404, "no-such-player")


@pytest.mark.parametrize("key", ["", " ", "a b", "x" * 201, "é", "葵".encode().decode("latin-1"), "\t"])
def test_an_idempotency_key_is_visible_ascii(house: House, key: str) -> None:
    table = house.table()
    with table.untouched():
        response = table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"Idempotency-Key": key})
        refused(response, 400, "bad-header")


@pytest.mark.parametrize("tag", ["x", '"x"', "6", 'w/"6-s0"', '"6-s0", "7-s0"', '"-6"', '"' + "9" * 5000 + '"', ""])
def test_if_match_is_one_entity_tag_of_a_view(house: House, tag: str) -> None:
    table = house.table()
    with table.untouched():
        refused(
            table.turn.post(f"{table.path}/actions", {"type": "draw"}, headers={"If-Match": tag}), 400, "bad-header"
        )


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "Bearer x", "Bearer dbn_" + "x" * 43, "dbn_" + "x" * 43,
     "Bearer dbn_é" + "x" * 42, "Bearer dbn_" + "x" * 10_000, "Bearer dbnadm_" + "x" * 43, "Bearer dbn_\x00"],
)  # fmt: skip
def test_any_other_authorization_header_is_refused(house: House, header: str) -> None:
    response = house.app.test_client().get("/v1/players/me", environ_overrides={"HTTP_AUTHORIZATION": header})
    refused(response, 401, "unauthorized")
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="dobon"'


@pytest.mark.parametrize("language", ["", "xx", "ja;q=x", "*" * 5000, "en;q=0, ja;q=0", "\xff"])
def test_any_accepted_language_gets_an_answer(house: House, language: str) -> None:
    refused(house.nobody.get("/v1/players/me", headers={"Accept-Language": language}), 401, "unauthorized")


@pytest.mark.parametrize("tag", ["x", '"', "W/", '"9-s0', "*" * 300, '"' * 300])
def test_an_unknown_entity_tag_gets_the_whole_view(house: House, tag: str) -> None:
    table = house.table()
    assert table.turn.get(f"{table.path}/view", headers={"If-None-Match": tag}).status_code == 200
