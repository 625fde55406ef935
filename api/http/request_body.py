"""What a client may send, read strictly and in one place: JSON bodies and the few headers that carry a meaning.

Flask alone answers 500 to NUL, lone surrogates, numbers of 5,000 digits and deep nesting, and lets duplicate keys, NaN, UTF-16 and a byte order
mark pass. Here each of them is refused with a sentence that says what would be right.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from flask import Request

from api.http.body_reader import BODY_SECONDS, BodyReaderPool, BodyTimeout, NoReaderFree
from api.problems import Problem

MAX_BODY_BYTES = 16 * 1024
"""Bytes."""

READERS = BodyReaderPool()
"""Of this process."""

MAX_DEPTH = 16
MAX_NUMBER = 2**53
"""The largest whole number that every JSON reader holds exactly."""

_BODY_KEY = "dobon.body"
"""Where the body is kept that was read."""

_DIGITS = 17
"""Of the longest number to be looked at, with its sign."""

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_CONTENT_TYPE = re.compile(r"application/json\s*(?:;\s*charset=\"?utf-8\"?\s*)?", re.IGNORECASE)


def read_json(request: Request, *, optional: bool = False) -> Any:
    """The JSON value of the body; `{}` for no body where it is `optional`. Raises `Problem`."""
    body = read_bytes(request)
    if not body:
        if optional:
            return {}
        raise Problem("empty-body", "Send a JSON object as the body, with Content-Type: application/json.")
    check_content_type(request.headers.get("Content-Type", ""))
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Problem("unsupported-media-type", "Send the body as it is, without a Content-Encoding.")
    return parse_json(body)


def read_bytes(request: Request) -> bytes:
    """The body, never more of it than `MAX_BODY`. Raises `Problem("body-too-large")`."""
    cached: bytes | None = request.environ.get(_BODY_KEY)
    if cached is not None:
        return cached
    too_large = Problem("body-too-large", f"A body has at most {MAX_BODY_BYTES} bytes.")
    if request.content_length is not None and request.content_length > MAX_BODY_BYTES:
        raise too_large
    body = _read_stream(request)
    if len(body) > MAX_BODY_BYTES:
        raise too_large
    request.environ[_BODY_KEY] = body
    return body


def _read_stream(request: Request) -> bytes:
    """What there is of a body, up to one byte more than is allowed. Raises `Problem` for one that does not come in time, or not whole."""
    if not request.content_length and "Transfer-Encoding" not in request.headers:
        return b""
    try:
        body = READERS.read(request.stream, MAX_BODY_BYTES + 1)
    except BodyTimeout:
        raise Problem("body-too-slow", f"A body comes within {BODY_SECONDS} s.", {"Connection": "close"}) from None
    except NoReaderFree:
        raise Problem("unavailable", "Too many bodies are on their way.", {"Retry-After": "5"}) from None
    if request.content_length is not None and len(body) < request.content_length:
        raise Problem("bad-request", "The body is shorter than its Content-Length.", {"Connection": "close"})
    return body


def check_content_type(text: str) -> None:
    """Raises `Problem("unsupported-media-type")` unless it is JSON in UTF-8."""
    if not _CONTENT_TYPE.fullmatch(text.strip()):
        raise Problem("unsupported-media-type", "Send Content-Type: application/json; JSON is always UTF-8.")


def parse_json(body: bytes) -> Any:
    """The value of strict JSON in UTF-8 without duplicate keys, of numbers and texts that every reader holds exactly. Raises `Problem`."""
    if _depth(body) > MAX_DEPTH:
        raise Problem("too-deep", f"Objects and lists may be nested {MAX_DEPTH} deep.")
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise Problem("malformed-json", f"JSON is UTF-8; byte {error.start} is not.") from None
    if text.startswith("\ufeff"):
        raise Problem("malformed-json", "JSON has no byte order mark.")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_build_object,
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise Problem("malformed-json", f"Line {error.lineno}, column {error.colno}: {error.msg}.") from None
    if "\\u" in text:  # the only way in for a NUL or half a surrogate pair: raw ones fail above
        check_text(value)
    return value


def check_text(value: Any) -> None:
    """Raises `Problem("bad-text")` where any key or text below `value` holds NUL or a lone surrogate."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise Problem("bad-text", "Texts hold no NUL and no half of a surrogate pair.")
    elif isinstance(value, dict):
        check_text(list(value))
        check_text(list(value.values()))
    elif isinstance(value, list):
        for part in value:
            check_text(part)


def _depth(body: bytes) -> int:
    """How deep the brackets outside of strings are nested."""
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
        raise Problem("duplicate-key", "Each key of an object stands in it once.")
    return fields


def _parse_int(text: str) -> int:
    if len(text) <= _DIGITS and abs(number := int(text)) <= MAX_NUMBER:
        return number
    raise Problem("bad-number", f"Whole numbers lie between -{MAX_NUMBER} and {MAX_NUMBER}.")


def _parse_float(text: str) -> float:
    number = float(text)
    if abs(number) > MAX_NUMBER:
        raise Problem("bad-number", f"Numbers lie between -{MAX_NUMBER} and {MAX_NUMBER}.")
    return number


def _refuse_constant(text: str) -> Any:
    raise Problem("malformed-json", f"{text} is not JSON.")
