"""Cursors: opaque positions in a list, from which the next page continues."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlencode

import orjson
from flask import Response, request

from api.http.responses import json_response
from api.problems import Problem
from domain.log.identifiers import is_uuid

Row = TypeVar("Row")

MOMENT_LENGTH = len("2026-11-21T03:24:00.123456Z")
"""All moments are that long, so a place in time has no other length."""


class Page(NamedTuple, Generic[Row]):
    """A page of a list."""

    rows: Sequence[Row]
    next: str | None
    "The cursor of the next page; None on the last page."

    def response(self, **fields: Any) -> Response:
        """Return the JSON response: the given fields, `next`, and a `Link` header to the next page (RFC 8288)."""
        headers = {}
        if self.next is not None:
            headers["Link"] = f'<{request.path}?{urlencode({**request.args, "cursor": self.next})}>; rel="next"'
        return json_response({**fields, "next": self.next}, headers=headers)


def page_of(rows: Sequence[Row], limit: int, position: Callable[[Row], Sequence[Any]]) -> Page[Row]:
    """Return the first `limit` rows as a page.

    `rows` has one row more than `limit` if another page follows. `position` gives the place of a row in the list.
    """
    shown = rows[:limit]
    return Page(shown, encode_cursor([*position(shown[-1])]) if len(rows) > limit else None)


def cursor_position(query: Mapping[str, Any], kinds: tuple[type, ...]) -> list[Any] | None:
    """Return the position that the query's `cursor` names, or None without a cursor. Raises as `decode_cursor`."""
    return decode_cursor(query["cursor"], kinds) if "cursor" in query else None


def time_and_id(query: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the position in a list ordered by time and UUID, or None without a cursor. Raises as `decode_cursor`."""
    position = cursor_position(query, (str, str))
    if position is None:
        return None
    if len(position[0]) != MOMENT_LENGTH or not is_uuid(position[1]):
        raise invalid_cursor()
    return position[0], position[1]


def encode_cursor(position: list[Any]) -> str:
    """Return the cursor of the page after the row at this position."""
    return urlsafe_b64encode(orjson.dumps(position)).decode().rstrip("=")


def decode_cursor(text: str, kinds: tuple[type, ...]) -> list[Any]:
    """Return the position, whose parts must have these types. Raises `Problem("bad-parameter")`."""
    try:
        position = orjson.loads(urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4)))
    except (ValueError, TypeError):
        raise invalid_cursor() from None
    if not isinstance(position, list) or len(position) != len(kinds):
        raise invalid_cursor()
    if not all(type(part) is kind for part, kind in zip(position, kinds, strict=True)):
        raise invalid_cursor()
    if not all(part.isascii() and "\0" not in part for part in position if isinstance(part, str)):
        raise invalid_cursor()
    return position


def invalid_cursor() -> Problem:
    """Return the error for an invalid cursor."""
    return Problem("bad-parameter", "Invalid cursor: send the `next` of the previous page.")
