"""The OpenAPI document, generated from the schemas and the operations."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import flask_smorest  # type: ignore[import-untyped]
import orjson
import yaml
from flask import Flask
from werkzeug.exceptions import HTTPException

from api.http import described
from api.http.converters import FORMS
from api.http.error_handlers import answer_http_error
from api.openapi.converter import Plugin
from api.representations import problems

TITLE = "Dobon"
VERSION = "1"
DESCRIPTION = (
    "Dobon and other card games, played over REST on an append-only log. Create a player (`POST /v1/players`), open a game with bots "
    "(`POST /v1/games`), get its view (`GET /v1/games/{id}/view`) and act (`POST /v1/games/{id}/actions`). A view lists every legal action.\n\n"
    "The description of each refusal lists its problem codes, and `GET /problems` says what they mean."
)
SECURITY_SCHEME = (
    "The token of a session, from `POST /v1/players`, which may do everything; or that of a program, from "
    "`POST /v1/players/me/personal-tokens`, which may do what its scopes name. An operation that lists no scope needs a session."
)
INFO = {
    "description": DESCRIPTION,
    "license": {"name": "MIT", "identifier": "MIT"},
    "contact": {"name": "The operators of this server"},
}

DOCUMENT = ("openapi", "info", "servers", "tags", "paths", "webhooks", "components")
PARAMETER = ("name", "in", "required", "description", "schema")
OPERATION = ("operationId", "summary", "description", "tags", "security", "parameters", "requestBody", "responses")

WIDTH, DEPTH = 120, 4
"""What `openapi.yaml` has in one line of at most this length: values with at most `DEPTH` levels."""


class Api(flask_smorest.Api):  # type: ignore[misc]
    """flask-smorest with the problems of this server, whose responses are components that operations refer to."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = problems.Problem

    def handle_http_exception(self, error: HTTPException) -> Any:
        """Answer an error that Flask raised as problem+json."""
        return answer_http_error(error)

    def _register_pagination_header(self) -> None:
        """Do nothing: lists continue with a cursor."""


def attach(app: Flask) -> Api:
    """Give the application an OpenAPI description."""
    app.config |= {"API_TITLE": TITLE, "API_VERSION": VERSION, "OPENAPI_VERSION": "3.1.0", "OPENAPI_URL_PREFIX": None}
    api = Api(app, spec_kwargs={"marshmallow_plugin": Plugin(), "info": INFO, "servers": [{"url": "/"}]})
    for converter, schema in FORMS.values():
        api.register_converter(converter, lambda _, schema=schema: schema)
    components = api.spec.components
    components.security_scheme(
        "token",
        {"type": "http", "scheme": "bearer", "description": SECURITY_SCHEME},
    )
    for answer in (*described.ANSWERS.values(), described.DEFAULT):
        components.response(answer.name, described.problem_response(answer))
    for name, header in described.HEADERS.items():
        components.header(name, header)
    return api


def add_messages(api: Api, messages: Mapping[str, described.Message]) -> None:
    """Describe the messages that the server sends by itself as `webhooks`."""
    for message in messages.values():
        api.spec.components.schema(message.schema.__name__, schema=message.schema)
    api.spec.options["webhooks"] = {name: {"post": _received(name, one)} for name, one in messages.items()}


def _received(name: str, message: described.Message) -> dict[str, Any]:
    """Return a message as an operation of its receiver."""
    headers = [
        {"name": header, "in": "header", "required": True, "description": note, "schema": {"type": "string"}}
        for header, note in message.headers.items()
    ]
    body = {"application/json": {"schema": described.reference("schemas", message.schema.__name__)}}
    return {
        "operationId": f"receive_{name}",
        "summary": message.summary,
        "description": message.description,
        "security": [],  # the signature takes the place of a token
        **({"parameters": headers} if headers else {}),
        "requestBody": {"required": True, "content": body},
        "responses": {"2XX": {"description": message.answer}},
    }


def document(api: Api) -> dict[str, Any]:
    """Return the whole description as JSON values."""
    description: dict[str, Any] = api.spec.to_dict()
    share_parameters(description)
    for operations in description["paths"].values():
        for method, operation in operations.items():
            if isinstance(operation, dict):
                operation["description"] = reflowed(operation["description"])
                operation["responses"] = dict(sorted(operation["responses"].items()))
                operations[method] = in_order(operation, OPERATION)
    remove_unused(description)
    return in_order(description, DOCUMENT)


