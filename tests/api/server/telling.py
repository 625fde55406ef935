"""A worker that tells its time."""

import socket
from multiprocessing.connection import Connection

from infra.clock import CLOCK


def tell_time(_listener: socket.socket, beats: Connection) -> None:
    beats.send(CLOCK.seconds())
