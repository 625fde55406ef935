"""The WSGI side of the ASGI adapter: a request as a WSGI environment, and the complete answer of the application."""

import sys
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import Any, NamedTuple, Protocol
from wsgiref.types import WSGIApplication

Scope = dict[str, Any]


class Answer(NamedTuple):
    """The response of the WSGI application."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Body(Protocol):
    """The body of a request, as WSGI reads it."""

    def read(self, size: int = -1, /) -> bytes:
        """Return `size` bytes, or the whole rest."""
        ...


def wsgi_environ(scope: Scope) -> dict[str, Any]:
    """Return the head of a request as a WSGI environment (PEP 3333) with an empty body."""
    host, port = (scope.get("server") or ("localhost", 0))[:2]
    client = scope.get("client")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode(errors="replace").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(),
        "wsgi.input_terminated": True,  # a body without a length is read to its end
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = environ_key(name)
        if key is None:
            continue
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    return environ


@lru_cache(maxsize=512)
def environ_key(name: bytes) -> str | None:
    """Return the key of a header field; None for a name with an underscore, which would be taken for another."""
    if b"_" in name:
        return None
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


def has_body(environ: dict[str, Any]) -> bool:
    """Return whether the head announces a body."""
    return environ.get("CONTENT_LENGTH", "0") != "0" or "HTTP_TRANSFER_ENCODING" in environ


def set_body(environ: dict[str, Any], body: Body) -> None:
    """Put a body into the environment."""
    environ["wsgi.input"] = body
    if isinstance(body, BytesIO):
        environ.setdefault("CONTENT_LENGTH", str(len(body.getbuffer())))


def call_wsgi(wsgi: WSGIApplication, environ: dict[str, Any]) -> Answer:
    """Return the complete response of the WSGI application."""
    started: list[Answer] = []

    def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], object]:
        named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        started.append(Answer(int(status[:3]), named, b""))
        return lambda _: None

    chunks = wsgi(environ, start)
    try:
        content = b"".join(chunks)
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    return started[-1]._replace(body=content)