def share_parameters(description: dict[str, Any]) -> None:
    """Move the parameters in paths and headers, and queries that several operations have, to the components."""
    headers = [(name, described.header_parameter(name)) for name in described.HEADER_PARAMETERS]
    components = {name.replace(": ", "-"): header for name, header in headers}
    queries = repeated_queries(description)

    def shared(parameter: dict[str, Any]) -> dict[str, Any]:
        name = parameter["name"]
        if parameter["in"] == "path":
            whole = parameter | described.PATH_PARAMETERS[name]
            if components.setdefault(name, in_order(whole, PARAMETER)) != whole:
                raise ValueError(f"two different parameters have the name {name}")
        elif parameter["in"] == "header":
            name = next(key for key, header in components.items() if header == parameter)
        elif queries.get(name) == parameter:
            name = f"query-{name}"
            components[name] = in_order(parameter, PARAMETER)
        else:
            return in_order(parameter, PARAMETER)
        return described.reference("parameters", name)

    for operations in description["paths"].values():
        for place in (operations, *operations.values()):
            if isinstance(place, dict) and "parameters" in place:
                place["parameters"] = [*map(shared, place["parameters"])]
    description["components"]["parameters"] = components


def repeated_queries(description: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return by its name the most frequent form of each parameter of queries that several operations have."""
    forms: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for operations in description["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []) if isinstance(operation, dict) else ():
                if parameter["in"] == "query":
                    forms[parameter["name"]].append(parameter)
    most = {name: max(found, key=found.count) for name, found in forms.items()}
    return {name: form for name, form in most.items() if forms[name].count(form) > 1}


def remove_unused(description: dict[str, Any]) -> None:
    """Remove the responses and headers to which nothing refers."""
    components = description["components"]
    for kind in ("responses", "headers"):
        used = {*references(description)}
        for name in [name for name in components[kind] if f"#/components/{kind}/{name}" not in used]:
            del components[kind][name]


def reflowed(text: str) -> str:
    """Return text with each paragraph in one line."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def references(value: Any) -> Iterator[str]:
    """Yield all references in a value of JSON."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def resolved(description: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    """Return a value, or the component that it refers to, with the fields that are beside the reference."""
    if "$ref" not in value:
        return value
    found: Any = description
    for part in value["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    return {**found, **{name: own for name, own in value.items() if name != "$ref"}}


def in_order(values: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the same values with these names first, in the order of reading."""
    return {name: values[name] for name in names if name in values} | values


class _Dumper(yaml.SafeDumper):
    """Writes repeated values out, for human readers, and values without much inside in one line."""

    _level = -1

    def ignore_aliases(self, _: Any) -> bool:
        """Return True."""
        return True

    def serialize_node(self, node: yaml.Node, parent: yaml.Node | None, index: Any) -> None:
        """Write a list or an object as a block, unless it is a list of plain values or fits into a line."""
        if isinstance(node, yaml.CollectionNode):
            plain = isinstance(node, yaml.SequenceNode) and all(isinstance(one, yaml.ScalarNode) for one in node.value)
            length, depth = measure(node)
            key = len(index.value) + 2 if isinstance(index, yaml.ScalarNode) else 2
            node.flow_style = plain or (2 * self._level + key + length <= WIDTH and depth <= DEPTH)
        self._level += 1
        super().serialize_node(node, parent, index)
        self._level -= 1


def measure(node: yaml.Node) -> tuple[int, int]:
    """Return about how long a value is in one line, and how many values stand inside each other."""
    if isinstance(node, yaml.ScalarNode):
        return len(node.value) + 2, 0
    inner = [one for part in node.value for one in (part if isinstance(part, tuple) else (part,))]
    lengths, depths = zip(*map(measure, inner), strict=True) if inner else ((), (0,))
    return sum(lengths) + 2, 1 + max(depths)


def to_yaml(description: dict[str, Any]) -> str:
    """Return the description as YAML, in its own order."""
    return yaml.dump(description, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


def to_json(description: dict[str, Any]) -> bytes:
    """Return the description as JSON, in its own order."""
    return orjson.dumps(description)
