"""Cross-origin requests: pages of any origin may use the API, or only those of the origins that are configured.

A token is sent in a header by the page that has it, and never by a browser on its own. So a page of another origin gets
nothing that its own server could not get, and no answer allows credentials of browsers.
"""

from collections.abc import Collection

from flask import Flask, Response, request

HEADERS = "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
METHODS = "GET, POST, PUT, PATCH, DELETE"
EXPOSED = "Content-Language, Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset"
CLOSED = ("/metrics",)
"""Paths that trust the address of the client, so that a page in a browser on this machine must not read them."""


def attach(app: Flask, origins: Collection[str]) -> None:
    """Answer browsers for these origins, each like `https://play.example`, or without origins for all of them."""
    allowed = set(origins)

    @app.after_request
    def allow(response: Response) -> Response:
        origin = request.headers.get("Origin")
        if allowed:
            response.vary.add("Origin")
        if request.path not in CLOSED and (origin in allowed or not allowed):
            response.headers["Access-Control-Allow-Origin"] = origin if allowed and origin else "*"
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Headers"] = HEADERS
                response.headers["Access-Control-Allow-Methods"] = METHODS
                response.headers["Access-Control-Max-Age"] = "600"
        return response
