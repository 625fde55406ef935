"""Pages from elsewhere may use the API only where their origin is configured; by default none may."""

from collections.abc import Collection

from flask import Flask, Response, request

HEADERS = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
METHODS = "GET, POST, DELETE"
EXPOSED = "ETag, Link, Location, Retry-After"


def attach(app: Flask, origins: Collection[str]) -> None:
    """Answer browsers for those origins, each like `https://play.example`. Nothing is sent for any other."""
    if not origins:
        return

    @app.after_request
    def allow(response: Response) -> Response:
        response.vary.add("Origin")
        origin = request.headers.get("Origin")
        if origin in origins:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Headers"] = HEADERS
                response.headers["Access-Control-Allow-Methods"] = METHODS
                response.headers["Access-Control-Max-Age"] = "600"
        return response
