"""The process that computes analyses: one for each server, with the lowest priority, apart from all requests.

It can be killed at any time, because each decision is stored when it is judged. The next process continues behind it.
"""

import logging
import os
import signal
import socket
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from threading import Event, Thread

from api.server.supervisor import BEAT_SECONDS
from infra.analyser.worker import AnalysisWorker
from infra.observability import structured_logging
from infra.postgres.pool import open_pool
from infra.postgres.retry import Unavailable
from infra.settings import Settings

POLL_SECONDS = 1.0
"""The interval between two searches for requested analyses."""

BACK_OFF_SECONDS = 5.0
"""The pause after an error."""

NICENESS = 19
"""The lowest priority."""

_logger = logging.getLogger(__name__)


def run_analyser(listener: socket.socket, beats: Connection) -> None:
    """Compute requested analyses until SIGTERM or SIGINT."""
    listener.close()
    settings = Settings.from_environment()
    structured_logging.configure(settings.log)
    stopping = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    # Started before the priority is lowered, because a machine may be busy for longer than the parent waits.
    Thread(target=report, args=(beats, stopping), name="beats", daemon=True).start()
    yield_to_others()
    with open_pool(replace(settings, pool_size=1)) as pool:
        worker = AnalysisWorker(pool, stopping.is_set)
        while not stopping.is_set():
            stopping.wait(pause_after(worker))


def pause_after(worker: AnalysisWorker) -> float:
    """Compute one analysis, and return the seconds to wait before the next one."""
    try:
        return 0.0 if worker.step() else POLL_SECONDS
    except Unavailable:
        _logger.warning("the database is unavailable; analyses wait for it", exc_info=True)
    except Exception:
        # The process would be replaced and fail again, while other analyses can be computed.
        _logger.exception("an analysis has failed")
    return BACK_OFF_SECONDS


def yield_to_others() -> None:
    """Let this process run only when no other needs the processor, as far as the system can."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def report(beats: Connection, stopping: Event) -> None:
    """Tell the parent every second that the process lives. A computation is bounded by its playouts."""
    with suppress(OSError):  # the parent has ended
        while not stopping.wait(BEAT_SECONDS):
            beats.send_bytes(b".")
