"""The end of a worker with its parent, because an orphan would keep the port and could not be stopped by the server."""

import multiprocessing
import os
import signal
import time
from threading import Thread


def exit_with_parent(seconds: float) -> None:
    """Stop this worker when its parent dies, and kill it after that time."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    Thread(target=wait, name="parent", daemon=True).start()
