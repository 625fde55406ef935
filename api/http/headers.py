"""Request headers that carry a meaning: keys, preconditions, tokens."""

import re

from flask import Request

from api.problems import Problem

_KEY = re.compile(r"[!-~]{1,200}")


_VERSION = re.compile(r"[0-9]{1,9}")


_BEARER = re.compile(r"bearer +(dbn(?:adm)?_[A-Za-z0-9_-]{16,200})", re.IGNORECASE)


_ENTITY_TAG = re.compile(r'"([0-9]{1,9})(?:-(?:s[0-9]{1,2}|watch))?"')


def idempotency_key(request: Request) -> str | None:
    """The request's `Idempotency-Key`, if it has one. Raises `Problem("bad-header")`."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise Problem("bad-header", "Idempotency-Key has 1 to 200 visible ASCII characters.")
    return key


def if_match(request: Request) -> int | None:
    """The version that `If-Match` asks for; None where it asks for nothing, or for anything (`*`). Raises `Problem("bad-header")`.

    RFC 9110 compares strongly here, so a weak tag matches nothing and is refused like any other that this server never gave.
    """
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    match = _ENTITY_TAG.fullmatch(header.strip())
    if match is None:
        raise Problem("bad-header", 'If-Match takes one entity tag of a view, such as "17-s1" or "17", or *.')
    return int(match[1])


def last_event_id(request: Request) -> int | None:
    """The version that `Last-Event-ID` names, if it is there; a browser that has seen no event yet sends it empty. Raises `Problem("bad-header")`."""
    header = request.headers.get("Last-Event-ID", "").strip()
    if not header:
        return None
    if not _VERSION.fullmatch(header):
        raise Problem("bad-header", "Last-Event-ID is the id of an event of the stream: its version.")
    return int(header)


def bearer_token(request: Request) -> str | None:
    """The token of `Authorization: Bearer`; None where there is none of the right form."""
    match = _BEARER.fullmatch(request.headers.get("Authorization", "").strip())
    return match[1] if match else None
