"""Every example of openapi.yaml is sent to the server, which accepts it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from domain import daily_drill
from infra.analyser.daily import DailyPreparation
from infra.repositories import accounts
from prove.harness.application import START, Caller, House, Table
from prove.harness.description import description
from prove.harness.drills import add_drill, judge_at_once

COMPONENTS = description()["components"]["schemas"]


class Sent(NamedTuple):
    """A request made of examples."""

    method: str
    path: str
    operation: dict[str, Any]
    body: dict[str, Any] | None = None
    query: tuple[tuple[str, Any], ...] = ()


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with the component to which it refers."""
    name = schema.get("$ref", "").rpartition("/")[2]
    return {**COMPONENTS[name], **schema} if name else schema


def example_of(schema: dict[str, Any], *, required: bool) -> Any:
    """Return the example of a value, or any value that is required; None for others without an example."""
    schema = resolved(schema)
    if "const" in schema:
        return schema["const"]
    if schema.get("examples"):
        return schema["examples"][0]
    return (schema.get("enum") or [schema.get("minimum")])[0] if required else None


def bodies(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield bodies with the examples of all properties, one for each variant."""
    schema = resolved(schema)
    for variant in schema.get("oneOf", ()):
        yield from bodies(variant)
    if "properties" in schema:
        needed = schema.get("required", ())
        found = {name: example_of(part, required=name in needed) for name, part in schema["properties"].items()}
        yield {name: value for name, value in found.items() if value is not None}


def requests() -> Iterator[Any]:
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            if not isinstance(operation, dict):
                continue
            name = operation["operationId"]
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            for title, example in content.get("examples", {}).items():
                yield pytest.param(Sent(method, path, operation, example["value"]), id=f"{name}-{title}")
            for number, body in enumerate(bodies(content.get("schema", {}))):
                yield pytest.param(Sent(method, path, operation, body), id=f"{name}-body-{number}")
            queries = [one for one in operation.get("parameters", ()) if one["in"] == "query"]
            for one in queries:
                needed = [other for other in queries if other["required"] and other is not one]
                query = tuple((each["name"], example_of(each["schema"], required=True)) for each in (one, *needed))
                if query[0][1] is not None:
                    yield pytest.param(Sent(method, path, operation, query=query), id=f"{name}-{one['name']}")


MALFORMED = (400, 413, 415, 422)
LATE = 20
"""A version after those of examples."""


@pytest.fixture(scope="module")
def callers(only_house: House) -> tuple[Table, Caller, str]:
    """A finished game, an admin, and a link to the game; the drill of the day is ready."""
    only_house.time.now = START
    player, name, token = accounts.create_admin(only_house.pool, "Root")
    table = only_house.finished()
    while table.log()[0] <= LATE:
        table = only_house.finished()
    share = table.people[0].post(f"{table.path}/shares").json["token"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(daily_drill, "judge", judge_at_once)
        daily = DailyPreparation(only_house.pool, only_house.tables.now)
        while daily.step():
            pass
    return table, Caller(only_house.app, token, player, name), share


@pytest.mark.parametrize("sent", [*requests()])
def test_every_example_is_accepted(only_house: House, callers: tuple[Table, Caller, str], sent: Sent) -> None:
    """A conflict with the state of the game is accepted too, because most actions are possible in few games."""
    table, admin, share = callers
    person = table.people[0]
    target = {
        "game": table.id,
        "player": only_house.player().id,
        "share": table.id,
        "drill": add_drill(only_house, table, LATE),
        "token": share,
        "name": "folds",
        "key": "durak",
    }
    path = sent.path.format(**target, round_number=1, version=LATE)
    caller = admin if "/admin/" in path else person
    body = {} if sent.body is None else {"json": sent.body}
    query = dict(sent.query)
    if "ticket" in query:
        query["ticket"] = person.post(f"{table.path}/tickets").json["ticket"]
    answer = caller.call(sent.method.upper(), path, query_string=query, **body)
    assert answer.status_code not in MALFORMED, answer.text
    assert answer.status_code < 300 or answer.status_code == 409, answer.text
    assert answer.status_code < 300 or "{game}" in sent.path or "{player}" in sent.path, answer.text
