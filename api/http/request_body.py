"""Strict reading of JSON bodies.

Flask alone answers 500 to NUL, lone surrogates, numbers of 5,000 digits and deep nesting, and accepts duplicate keys,
NaN, UTF-16 and a byte order mark. Here each of them is refused with a detail that says what is accepted.
"""

import json
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl

from flask import Request

from api.problems import Problem
from domain.log.sentences import Sentence

MAX_BODY_BYTES = 16 * 1024
"""Size limit of a request body, in bytes."""

BODY_SECONDS = 1.5
"""Time in which a whole body must arrive, in seconds: it fits into a few packets."""

MAX_DEPTH = 16
MAX_NUMBER = 2**53
"""The largest whole number that every JSON reader represents exactly."""

FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 20
"""The media type of a form, and the limit of its fields."""

_READ = "dobon.body"
"""Key of the WSGI environment for the value of the body, or the problem that reading it has raised."""

_DIGITS = 17
"""Digits of the longest number that is parsed, with its sign."""

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_CONTENT_TYPE = re.compile(r"application/json\s*(?:;\s*charset=\"?utf-8\"?\s*)?", re.IGNORECASE)


def read_json(request: Request, *, optional: bool = False) -> Any:
    """Return the JSON value of the body; `{}` for a missing body if it is `optional`. Raises `Problem`.

    The body is read once, and the same value is returned each time.
    """
    if _READ not in request.environ:
        try:
            request.environ[_READ] = _read_value(request)
        except Problem as problem:
            request.environ[_READ] = problem
    found = request.environ[_READ]
    if not isinstance(found, Problem):
        return found
    if optional and found.code == "empty-body":
        return {}
    raise found


def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form, each sent at most once. Raises `Problem`."""
    body = read_bytes(request)
    if request.mimetype != FORM:
        raise Problem("unsupported-media-type", Sentence("Unsupported Content-Type: send {type}.", type=FORM))
    try:
        found = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS)
    except ValueError:
        found = []
    if len(dict(found)) < len(found) or not found:
        raise Problem("bad-request", "Invalid form: send each field once, in UTF-8.", error="invalid_request")
    return dict(found)


def _read_value(request: Request) -> Any:
    body = read_bytes(request)
    if not body:
        raise Problem("empty-body", "Send a JSON object as the body, with Content-Type: application/json.")
    check_content_type(request.headers.get("Content-Type", ""))
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Problem(
            "unsupported-media-type", "Unsupported Content-Encoding: send the body uncompressed, without this header."
        )
    return parse_json(body)


def read_bytes(request: Request) -> bytes:
    """Return the body, of at most `MAX_BODY_BYTES`. Raises `Problem("body-too-large")`."""
    stated = request.content_length
    if stated is None or stated <= MAX_BODY_BYTES:
        body = _read_stream(request, stated)
        if len(body) <= MAX_BODY_BYTES:
            return body
    raise Problem("body-too-large", Sentence("The body exceeds the limit of {most} bytes.", most=MAX_BODY_BYTES))


def _read_stream(request: Request, stated: int | None) -> bytes:
    """Return the body, or the first bytes of a body over the limit. Raises `Problem` for a late or incomplete body.

    `stated` is the length by `Content-Length`.
    """
    if not stated and "Transfer-Encoding" not in request.headers:
        return b""
    body: bytes = request.stream.read(MAX_BODY_BYTES + 1)
    if stated is not None and len(body) < stated:
        raise incomplete_body()
    return body


def incomplete_body() -> Problem:
    """Return the problem of a body that ends too early."""
    return Problem("bad-request", "The body is incomplete: send the whole body.", {"Connection": "close"})


class RefusedBody:
    """A body that was not read. Reading it raises the reason, so that the application answers."""

    def __init__(self, reason: Problem) -> None:
        self._reason = reason

    def read(self, _size: int = -1, /) -> bytes:
        """Raise the reason."""
        raise self._reason


def late_body() -> RefusedBody:
    """Return a body that did not arrive in time."""
    return RefusedBody(
        Problem("body-too-slow", Sentence("The body did not arrive within {seconds} s.", seconds=BODY_SECONDS))
    )


def cut_body() -> RefusedBody:
    """Return a body whose client left before its end."""
    return RefusedBody(incomplete_body())


def waiting_body() -> RefusedBody:
    """Return a body that is not awaited, because too many are."""
    return RefusedBody(
        Problem("unavailable", "Too many request bodies are awaited; retry in 5 s.", {"Retry-After": "5"})
    )


def check_content_type(text: str) -> None:
    """Raise `Problem("unsupported-media-type")` unless the type is JSON in UTF-8."""
    if not _CONTENT_TYPE.fullmatch(text.strip()):
        raise Problem(
            "unsupported-media-type", "Unsupported Content-Type: send application/json, which is always UTF-8."
        )


def parse_json(body: bytes) -> Any:
    """Return the value of strict JSON in UTF-8: no duplicate keys, and only numbers and strings that every reader
    represents exactly. Raises `Problem`.
    """
    if _depth(body) > MAX_DEPTH:
        raise Problem(
            "too-deep", Sentence("Objects and lists can be nested at most {most} levels deep.", most=MAX_DEPTH)
        )
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Problem(
            "malformed-json", Sentence("Byte {position} is not valid UTF-8: send JSON in UTF-8.", position=error.start)
        ) from None
    if text.startswith("\ufeff"):
        raise Problem("malformed-json", "The body begins with a byte order mark: send JSON without it.")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Problem(
            "malformed-json",
            Sentence(
                "Line {line}, column {column}: {problem}.",
                line=error.lineno,
                column=error.colno,
                problem=Sentence(error.msg),
            ),
        ) from None
    if "\\u" in text:  # only an escape can bring NUL or an unpaired surrogate, because raw ones fail above
        check_text(value)
    return value


def check_text(value: Any) -> None:
    """Raise `Problem("bad-text")` if any key or string below `value` holds NUL or a lone surrogate."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise Problem(
                "bad-text", "A string contains NUL or an unpaired surrogate: send valid Unicode text without NUL."
            )
    elif isinstance(value, dict):
        check_text(list(value))
        check_text(list(value.values()))
    elif isinstance(value, list):
        for part in value:
            check_text(part)


def _depth(body: bytes) -> int:
    """Return the nesting depth of the brackets outside of strings; 0 if it cannot exceed the limit."""
    if body.count(b"[") + body.count(b"{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for byte in _STRING.sub(b"", body):
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def _build_object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise Problem("duplicate-key", "An object contains a key twice: object keys must be unique.")
    return fields


def _parse_int(text: str) -> int:
    if len(text) <= _DIGITS and abs(number := int(text)) <= MAX_NUMBER:
        return number
    raise Problem(
        "bad-number", Sentence("A whole number is out of range: send one from -{most} to {most}.", most=MAX_NUMBER)
    )


def _parse_float(text: str) -> float:
    number = float(text)
    if abs(number) > MAX_NUMBER:
        raise Problem(
            "bad-number", Sentence("A number is out of range: send one from -{most} to {most}.", most=MAX_NUMBER)
        )
    return number


def _refuse_constant(text: str) -> Any:
    raise Problem("malformed-json", Sentence("{text} is not JSON.", text=text))


_DECODER = json.JSONDecoder(
    object_pairs_hook=_build_object, parse_int=_parse_int, parse_float=_parse_float, parse_constant=_refuse_constant
)
"""Made once, because `json.loads` would make one for each body."""
