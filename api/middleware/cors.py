"""Cross-origin requests: pages of other origins can use the API only if their origin is configured.
By default none is.
"""

from collections.abc import Collection

from flask import Flask, Response, request

HEADERS = "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
METHODS = "GET, POST, PUT, PATCH, DELETE"
EXPOSED = "Content-Language, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After"


def attach(app: Flask, origins: Collection[str]) -> None:
    """Answer browsers for these origins, each like `https://play.example`; send no CORS headers for any other."""
    if not origins:
        return
    allowed = set(origins)

    @app.after_request
    def allow(response: Response) -> Response:
        response.vary.add("Origin")
        origin = request.headers.get("Origin")
        if origin in allowed:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Headers"] = HEADERS
                response.headers["Access-Control-Allow-Methods"] = METHODS
                response.headers["Access-Control-Max-Age"] = "600"
        return response
