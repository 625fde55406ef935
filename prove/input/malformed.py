"""Malformed requests: one odd value in one place each, and then up to three at once."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes

import orjson

from api.http.request_body import FORM
from api.server.environ import Scope
from prove.harness.authorization import AUTHORIZATION
from prove.harness.description import description, parameters_of
from prove.harness.receivers import BROWSER, RECEIVER
from prove.input import payloads

PASSKEY = b'{"id":"AQID","rawId":"AQID","type":"public-key","response":{"clientDataJSON":"AQID",%s}}'

_ID = "0b9f4a52-6f0e-4c3d-9a2e-0c6f6d1b7a11"

BODIES: dict[str, dict[str, bytes]] = {
    "create_player": {"name": b'"Aoi"'},
    "open_game": {"ruleset": b'"dobon-sato"', "seats": b"3", "options": b'{"hand_size": 5}', "bots": b'["novice"]', "listed": b"true"},
    "take_seat": {"anchor": b'"' + b"a0" * 32 + b'"', "join_code": b'"KMRTWX"'},
    "send_action": {"type": b'"draw"'},
    "add_comment": {"version": b"5", "text": b'"Oh"'},
    "give_stamp": {"stamp": b'"nice"'},
    "change_me": {"name": b'"Aoi"'},
    "change_session": {"label": b'"Phone"'},
    "change_passkey": {"name": b'"Phone"'},
    "add_passkey": {"credential": PASSKEY % b'"attestationObject":"AQID"'},
    "sign_in_by_passkey": {"credential": PASSKEY % b'"authenticatorData":"AQID","signature":"AQID"'},
    "sign_in_by_recovery_code": {"code": b'"7Q2M9-KXD4T-ZB83N-V6WRA"'},
    "sign_in_by_device_link": {"code": b'"7Q2M-9KXD-4TZB"'},
    "set_page": {"visible": b"true"},
    "create_personal_token": {"name": b'"My bot"', "scopes": b'["games:play"]', "days": b"30"},
    "decide_authorization": {name: orjson.dumps(value) for name, value in AUTHORIZATION.items()} | {"allow": b"false"},
    "collect_token": {"grant_type": b"authorization_code", "code": b"c", "client_id": b"my-app", "code_verifier": b"v"},
    "revoke_app_token": {"token": b"t", "client_id": b"my-app"},
    "add_push_subscription": {name: orjson.dumps(value) for name, value in BROWSER.items()},
    "create_webhook": {"url": orjson.dumps(RECEIVER)},
    "change_webhook": {"enabled": b"true"},
    "create_report": {"kind": b'"name"', "player": orjson.dumps(_ID), "reason": b'"insult"'},
    "decide_report": {"reason": b'"Because"', "verdict": b'"dismissed"'},
    "decide_signal": {"reason": b'"Because"', "decision": b'"note"'},
    "make_challenge": {"player": orjson.dumps(_ID), "ruleset": b'"durak"', "seats": b"3", "bots": b'["novice"]', "expires_in": b"60"},
    "accept_challenge": {"anchor": b'"' + b"a0" * 32 + b'"'},
    "decline_challenge": {"reason": b'"later"'},
    "join_queue": {"ruleset": b'"dobon-sato"', "seats": b"3", "within": b"5", "bots_after": b"30"},
}  # fmt: skip
"""Bodies by operation that are valid or nearly so: raw JSON, plain text in forms. Others get a reason."""

_VALUES = {"version": "2", "round_number": "1", "key": "dobon-sato", "token": "A" * 43, "name": "folds"}


class Operation(NamedTuple):
    """An operation of openapi.yaml."""

    method: str
    path: str
    described: dict[str, Any]

    @property
    def name(self) -> str:
        """Its id."""
        return str(self.described["operationId"])

    def parameters(self, place: str) -> list[str]:
        """Return the names of parameters in `path`, `query` or `header`."""
        return [found["name"] for found in self.described["parameters"] if found["in"] == place]

    def path_values(self) -> dict[str, str]:
        """Return a value of a valid form for each parameter of its path."""
        found = (one for one in self.described["parameters"] if one["in"] == "path")
        return {one["name"]: _ID if one["schema"].get("format") == "uuid" else _VALUES[one["name"]] for one in found}

    def has_links(self) -> bool:
        """Return whether it answers with links, which repeat the `Host` of the request."""
        return any("Link" in response.get("headers", ()) for response in self.described["responses"].values())

    def media_type(self) -> str:
        """Return the type of its body, of which each operation has at most one; empty without a body."""
        return next(iter(self.described.get("requestBody", {}).get("content", {})), "")

    def fields(self) -> list[str]:
        """Return the names of all fields that its body may have."""
        media_type = self.media_type()
        return (
            sorted(_field_names(self.described["requestBody"]["content"][media_type]["schema"])) if media_type else []
        )


class Oddity(NamedTuple):
    """An odd value, and the place to put it."""

    place: str
    name: str
    value: bytes


@dataclass(slots=True)
class MalformedRequest:
    """A request to send."""

    operation: Operation
    method: str
    path: dict[str, str]
    token: str
    query: dict[str, bytes] = field(default_factory=dict)
    whole_query: bytes | None = None
    headers: dict[str, bytes] = field(default_factory=dict)
    fields: dict[str, bytes] = field(default_factory=dict)
    body: bytes | None = None

    def put(self, odd: Oddity) -> None:
        """Put an odd value in its place."""
        match odd.place:
            case "path":
                self.path[odd.name] = odd.value.decode("latin-1")
            case "query":
                self.query[odd.name] = odd.value
            case "queries":
                self.whole_query = odd.value
            case "header":
                self.headers[odd.name] = odd.value
            case "field":
                self.fields[odd.name] = odd.value
            case "body":
                self.body = odd.value
            case "method":
                self.method = odd.value.decode()

    def content(self) -> bytes:
        """Return the body as it is sent."""
        if self.body is not None:
            return self.body
        if not self.operation.fields():
            return b""
        if self.operation.media_type() == FORM:
            return b"&".join(
                b"%s=%s" % (name.encode(), quote_from_bytes(value).encode()) for name, value in self.fields.items()
            )
        return b"{" + b",".join(b'"%s":%s' % (name.encode(), value) for name, value in self.fields.items()) + b"}"

    def scope(self) -> Scope:
        """Return the ASGI scope of the request."""
        path = self.operation.path
        for name, value in self.path.items():
            path = path.replace(f"{{{name}}}", value)
        query = b"&".join(name.encode() + b"=" + value for name, value in self.query.items())
        sent = {"Host": b"localhost", "Authorization": b"Bearer " + self.token.encode(), **self.headers}
        if self.content() and "Content-Type" not in sent:
            sent["Content-Type"] = self.operation.media_type().encode() or b"application/json"
        return {
            "type": "http", "method": self.method, "scheme": "http", "http_version": "1.1",
            "path": unquote_to_bytes(path).decode(errors="replace"), "query_string": query if self.whole_query is None else self.whole_query,
            "headers": [(name.encode(), value) for name, value in sent.items()], "client": ("127.0.0.1", 9), "server": ("localhost", 80),
        }  # fmt: skip


def list_operations() -> list[Operation]:
    """Return all operations of openapi.yaml."""
    return [
        Operation(method.upper(), path, {**operation, "parameters": parameters_of(methods, operation)})
        for path, methods in description()["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]


def _field_names(schema: dict[str, Any]) -> set[str]:
    """Return the names of fields in a schema and its parts."""
    if "$ref" in schema:
        schema = description()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    inner = [part for name in ("oneOf", "anyOf", "allOf") for part in schema.get(name, ())]
    return set(schema.get("properties", ())).union(*map(_field_names, inner))


def list_oddities(operation: Operation) -> Iterator[Oddity]:
    """Yield every odd value in every place that an operation reads."""
    for name in operation.parameters("path"):
        yield from (Oddity("path", name, text.encode()) for text in payloads.TEXTS)
    for name in operation.parameters("query"):
        texts = (*payloads.TEXTS, *payloads.CURSORS) if name == "cursor" else payloads.TEXTS
        yield from (Oddity("query", name, text.encode()) for text in texts if name != "wait" or not _waits(text))
    for name in operation.parameters("header"):
        yield from (Oddity("header", name, value) for value in payloads.VALUES)
    if operation.has_links():
        yield from (Oddity("header", "Host", value) for value in payloads.VALUES)
    for name in operation.fields():
        yield from (Oddity("field", name, value) for value in payloads.LITERALS)
    if operation.fields():
        yield from (Oddity("body", "", value) for value in payloads.BODIES)
        yield from (Oddity("header", "Content-Type", value) for value in payloads.TYPES)
    yield from (Oddity("queries", "", value) for value in payloads.QUERIES)
    yield from (Oddity("method", "", value.encode()) for value in payloads.METHODS)


def kind_of_place(operation: Operation, odd: Oddity) -> tuple[str, ...]:
    """Return the kind of a place. Places of one kind are read by the same code in every operation.

    A cursor means something else in each list, and a query is read only if an operation has parameters for it.
    """
    if odd.name == "cursor":
        return (odd.place, odd.name, operation.name)
    if odd.place == "queries":
        return (odd.place, "read" if operation.parameters("query") else "not read")
    return (odd.place, odd.name)


def pick_oddities(chance: Random, operation: Operation, found: list[Oddity]) -> list[Oddity]:
    """Return one to three of an operation's odd values, or of those that no operation reads."""
    anywhere = [
        Oddity("header", chance.choice(payloads.HEADERS), chance.choice(payloads.VALUES)),
        Oddity("header", chance.choice(payloads.OTHERS), chance.choice(payloads.VALUES)),
        Oddity("body", "", chance.choice(payloads.BODIES)),
        Oddity("field", chance.choice([*operation.fields(), "another"]), chance.choice(payloads.LITERALS)),
    ]
    return [chance.choice([chance.choice(found), chance.choice(anywhere)]) for _ in range(chance.randint(1, 3))]


def _waits(text: str) -> bool:
    """Return whether a request for a view with this `wait` would wait."""
    try:
        return 0 < int(unquote_to_bytes(text)) <= 60
    except ValueError:
        return False
