"""Headers for browsers that every answer has, problems and unknown paths included."""

from flask import Flask, Response

HEADERS = {
    # An answer is what its Content-Type says; browsers must not guess.
    "X-Content-Type-Options": "nosniff",
    # A link that opens a replay is a secret in an address.
    "Referrer-Policy": "no-referrer",
    # For all answers but pages: a browser that shows one loads nothing, and no other page can frame it.
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}


def attach(app: Flask) -> None:
    """Add the headers to every response. A page that has a policy of its own keeps it."""
    app.after_request(add_headers)


def add_headers(response: Response) -> Response:
    """Add the headers that the response lacks."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
