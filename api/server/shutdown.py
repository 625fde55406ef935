"""How a process hears that it is to end, and sees to it that it does."""

import multiprocessing
import os
import signal
import socket
from collections.abc import Callable
from threading import Thread


def on_shutdown(*callbacks: Callable[[], None]) -> None:
    """Call these when a signal comes: nobody is to wait for a game while the server waits for them.

    The handlers of the signals are granian's, and set after this; a wakeup descriptor hears of a signal beside its handler.
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
    """A worker whose parent was killed would keep the port from the next server, and nobody could stop it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=wait, name="parent", daemon=True).start()
