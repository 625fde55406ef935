"""The process that computes analyses, the drill of the day and signals: one for each server, apart from all requests.

It has the lowest priority. It can be killed at any time, because each decision is stored when it is judged. The next
process continues behind it.
"""

import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection

from api.server.background import begin
from infra.analyser.daily import DailyPreparation
from infra.analyser.signals import SignalWorker
from infra.analyser.worker import AnalysisWorker
from infra.databases.pool import open_pool
from infra.postgres.retry import Unavailable

POLL_SECONDS = 1.0
"""The interval between two searches for requested analyses."""

BACK_OFF_SECONDS = 5.0
"""The pause after an error."""

NICENESS = 19
"""The lowest priority."""

_logger = logging.getLogger(__name__)


def run_analyser(listener: socket.socket, beats: Connection) -> None:
    """Compute requested analyses until SIGTERM or SIGINT."""
    # The priority is lowered afterwards, because a machine may be busy for longer than the parent waits.
    settings, stopping = begin(listener, beats)
    yield_to_others()
    with open_pool(replace(settings, pool_size=1)) as pool:
        steps = (
            AnalysisWorker(pool, stopping.is_set).step,
            DailyPreparation(pool).step,
            SignalWorker(pool, stopping.is_set).step,
        )
        while not stopping.is_set():
            stopping.wait(pause_after(steps))


def pause_after(steps: Sequence[Callable[[], bool]]) -> float:
    """Take each of these steps once; return the seconds to wait before the next time. Each says if it did something."""
    try:
        worked = [step() for step in steps]
        return 0.0 if True in worked else POLL_SECONDS
    except Unavailable:
        _logger.warning("the database is unavailable; analyses and signals wait for it", exc_info=True)
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
