"""Shutdown: call functions on a signal, and end a worker with its parent."""

import multiprocessing
import os
import signal
import socket
from collections.abc import Callable
from threading import Thread


def on_shutdown(*callbacks: Callable[[], None]) -> None:
    """Call these functions on SIGTERM or SIGINT, so that waiting requests end and do not delay the shutdown.

    granian sets its signal handlers after this call; a wakeup descriptor receives signals in addition to the handlers.
    """
    receiving, sending = socket.socketpair()
    sending.setblocking(False)  # noqa: FBT003 - socket's own
    signal.set_wakeup_fd(sending.fileno(), warn_on_full_buffer=False)

    def wait(_open: socket.socket) -> None:
        while receiving.recv(1)[0] not in (signal.SIGTERM, signal.SIGINT):
            pass
        for callback in callbacks:
            callback()

    Thread(target=wait, args=[sending], name="signals", daemon=True).start()


def exit_with_parent() -> None:
    """End this worker when its parent dies, because an orphan would keep the port and could not be stopped by the
    server.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, name="parent", daemon=True).start()
