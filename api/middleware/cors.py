"""Cross-origin requests: pages of other origins can use the API only if their origin is configured.
By default none is.
"""

from collections.abc import Collection

from flask import Flask, Response, request

from api.http import client_address

HEADERS = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
METHODS = "GET, POST, DELETE"
EXPOSED = "ETag, Link, Location, Retry-After"


def attach(app: Flask, origins: Collection[str]) -> None:
    """Answer browsers for these origins, each like `https://play.example`; send no CORS headers for any other.

    `:8000` means the origin at that port of the host that the request names. So the pages beside this process work by
    every address of the machine.
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
    """Return the origins at these ports of the requested host."""
    host = client_address.requested_host()
    usual = {"http": ":80", "https": ":443"}[request.scheme]
    return {f"{request.scheme}://{host}{'' if port == usual else port}" for port in ports}
