"""A worker that reports once and then hangs."""

import socket
import time
from multiprocessing.connection import Connection


def hang(_listener: socket.socket, beats: Connection) -> None:
    beats.send_bytes(b".")
    while True:
        time.sleep(3600)
