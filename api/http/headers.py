"""Request headers that the operations read: idempotency keys, preconditions, tokens."""

import re

from flask import Request

from api.problems import Problem

_KEY = re.compile(r"[!-~]{1,200}")
_VERSION = re.compile(r"[0-9]{1,9}")
_BEARER = re.compile(r"bearer +(dbn(?:adm)?_[A-Za-z0-9_-]{16,200})", re.IGNORECASE)
_ENTITY_TAG = re.compile(r'(?:W/)?"([0-9]{1,9})(?:-(?:s[0-9]{1,2}(?:-early)?|watch))?"')


def idempotency_key(request: Request) -> str | None:
    """Return the `Idempotency-Key` of the request, or None. Raises `Problem("bad-header")`."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise Problem("bad-header", "Invalid Idempotency-Key: send 1 to 200 visible ASCII characters.")
    return key


def if_match(request: Request) -> int | None:
    """Return the version that `If-Match` requires; None without the header and for `*`. Raises `Problem("bad-header")`.

    A proxy that compresses an answer makes its tag weak. The tag names a version, which any form of the answer shows,
    so a weak tag is as good as a strong one here.
    """
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    match = _ENTITY_TAG.fullmatch(header.strip())
    if match is None:
        raise Problem("bad-header", 'Invalid If-Match: send one entity tag of a view, such as "17-s1" or "17", or *.')
    return int(match[1])


def last_event_id(request: Request) -> int | None:
    """Return the version in `Last-Event-ID`, or None. Raises `Problem("bad-header")`.

    A browser that has received no event yet sends the header empty.
    """
    header = request.headers.get("Last-Event-ID", "").strip()
    if not header:
        return None
    if not _VERSION.fullmatch(header):
        raise Problem(
            "bad-header", "Invalid Last-Event-ID: send the id of an event of the stream, which is its version."
        )
    return int(header)


def bearer_token(request: Request) -> str | None:
    """Return the token of `Authorization: Bearer`; None if the header is missing or malformed."""
    return token_in(request.headers.get("Authorization", ""))


def token_in(header: str) -> str | None:
    """Return the token of the header `Authorization`; None if it is malformed."""
    match = _BEARER.fullmatch(header.strip())
    return match[1] if match else None
