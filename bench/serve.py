"""Serves the bare route like the API: `python -m bench.serve PORT WORKERS`."""

import socket
import sys
from multiprocessing.connection import Connection

from api.server.asgi import Application
from api.server.port import reserve_port
from api.server.protocol import Connections
from api.server.supervisor import Supervisor
from api.server.worker import Server
from bench.bare import make


def run_worker(listener: socket.socket, beats: Connection) -> None:
    """Serve until a signal."""
    application = Application(make())
    Server(application, Connections(), lambda: None, beats).run([listener])


if __name__ == "__main__":
    with reserve_port("127.0.0.1", int(sys.argv[1])) as listener:
        Supervisor(run_worker, listener, int(sys.argv[2])).run()
