"""The public log of heads as files: its newest checkpoint, tiles and bundles of entries (`docs/public-log.md`).

They need no account and are not part of the API, because any file server may have copies of them. A tile never changes,
so a browser or a mirror asks for each of them once.
"""

from flask import Flask, Response, request

from api.dependencies import dependencies
from api.http.responses import revalidated
from api.problems import Problem
from domain.transparency.tiles import parse_name
from infra.queries import public_log

CHECKPOINT = "public, max-age=1"
"""`Cache-Control` of the checkpoint: a new one may come in each second."""

TILE = "public, max-age=31536000, immutable"

LONGEST_NAME = 60
"""Longer than the name of any tile of a log that can exist."""


def attach(app: Flask) -> None:
    """Serve the public log below `/log`."""
    app.add_url_rule("/log/checkpoint", "log_checkpoint", serve_checkpoint, methods=["GET"])
    app.add_url_rule("/log/witnessed", "log_witnessed", serve_witnessed, methods=["GET"])
    app.add_url_rule("/log/tile/<path:name>", "log_tile", serve_tile, methods=["GET"])


def serve_checkpoint() -> Response:
    """Return the newest checkpoint. Raises `Problem("not-found")` before the first entry."""
    note = public_log.read_checkpoint(dependencies().pool)
    if note is None:
        raise Problem("not-found", "The public log has no entry yet.")
    return revalidated(Response(note, mimetype="text/plain"), request, CHECKPOINT)


def serve_witnessed() -> Response:
    """Return the newest checkpoint that a witness has signed. Raises `Problem("not-found")` if there is none."""
    note = public_log.read_witnessed(dependencies().pool)
    if note is None:
        raise Problem("not-found", "No witness has signed a checkpoint yet.")
    return revalidated(Response(note, mimetype="text/plain"), request, CHECKPOINT)


def serve_tile(name: str) -> Response:
    """Return a tile or a bundle. Raises `Problem("not-found")` for other names, and if the log is too short."""
    tile = parse_name(name) if len(name) <= LONGEST_NAME else None
    data = public_log.read_tile(dependencies().pool, tile) if tile else None
    if data is None:
        raise Problem("not-found", "The public log has no such tile.")
    return Response(data, mimetype="application/octet-stream", headers={"Cache-Control": TILE})
