"""Every example of openapi.yaml is sent to the server, which accepts it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from domain.review import daily_drill
from infra.accounts import accounts
from infra.analyser.daily import DailyPreparation
from infra.social import comments
from prove.harness.application import START, Caller, House, Table
from prove.harness.authenticator import Authenticator
from prove.harness.description import description, parameters_of
from prove.harness.drills import add_drill, judge_at_once
from prove.harness.receivers import BROWSER, RECEIVER
from prove.harness.stored_signals import new_signal
from tests.api.operations.signing_in import add_passkey, device_code, options, recovery_codes

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
    if required and "items" in schema:
        return [example_of(schema["items"], required=True)]
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
            queries = [one for one in parameters_of(operation) if one["in"] == "query"]
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


def own_things(person: Caller) -> dict[str, str]:
    """Return ids of a session, a passkey and a code of a player."""
    passkeys = person.get("/v1/players/me/passkeys").json["passkeys"]
    if not passkeys:
        add_passkey(person)
        passkeys = person.get("/v1/players/me/passkeys").json["passkeys"]
    (session,) = [one for one in person.get("/v1/players/me/sessions").json["sessions"] if one["current"]]
    link = person.post("/v1/players/me/device-links").json
    return {"session": session["id"], "passkey": passkeys[0]["id"], "link": link["id"]}


def made_by_the_server(person: Caller, operation: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a body that cannot come from an example: codes, and answers to challenges."""
    name = operation["operationId"]
    if name == "sign_in_by_recovery_code":
        return {"code": recovery_codes(person)[0]}
    if name == "sign_in_by_device_link":
        return {"code": device_code(person)}
    if name == "add_passkey":
        return {"credential": Authenticator().create(options(person))}
    if name == "sign_in_by_passkey":
        asked = person.post("/v1/sessions/passkey-options").json["options"]
        return {"credential": add_passkey(person).sign(asked)}
    if name == "make_challenge":
        return {"player": Caller(person.app).post("/v1/players", {"name": "Ren"}).json["id"]}
    return {}


def reported(house: House, table: Table, body: dict[str, Any] | None) -> dict[str, Any]:
    """Return the fields of a report that name something real."""
    if body is None or "kind" not in body:
        return {}
    claim = next((event for event in range(LATE, 5, -1) if is_play(table, event)), LATE)
    found = {"game": table.id, "comment": new_comment(house, table), "player": house.player().id, "version": claim}
    return {name: value for name, value in found.items() if name in body}


def is_play(table: Table, version: int) -> bool:
    """Tell whether an event is a play of a seat."""
    (event,) = table.people[0].get(f"{table.path}/events?after={version - 1}&limit=1").json["events"]
    return event["type"] == "cards-played"


def new_comment(house: House, table: Table) -> str:
    """Return the id of a comment of another player."""
    return comments.add(house.pool, table.id, 1, LATE, house.player().id, "!").id


@pytest.mark.parametrize("sent", [*requests()])
def test_every_example_is_accepted(only_house: House, callers: tuple[Table, Caller, str], sent: Sent) -> None:
    """A conflict with the state of the game is accepted too, because most actions are possible in few games.

    So is a conflict with a rebuild that another test of the same database has requested.
    """
    table, admin, share = callers
    person = table.people[0]
    hooks = "{webhook}" in sent.path
    made = person.post("/v1/players/me/webhooks", {"url": RECEIVER}).json["id"] if hooks else None
    target = {
        **own_things(person),
        "game": table.id,
        "player": only_house.player().id,
        "share": table.id,
        "drill": add_drill(only_house, table, LATE),
        "token": share,
        "name": "folds",
        "key": "durak",
        "page_id": table.id,
        "webhook": made,
        "subscription": person.post("/v1/players/me/push-subscriptions", BROWSER).json["id"],
    }
    if "{comment}" in sent.path:
        target["comment"] = new_comment(only_house, table)
    if "{report}" in sent.path:
        body = {"kind": "name", "player": only_house.player().id, "reason": "other"}
        target["report"] = person.post("/v1/reports", body).json["id"]
    if "{signal}" in sent.path:
        target["signal"] = new_signal(only_house)[0]
    if "{challenge}" in sent.path:
        # The player who answers is another one than the player who withdraws.
        other = only_house.player()
        makes, gets = (other, person) if sent.path.endswith(("/accept", "/decline")) else (person, other)
        target["challenge"] = makes.post("/v1/challenges", {"player": gets.id, "ruleset": "durak"}).json["id"]
    path = sent.path.format(**target, round_number=1, version=LATE)
    caller = admin if "/admin/" in path else person
    made_now = {**made_by_the_server(person, sent.operation), **reported(only_house, table, sent.body)}
    body = {} if sent.body is None else {"json": {**sent.body, **made_now}}
    query = dict(sent.query)
    if "ticket" in query:
        of = table.path if "{game}" in sent.path else "/v1/players/me"
        query["ticket"] = person.post(f"{of}/tickets").json["ticket"]
    answer = caller.call(sent.method.upper(), path, query_string=query, **body)
    if made is not None:
        person.delete(f"/v1/players/me/webhooks/{made}")
    assert answer.status_code not in MALFORMED, answer.text
    assert answer.status_code < 300 or answer.status_code == 409, answer.text
    stateful = ("{game}", "{player}", "/rebuild")
    assert answer.status_code < 300 or any(part in sent.path for part in stateful), answer.text
