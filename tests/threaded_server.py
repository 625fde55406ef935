"""An application served over HTTP by threads of this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from flask import Flask
from werkzeug.serving import make_server


@contextmanager
def serve(app: Flask) -> Iterator[str]:
    """Serve the application; yield its address. Its streams have to be closed before the end."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
