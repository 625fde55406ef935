"""The servers of `dobon cluster`: found again by the next start, and started again when they end."""

import socket
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException

from infra.clustering.layout import HOST, Layout
from infra.clustering.local import START_SECONDS, ClusterFailed
from infra.clustering.processes import Process

READY_SECONDS = 5.0
"""Seconds for a server to say whether it is ready."""

POLL_SECONDS = 0.1

_NAME = "server-"


class Servers:
    """The servers at the wanted ports, and those at other ports that an earlier run has left.

    A server holds no commands, so it can be stopped at any time. Earlier ones continue until the others are known to be
    ready.
    """

    def __init__(self, layout: Layout, ports: range, workers: int, announce: Callable[[str], None]) -> None:
        """Take over what runs. Raises `ClusterFailed` if another program uses a wanted port."""
        self._announce = announce
        self._wanted = {port: _server(layout, port, workers) for port in ports}
        self._former = {port: _server(layout, port, workers) for port in _known_ports(layout) if port not in ports}
        for port, server in self._wanted.items():
            if not server.adopt():
                _check_port(port)
        self._former = {port: server for port, server in self._former.items() if server.adopt()}

    def start(self) -> None:
        """Start the servers that do not run, and again those that run with other options or addresses."""
        for port, server in self._wanted.items():
            if server.is_running() and not server.is_current():
                self._announce(f"the server at port {port} has other settings and is started again")
                server.end()
            server.start()

    def wait_until_ready(self, meanwhile: Callable[[], object]) -> None:
        """Wait until each server answers. Raises `ClusterFailed`."""
        end = time.monotonic() + START_SECONDS
        for port, server in self._wanted.items():
            while not is_ready(port):
                launched = server.child is not None
                if not server.is_running() and not launched:  # it was taken over while it was ending
                    server.start()
                elif not server.is_running() or time.monotonic() > end:
                    raise ClusterFailed(f"The server at port {port} did not start. Its log is {server.log}.")
                meanwhile()
                time.sleep(POLL_SECONDS)

    def stop_former(self) -> None:
        """Stop the servers at other ports than the wanted ones."""
        for server in self._former.values():
            server.terminate()
        for port, server in self._former.items():
            server.wait()
            self._announce(f"the server at port {port} of an earlier run was stopped")
        self._former = {}

    def restart_ended(self) -> None:
        """Start servers again that have ended."""
        for port, server in self._wanted.items():
            if not server.is_running():
                server.start()
                self._announce(f"the server at port {port} had ended and was started again")

    def stop(self) -> None:
        """Stop all servers."""
        servers = [*self._wanted.values(), *self._former.values()]
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait()


def is_ready(port: int) -> bool:
    """Tell whether the server at a port says that it is ready for requests."""
    connection = HTTPConnection(HOST, port, timeout=READY_SECONDS)
    try:
        connection.request("GET", "/readyz")
        with connection.getresponse() as response:
            return response.status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _check_port(port: int) -> None:
    """Raise `ClusterFailed` if another program uses the port."""
    try:
        socket.create_server((HOST, port)).close()
    except OSError as error:
        raise ClusterFailed(f"Port {port} of {HOST} is in use. Choose another with --port.") from error


def _server(layout: Layout, port: int, workers: int) -> Process:
    place = ["serve", "--host", HOST, "--port", str(port)]
    command = [sys.executable, "-m", "api.cli", *place, "--workers", str(workers)]
    log = layout.log(f"{_NAME}{port}")
    return Process(command, log, environment=layout.environment(), mark="\0".join([*place, ""]))


def _known_ports(layout: Layout) -> list[int]:
    """Return the ports of servers whose numbers of processes are known."""
    names = sorted(file.stem.removeprefix(_NAME) for file in layout.home.glob(f"{_NAME}*.pid"))
    return [int(name) for name in names if name.isdigit()]
