"""The web client: the files of `api/web`, read once, and modules that are made from tables of the server.

They use the public API like any other client.

A page is asked for each time. It names all other files by an address with the version of the whole client, such as
`/static/3f0a377ba0a4a460/lobby.js`, so browsers keep them for a year and never mix files of two versions.

The address of the service worker has no version, `/service-worker.js`, because browsers look there for a newer one. The
server writes the version and the names of all files into it, so that it changes with every file.

Every page comes with a policy for the browser. Only scripts and styles of this server run, no text becomes markup or a
script, and the page sends requests only to this server.
"""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from flask import Flask, Response, request
from werkzeug.routing import BaseConverter

from api.http import client_address
from api.http.responses import ConstantResponse, revalidated
from api.http.routes import Route, declared
from api.problems import Problem
from api.texts import messages

WEB = Path(__file__).parents[1] / "web"

INDEX = "index.html"

WORKER = "service-worker.js"

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
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "service-worker",
}
"""The policy of the pages. `service-worker` is the one maker of trusted addresses, `lib/service-worker.js`."""

CONTENT_SECURITY_POLICY = "; ".join(f"{name} {value}" for name, value in POLICY.items())

WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"
"""The policy of the service worker: it imports scripts of this server and sends requests only to it."""

ISOLATION = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Sent only where browsers accept it; on other pages without https they would log a warning."""

KEPT = "public, max-age=31536000, immutable"
"""`Cache-Control` of a file with the version of the client in its address: that address never has other content."""

PLACEHOLDER = b"/static/VERSION/"
"""Stands for the directory of the files in the pages' sources."""

NAMES_PLACEHOLDER = b'["NAMES"]'
"""Stands for the list of all files in the source of the service worker."""

_NAME = re.compile(rf"(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.(?:{'|'.join(TYPES)})")


class FileConverter(BaseConverter):
    """A path to a file that can be served."""

    regex = rf"(?=.{{1,200}}$){_NAME.pattern}"
    part_isolating = False


class PageConverter(BaseConverter):
    """The name of a page."""

    regex = r"[a-z-]{1,40}\.html"


class ClientFiles:
    """The files of a web client by their paths, and the version of all of them together."""

    def __init__(self, folder: Path, made: Mapping[str, bytes] = MappingProxyType({})) -> None:
        """Read the files of a folder, and add those that are made. A symbolic link out of the folder is left out."""
        root = folder.resolve()
        found = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.resolve().is_relative_to(root)
        }
        served = {name: content for name, content in found.items() if _NAME.fullmatch(name)}
        self._files = dict(sorted({**served, **made}.items()))
        described = [
            part for name, content in self._files.items() for part in (name.encode(), sha256(content).digest())
        ]
        self.version = sha256(b"|".join(described)).hexdigest()[:16]

    def page(self, name: str) -> bytes:
        """Return a page, which names the files of this version. Raises `Problem("not-found")`."""
        return self.file(name).replace(PLACEHOLDER, f"/static/{self.version}/".encode())

    def worker(self) -> bytes:
        """Return the service worker, which names all files of this version. Raises `Problem("not-found")`."""
        return self.page(WORKER).replace(NAMES_PLACEHOLDER, json.dumps(sorted(self._files)).encode())

    def file(self, name: str) -> bytes:
        """Return a file. Raises `Problem("not-found")`."""
        if name not in self._files:
            raise Problem("not-found")
        return self._files[name]


def attach(app: Flask, folder: Path = WEB) -> None:
    """Serve the files of a folder with the messages for refusals, and its `index.html` at `/`."""
    app.url_map.converters |= {"file": FileConverter, "page": PageConverter}
    client = ClientFiles(folder, messages.modules())

    @app.get("/", defaults={"page": INDEX})
    @app.get("/<page:page>")
    @app.get(f"/{WORKER}")
    @app.get("/static/<version>/<file:path>")
    @declared(Route(counted=False))
    def serve(page: str = "", path: str = "", version: str = "") -> Response:
        if not page and not path:
            return worker_response(client)
        return page_response(client, page) if page else file_response(client, path, version)


def page_response(client: ClientFiles, name: str) -> Response:
    """Return the response for a page. Raises `Problem("not-found")`."""
    headers = {**(ISOLATION if is_secure_context() else {}), "Content-Security-Policy": CONTENT_SECURITY_POLICY}
    return revalidated(ConstantResponse(client.page(name), headers=headers, content_type=TYPES["html"]), request)


def worker_response(client: ClientFiles) -> Response:
    """Return the response for the service worker. Raises `Problem("not-found")`."""
    headers = {"Content-Security-Policy": WORKER_POLICY}
    return revalidated(ConstantResponse(client.worker(), headers=headers, content_type=TYPES["js"]), request)


def file_response(client: ClientFiles, name: str, version: str) -> Response:
    """Return the response for a file. Raises `Problem("not-found")`.

    A page of another version, such as one that was open during an upgrade, gets the file of this version, and must not
    keep it under that address.
    """
    response = ConstantResponse(client.file(name), content_type=TYPES[name.rpartition(".")[2]])
    if version != client.version:
        response.headers["Cache-Control"] = "no-store"
        return response
    return revalidated(response, request, KEPT)


def is_secure_context() -> bool:
    """Return whether browsers trust the requested address: the machine itself, or https, which a proxy has seen."""
    return client_address.names_this_machine() or request.scheme == "https"
