"""The components of the description to which operations refer: problem responses, headers and path parameters."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from marshmallow import Schema

from api.problems import MIMETYPE
from api.texts.codes import PROBLEMS

HEADERS: dict[str, dict[str, Any]] = {
    "Content-Language": {
        "description": "The language of the title and the detail, chosen by `Accept-Language`.",
        "schema": {"type": "string", "enum": ["en", "ja"]},
    },
    "ETag": {
        "description": "The entity tag of the answer. `If-None-Match` accepts it and, if it is that of a view, `If-Match`. The tag of a view "
        "changes with its version, and when actions are allowed that had to wait; `now` is not part of it.",
        "schema": {"type": "string", "examples": ['"17-s1"']},
    },
    "Location": {
        "description": "The path of what was created.",
        "schema": {
            "type": "string",
            "format": "uri-reference",
            "examples": ["/v1/games/3f1b2c60-5a0e-4c0e-9d55-0d6b1f0c7a11"],
        },
    },
    "RateLimit": {
        "description": "For each allowance that the request was charged to: `r`, the requests left, and `t`, the seconds until its window "
        "ends (draft-ietf-httpapi-ratelimit-headers-10). Other answers have this header too.",
        "schema": {"type": "string", "examples": ['"account";r=0;t=12']},
    },
    "RateLimit-Policy": {
        "description": "For each of these allowances: `q`, its requests, and `w`, its window in seconds.",
        "schema": {"type": "string", "examples": ['"account";q=3000;w=60']},
    },
    "Retry-After": {
        "description": "Seconds after which the request can be sent again.",
        "schema": {"type": "integer", "minimum": 0, "examples": [1]},
    },
}
"""Headers of answers."""


class Answer(NamedTuple):
    """A response with a problem, named for its status."""

    name: str
    meaning: str
    codes: tuple[str, ...] = ()
    "The codes of most operations, which then refer to this response without a description of their own."
    headers: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """The meaning, with these codes."""
        return f"{self.meaning}: {listed(self.codes)}" if self.codes else f"{self.meaning}."


class Message(NamedTuple):
    """A message that the server sends by itself."""

    schema: type[Schema]
    "Of the body."
    summary: str
    description: str
    answer: str
    "What a successful answer means."
    headers: Mapping[str, str]
    "With what they hold."


ANSWERS: dict[int, Answer] = {
    400: Answer(
        "BadRequest",
        "The request cannot be read",
        ("bad-number", "bad-text", "duplicate-key", "empty-body", "malformed-json", "too-deep"),
    ),
    401: Answer("Unauthorized", "A valid token is required", ("unauthorized",)),
    403: Answer("Forbidden", "The token does not allow the operation", ("insufficient-scope", "suspended")),
    404: Answer(
        "NotFound", "The resource does not exist or is not visible to the account", ("no-such-game", "not-found")
    ),
    405: Answer("MethodNotAllowed", "The path has no such method"),
    408: Answer("RequestTimeout", "The request body did not arrive in time", ("body-too-slow",)),
    409: Answer("Conflict", "The state of the game does not allow the operation", headers=("Retry-After",)),
    412: Answer("PreconditionFailed", "The game has another version than `If-Match` names", ("precondition-failed",)),
    413: Answer("ContentTooLarge", "The request body is too large", ("body-too-large",)),
    414: Answer("UriTooLong", "The address is too long"),
    415: Answer("UnsupportedMediaType", "The request body is not JSON", ("unsupported-media-type",)),
    422: Answer("UnprocessableContent", "The request has invalid values", ("bad-parameter",)),
    429: Answer(
        "TooManyRequests",
        "A limit is reached",
        ("rate-limited",),
        headers=("RateLimit", "RateLimit-Policy", "Retry-After"),
    ),
    431: Answer("HeadersTooLarge", "The request headers are too large"),
    500: Answer("InternalServerError", "The server failed", ("damaged-game",)),
    503: Answer("ServiceUnavailable", "The server cannot answer now", ("unavailable",), headers=("Retry-After",)),
}
"""The responses with a problem, by status."""

DEFAULT = Answer("Problem", "Any other problem, such as one that a proxy reports", headers=("Retry-After",))
"""The response for every other status."""

HEADER_PARAMETERS: dict[str, dict[str, Any]] = {
    "Idempotency-Key": {
        "description": "1 to 200 visible ASCII characters. A request repeated with its key is done once and gets the same answer each time.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,200}$"},
    },
    "Idempotency-Key: UUID": {
        "description": "A random UUID. A request repeated with its key is done once and gets the same answer each time.",
        "schema": {"type": "string", "format": "uuid"},
    },
    "If-Match": {
        "description": 'The entity tag of the view on which the request is based, such as "17-s1".',
        "schema": {"type": "string", "pattern": '^((W/)?"[0-9]{1,9}(-(s[0-9]{1,2}|watch))?(-(zstd|br|gzip))?"|\\*)$'},
    },
    "If-None-Match": {
        "description": "The entity tag of the answer already known.",
        "schema": {"type": "string"},
    },
    "Last-Event-ID": {
        "description": "The `id` of the last event received. The stream continues right after it and ignores `after`.",
        "schema": {"type": "string", "pattern": "^([0-9]{1,9})?$"},
    },
}
"""Request headers that an operation may name; the name of a variant follows a colon."""

PATH_PARAMETERS: dict[str, dict[str, Any]] = {
    "challenge": {"description": "The id of the challenge."},
    "comment": {"description": "The id of the comment."},
    "drill": {"description": "The id of the drill."},
    "game": {"description": "The id of the game."},
    "key": {"description": "The key of the ruleset.", "schema": {"$ref": "#/components/schemas/RulesetKey"}},
    "link": {"description": "The id of the code for a device."},
    "name": {"description": "The name of the projection.", "schema": {"$ref": "#/components/schemas/ProjectionName"}},
    "page_id": {"description": "A random UUID that the page has chosen."},
    "passkey": {"description": "The id of the passkey."},
    "personal_token": {"description": "The id of the personal token."},
    "player": {"description": "The id of the player."},
    "report": {"description": "The id of the report."},
    "round_number": {"description": "The number of the round, from 1."},
    "session": {"description": "The id of the session."},
    "share": {"description": "The id of the link."},
    "signal": {"description": "The id of the signal."},
    "subscription": {"description": "The id of the subscription."},
    "token": {"description": "The token of the link."},
    "version": {"description": "The version of an event."},
    "webhook": {"description": "The id of the webhook."},
}
"""Parameters in paths, by name; a schema here replaces that of the converter."""


def header_parameter(name: str) -> dict[str, Any]:
    """Return a request header as an OpenAPI parameter."""
    return {"name": name.partition(":")[0], "in": "header", "required": False, **HEADER_PARAMETERS[name]}


def problem_responses(codes: Iterable[str]) -> dict[int | str, dict[str, Any]]:
    """Return references to the responses for these codes by status; a description lists codes that differ."""
    by_status: dict[int, list[str]] = {}
    for code in sorted(set(codes)):
        by_status.setdefault(PROBLEMS[code].status, []).append(code)
    found: dict[int | str, dict[str, Any]] = {}
    for status, own in sorted(by_status.items()):
        answer = ANSWERS[status]
        described = {} if tuple(own) == answer.codes else {"description": listed(own)}
        found[status] = reference("responses", answer.name) | described
    return {**found, "default": reference("responses", DEFAULT.name)}


def listed(codes: Iterable[str]) -> str:
    """Return problem codes as a description lists them; `codes_of` reads them."""
    return ", ".join(f"`{code}`" for code in codes)


def problem_response(answer: Answer) -> dict[str, Any]:
    """Return a response with a problem as a component."""
    content = {MIMETYPE: {"schema": reference("schemas", "Problem")}}
    headers = header_references("Content-Language", *answer.headers)
    return {"description": answer.description, "headers": headers, "content": content}


def header_references(*names: str) -> dict[str, Any]:
    """Return references to the headers of an answer."""
    return {name: reference("headers", name) for name in names}


def reference(kind: str, name: str) -> dict[str, Any]:
    """Return a reference to a component."""
    return {"$ref": f"#/components/{kind}/{name}"}
