"""An application served over HTTP by a thread of this process, as a worker of `dobon serve` serves it."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from api.server.asgi import Application
from api.streaming.hub import update_hub
from tests.api.server.edge import serving


@contextmanager
def serve(app: Flask) -> Iterator[str]:
    """Serve the application; yield its address. At the end its waits and streams are closed."""
    with serving(Application.of(app), update_hub(app).close) as (port, _):
        yield f"http://127.0.0.1:{port}"
