"""JSON responses, and the media types of the API."""

from typing import Any

from flask import Response
from orjson import dumps

EVENT_STREAM = "text/event-stream"


def json_response(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response."""
    return Response(dumps(body), status, headers, mimetype="application/json")
