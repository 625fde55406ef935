"""Odd things are put everywhere that openapi.yaml has a place for something."""

import re

from prove import odd
from prove.odd import Asked


def test_each_place_of_each_path_is_one_to_put_things_in():
    operations = odd.operations()
    assert {name for operation in operations for name in operation.parameters("path")} == set(odd.VALUES)
    for operation in operations:
        assert sorted(operation.parameters("path")) == sorted(re.findall("{(.*?)}", operation.path))


def test_each_place_of_an_operation_gets_something():
    for operation in odd.operations():
        places = {(put.place, put.name) for put in odd.each(operation)}
        wanted = {(place, name) for place in ("path", "query", "header") for name in operation.parameters(place)}
        assert wanted | {("field", name) for name in operation.fields()} <= places


def test_what_is_put_is_what_is_sent():
    act = next(operation for operation in odd.operations() if operation.name == "act")
    asked = Asked(act, "POST", {"game": "g"}, "t", fields={"type": b'"draw"'})
    for put in (
        odd.Oddity("path", "game", b"%00"),
        odd.Oddity("field", "type", b"NaN"),
        odd.Oddity("header", "If-Match", b"\xff"),
    ):
        asked.put(put)
    scope = asked.scope()
    assert scope["path"] == "/v1/games/\0/actions"
    assert (b"If-Match", b"\xff") in scope["headers"]
    assert asked.content() == b'{"type":NaN}'
