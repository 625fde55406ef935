"""Answers to refusals: `application/problem+json` (RFC 9457), with words of `api.texts` in the client's language."""

from math import ceil
from typing import Any

from flask import Response, current_app, g, request
from orjson import dumps

from api.texts.codes import PROBLEMS, UNKNOWN
from api.texts.details import in_japanese
from domain.log.errors import Refused
from domain.log.moments import Moment, milliseconds_between
from infra import clock

MIMETYPE = "application/problem+json"

CLOCK = "dobon.clock"
"""Key of the application's extension that returns the current moment."""

RETRY_AFTER = "1"
"""Default `Retry-After` of a 503, in seconds."""


STATUS_CODES: dict[int, str] = {
    400: "bad-request",
    401: "unauthorized",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    408: "body-too-slow",
    413: "body-too-large",
    414: "address-too-long",
    415: "unsupported-media-type",
    429: "rate-limited",
    431: "headers-too-large",
    503: "unavailable",
}
"""The code for an error that has only an HTTP status."""


class Problem(Refused):
    """An error of the HTTP layer. Its code is in `api.texts.codes.PROBLEMS`; `headers` are added to the response."""

    def __init__(self, code: str, detail: str = "", headers: dict[str, str] | None = None, **extra: Any) -> None:
        super().__init__(code, detail, **extra)
        self.headers = headers or {}


def language() -> str:
    """Return `ja` if the request prefers Japanese, else `en`."""
    return request.accept_languages.best_match(["en", "ja"]) or "en"


def localized(detail: str) -> str:
    """Return a detail in the language of the request."""
    return in_japanese(detail) if language() == "ja" else detail


def vary_by_language(response: Response) -> Response:
    """Tell caches that the answer depends on `Accept-Language`, if it has a language."""
    if "Content-Language" in response.headers:
        response.vary.add("Accept-Language")
    return response


def answer_problem(code: str, detail: str = "", headers: dict[str, str] | None = None, **extra: Any) -> Response:
    """Return the response for a code; one without a row becomes a 409 of that name."""
    g.code = code
    kind = PROBLEMS.get(code, UNKNOWN)
    now: Moment = extra.pop("now", None) or current_app.extensions.get(CLOCK, clock.now)()
    body: dict[str, Any] = {
        "type": f"/problems/{code}",
        "title": kind.ja if language() == "ja" else kind.en,
        "status": kind.status,
        "code": code,
        "now": now,
    }
    if detail:
        body["detail"] = localized(detail)
    headers = {"Content-Language": language(), **(headers or {})}
    if kind.status == 503:
        headers = {"Retry-After": RETRY_AFTER, **headers}
    if extra.get("allowed_from") is not None:
        headers = {"Retry-After": str(max(1, ceil(milliseconds_between(now, extra["allowed_from"]) / 1000))), **headers}
    return Response(dumps({**body, **extra}), kind.status, headers, mimetype=MIMETYPE)
