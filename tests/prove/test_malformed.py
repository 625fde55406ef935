"""Odd values are put in every place that openapi.yaml declares."""

import re

import pytest

from prove.faults.planting import declared_faults
from prove.input import malformed, payloads
from prove.input.malformed import MalformedRequest
from prove.input.proof import plan_requests
from prove.report import Run


def test_each_path_parameter_can_hold_odd_values():
    for operation in malformed.list_operations():
        assert sorted(operation.path_values()) == sorted(re.findall("{(.*?)}", operation.path))


def test_each_body_is_that_of_an_operation():
    fields = {operation.name: operation.fields() for operation in malformed.list_operations()}
    assert [name for name, body in malformed.BODIES.items() if not {*body} <= {*fields.get(name, ())}] == []


def test_each_place_of_an_operation_gets_odd_values():
    for operation in malformed.list_operations():
        places = {(put.place, put.name) for put in malformed.list_oddities(operation)}
        wanted = {(place, name) for place in ("path", "query", "header") for name in operation.parameters(place)}
        assert wanted | {("field", name) for name in operation.fields()} <= places


def test_odd_values_are_sent_as_they_are():
    act = next(operation for operation in malformed.list_operations() if operation.name == "send_action")
    asked = MalformedRequest(act, "POST", {"game": "g"}, "t", fields={"type": b'"draw"'})
    for put in (
        malformed.Oddity("path", "game", b"%00"),
        malformed.Oddity("field", "type", b"NaN"),
        malformed.Oddity("header", "If-Match", b"\xff"),
    ):
        asked.put(put)
    scope = asked.scope()
    assert scope["path"] == "/v1/games/\0/actions"
    assert (b"If-Match", b"\xff") in scope["headers"]
    assert asked.content() == b'{"type":NaN}'


@pytest.mark.parametrize("seed", ["prove", "monday"])
def test_a_run_with_a_fault_puts_each_value_into_each_kind_of_place(seed: str):
    asked = [
        (operation, *odds)
        for operation, odds in plan_requests(Run(declared_faults("input").share, seed))
        if len(odds) == 1
    ]
    places = {(put.place, put.name, put.value) for _, put in asked}
    assert places >= {
        (put.place, put.name, put.value)
        for operation in malformed.list_operations()
        for put in malformed.list_oddities(operation)
    }
    reading = {put.value for operation, put in asked if put.place == "queries" and operation.parameters("query")}
    assert reading == {*payloads.QUERIES}
    cursors = {(operation.name, put.value.decode()) for operation, put in asked if put.name == "cursor"}
    lists = [operation.name for operation in malformed.list_operations() if "cursor" in operation.parameters("query")]
    assert cursors >= {(name, cursor) for name in lists for cursor in payloads.CURSORS}


def test_a_small_run_takes_no_more_than_its_share():
    assert len(plan_requests(Run(0.005))) == 200
