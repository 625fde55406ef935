"""JSON responses, and the media types of the API."""

from hashlib import sha256
from typing import Any

from flask import Request, Response
from orjson import dumps

EVENT_STREAM = "text/event-stream"
LOG_FILE = "application/jsonl"
"""The file of a log: a JSON value in each line."""


LINES = "application/x-ndjson"
"""A JSON object in each line, made while the answer is sent."""


class ConstantResponse(Response):
    """A response whose body stays the same while the process lives, so that its compressed forms are kept."""


def json_response(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response."""
    return Response(dumps(body), status, headers, mimetype="application/json")


def revalidated(response: Response, request: Request, caching: str = "no-cache") -> Response:
    """Return the response with an entity tag of its content and this `Cache-Control`, or a 304 if the client has it.

    By default caches ask each time whether their copy is still valid.
    """
    tag = content_tag(response.get_data())
    response.set_etag(tag)
    response.headers["Cache-Control"] = caching
    if request.if_none_match.contains_weak(tag):
        response.status_code = 304  # Werkzeug then sends no body
    return response


def content_tag(content: bytes) -> str:
    """Return the entity tag of this content."""
    return sha256(content).hexdigest()[:32]
