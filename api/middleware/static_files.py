"""The web client: the files of `api/web`, given out as they are. They use the API as anybody's program would.

What a browser may do with them is told with each page: nothing but scripts and styles of this server runs, no text becomes markup or a script, and only
this server, with its streams, is asked for anything.
"""

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.routing import BaseConverter

from api.http import client_address
from api.http.stream_address import stream_origin
from api.problems import Problem

WEB = Path(__file__).parents[1] / "web"

INDEX = "index.html"

TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
    "png": "image/png",
    "webmanifest": "application/manifest+json; charset=utf-8",
}
"""What is given out, by how its name ends. Nothing else that lies there is."""

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'",
}

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # a link that opens a replay is a secret in an address
    # Kept, and asked about each time: after an upgrade nobody runs half of the old client.
    "Cache-Control": "no-cache",
}

ISOLATION = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Where a browser takes it: on pages from elsewhere without https it says that it does not."""

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")

ENDPOINT = "web_client"


class FileConverter(BaseConverter):
    """A path to a file that may be given out. What begins with `v1/` is the API's alone, and so is what it answers there."""

    regex = rf"(?!v1/)(?=.{{1,200}}$)(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.(?:{'|'.join(TYPES)})"
    part_isolating = False


def attach(app: Flask, folder: Path = WEB) -> None:
    """Give out the files of a folder, the page of `/` among them."""
    app.url_map.converters["file"] = FileConverter

    @app.get("/", defaults={"path": INDEX}, endpoint=ENDPOINT)
    @app.get("/<file:path>", endpoint=ENDPOINT)
    def file(path: str) -> Response:
        return serve_file(folder, path)


def serve_file(folder: Path, name: str) -> Response:
    """The answer for a file. Raises `Problem("not-found")`, also for what lies there only by a link to elsewhere."""
    path = folder / name
    if not path.is_file() or not path.resolve().is_relative_to(folder.resolve()):
        raise Problem("not-found")
    content = path.read_bytes()
    kind = TYPES[name.rpartition(".")[2]]
    headers = {
        **HEADERS,
        **(ISOLATION if is_secure_context() else {}),
        "Content-Type": kind,
        "Content-Security-Policy": content_security_policy(),
    }
    response = Response(content, headers=headers)
    response.set_etag(etag_of(content))
    response.make_conditional(request)
    return response


@lru_cache(maxsize=256)
def etag_of(content: bytes) -> str:
    """The tag of a file with that content."""
    return sha256(content).hexdigest()[:32]


def is_secure_context() -> bool:
    """Does a browser trust the address that was asked: of this machine itself, or over https, of which a proxy may know alone?"""
    return client_address.requested_host() in LOOPBACK or "https" in (
        request.scheme,
        request.headers.get("X-Forwarded-Proto"),
    )


def content_security_policy() -> str:
    """What a browser may do with a page: of other places, it may ask only where the streams are."""
    live = stream_origin()
    live = live if live and re.fullmatch(r"https?://[A-Za-z0-9\[][A-Za-z0-9.:\]-]*", live) else ""
    return "; ".join(f"{name} {value}" for name, value in {**POLICY, "connect-src": f"'self' {live}".rstrip()}.items())
