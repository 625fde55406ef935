"""Pages from elsewhere may use the API only where their origin is configured; by default none may."""

from collections.abc import Collection

from flask import Flask, Response, request

from api.http import client_address

HEADERS = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
METHODS = "GET, POST, DELETE"
EXPOSED = "ETag, Link, Location, Retry-After"


def attach(app: Flask, origins: Collection[str]) -> None:
    """Answer browsers for those origins, each like `https://play.example`. Nothing is sent for any other.

    `:8000` is the origin at that port of whatever host the request names: the pages beside this process, by each address that the machine has.
    """
    if not origins:
        return
    ports = {origin for origin in origins if origin.startswith(":")}
    fixed = set(origins) - ports

    @app.after_request
    def allow(response: Response) -> Response:
        response.vary.add("Origin")
        origin = request.headers.get("Origin")
        if origin and (origin in fixed or origin in origins_at(ports)):
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if request.method == "OPTIONS":
                response.headers["Access-Control-Allow-Headers"] = HEADERS
                response.headers["Access-Control-Allow-Methods"] = METHODS
                response.headers["Access-Control-Max-Age"] = "600"
        return response


def origins_at(ports: Collection[str]) -> set[str]:
    """The origins at these ports of the host that was asked."""
    host = client_address.requested_host()
    usual = {"http": ":80", "https": ":443"}[request.scheme]
    return {f"{request.scheme}://{host}{'' if port == usual else port}" for port in ports}
