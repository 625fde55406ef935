"""The web client: the files of `api/web`, served unchanged. They use the public API like any other client.

Every page comes with a policy for the browser. Only scripts and styles of this server run, no text becomes markup or a
script, and the page sends requests only to this server and its stream process.
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
"""The content type by file extension. Files with other extensions are not served."""

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
    # Caches revalidate each time, so that an upgrade never mixes files of two versions.
    "Cache-Control": "no-cache",
}

ISOLATION = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Sent only where browsers accept it; on other pages without https they would log a warning."""

ENDPOINT = "web_client"


class FileConverter(BaseConverter):
    """A path to a file that can be served. Paths that begin with `v1/` belong to the API, which answers them itself."""

    regex = rf"(?!v1/)(?=.{{1,200}}$)(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.(?:{'|'.join(TYPES)})"
    part_isolating = False


def attach(app: Flask, folder: Path = WEB) -> None:
    """Serve the files of a folder, and its `index.html` at `/`."""
    app.url_map.converters["file"] = FileConverter

    @app.get("/", defaults={"path": INDEX}, endpoint=ENDPOINT)
    @app.get("/<file:path>", endpoint=ENDPOINT)
    def file(path: str) -> Response:
        return serve_file(folder, path)


def serve_file(folder: Path, name: str) -> Response:
    """Return the response for a file. Raises `Problem("not-found")`, also for a symbolic link that leads out of the
    folder.
    """
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
    """Return the entity tag of a file with this content."""
    return sha256(content).hexdigest()[:32]


def is_secure_context() -> bool:
    """Return whether browsers trust the requested address: the machine itself, or https, which a proxy has seen."""
    return client_address.names_this_machine() or request.scheme == "https"


def content_security_policy() -> str:
    """Return the policy for pages. Apart from this server it allows connections to the stream process only."""
    live = stream_origin()
    live = live if live and re.fullmatch(r"https?://[A-Za-z0-9\[][A-Za-z0-9.:\]-]*", live) else ""
    return "; ".join(f"{name} {value}" for name, value in {**POLICY, "connect-src": f"'self' {live}".rstrip()}.items())
