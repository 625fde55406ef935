"""The process that tells accounts of their games: one for each server, apart from all requests.

It can be killed at any time: notifications follow from the log and its checkpoints, and everything unsent is in tables.
"""

import logging
import socket
from dataclasses import replace
from multiprocessing.connection import Connection
from threading import Event, Thread

from api.server.background import begin
from infra.databases.pool import open_pool
from infra.delivery.cosignatures import COLLECT_SECONDS, Collector
from infra.delivery.notifier import Notifier
from infra.postgres.retry import Unavailable
from infra.settings import LOCAL

BACK_OFF_SECONDS = 1.0
"""The pause after an error."""

CONNECTIONS = 4
"""Connections, besides one for each database of games; the threads that send need one only to record a result."""

_logger = logging.getLogger(__name__)


def run_notifier(listener: socket.socket, beats: Connection) -> None:
    """Make and send notifications until SIGTERM or SIGINT."""
    settings, stopping = begin(listener, beats)
    with open_pool(replace(settings, pool_size=min(settings.pool_size, CONNECTIONS + settings.game_databases))) as pool:
        notifier = Notifier(pool, settings.contact, local_webhooks=settings.webhooks == LOCAL)
        if settings.witnesses:
            collector = Collector(pool, settings.witnesses)
            Thread(target=collect, args=(collector, stopping), name="witnesses", daemon=True).start()
        while not stopping.wait(pause_after(notifier)):
            pass
        notifier.close()


def collect(collector: Collector, stopping: Event) -> None:
    """Collect signatures of witnesses. A witness that answers slowly makes no notification wait."""
    while not stopping.wait(COLLECT_SECONDS):
        try:
            collector.step()
        except Unavailable:
            _logger.warning("the database is unavailable; signatures of witnesses wait for it", exc_info=True)
        except Exception:
            # The thread would end, and the process would not.
            _logger.exception("signatures of witnesses have not been collected")


def pause_after(notifier: Notifier) -> float:
    """Make a step, and return the seconds to wait before the next one."""
    try:
        return notifier.step()
    except Unavailable:
        _logger.warning("the database is unavailable; notifications wait for it", exc_info=True)
    except Exception:
        # The process would be replaced and fail again.
        _logger.exception("notifications have failed")
    return BACK_OFF_SECONDS
