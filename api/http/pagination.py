"""Cursors: where the next page of a list begins, as text that means nothing to a client."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any
from urllib.parse import urlencode

import orjson
from flask import request

from api.problems import Problem


def encode_cursor(place: list[Any]) -> str:
    """The cursor of the page after the row at this place."""
    return urlsafe_b64encode(orjson.dumps(place)).decode().rstrip("=")


def decode_cursor(text: str, kinds: tuple[type, ...]) -> list[Any]:
    """The place, whose parts have to be of these kinds. Raises `Problem("bad-parameter")`."""
    try:
        place = orjson.loads(urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4)))
    except (ValueError, TypeError):
        raise invalid_cursor() from None
    if not isinstance(place, list) or len(place) != len(kinds):
        raise invalid_cursor()
    if not all(type(part) is kind for part, kind in zip(place, kinds, strict=True)):
        raise invalid_cursor()
    if not all(part.isascii() and "\0" not in part for part in place if isinstance(part, str)):
        raise invalid_cursor()
    return place


def invalid_cursor() -> Problem:
    """The refusal of what is no cursor."""
    return Problem("bad-parameter", "A cursor is the `next` of the page before.")


def next_link(following: str | None) -> dict[str, str]:
    """The header that names the next page of this request, where there is one."""
    if following is None:
        return {}
    return {"Link": f'<{request.path}?{urlencode({**request.args, "cursor": following})}>; rel="next"'}
