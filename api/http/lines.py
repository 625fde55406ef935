"""Answers of any length with a JSON object in each line. They are made while they are sent, in bounded memory."""

from collections.abc import Iterator
from itertools import chain

from flask import Flask, Response, current_app, request

from api.http.exchange import exchange_of
from api.http.responses import LINES

PIECE_BYTES = 64 * 1024
"""Size from which lines are sent. A piece is larger by one line at most."""


def lines_response(lines: Iterator[bytes], headers: dict[str, str]) -> Response:
    """Return the lines, each with its line end, as an answer.

    They are read in a context of the application, without a request. What the first piece raises is raised here; what
    a later one raises cuts the connection, so the client sees that lines are missing.
    """
    response = Response(iter(()), headers=headers, mimetype=LINES)
    if request.method == "HEAD":
        return response
    pieces = pieces_of(current_app._get_current_object(), lines)  # type: ignore[attr-defined] # noqa: SLF001 - Flask's way
    body = chain([next(pieces, b"")], pieces)
    exchange = exchange_of(request)
    if exchange is None:
        response.response = body
    else:
        exchange.pieces = body
    return response


def pieces_of(app: Flask, lines: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines in pieces of about `PIECE_BYTES`."""
    while True:
        piece = bytearray()
        with app.app_context():
            for line in lines:
                piece += line
                if len(piece) >= PIECE_BYTES:
                    break
        if not piece:
            return
        yield bytes(piece)
