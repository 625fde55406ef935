"""What the processes of a server beside its workers have in common: how they begin, stop, and tell that they live."""

import signal
import socket
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Event, Thread

from api.server.beats import BEAT_SECONDS
from infra.observability import structured_logging
from infra.settings import Settings


def begin(listener: socket.socket, beats: Connection) -> tuple[Settings, Event]:
    """Prepare the process; return its settings, and the event that SIGTERM or SIGINT sets."""
    listener.close()
    settings = Settings.from_environment()
    structured_logging.configure(settings.log)
    stopping = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    Thread(target=report, args=(beats, stopping), name="beats", daemon=True).start()
    return settings, stopping


def report(beats: Connection, stopping: Event) -> None:
    """Tell the parent every second that the process lives. Each step of its work is bounded."""
    with suppress(OSError):  # the parent has ended
        while not stopping.wait(BEAT_SECONDS):
            beats.send_bytes(b".")
