"""Whether the disk of the database is full, as far as this process has noticed."""

import logging
from collections.abc import Callable
from time import monotonic

import psycopg

FULL_SECONDS = 30.0
"""The time after a failed write for which the server is not ready, so that a proxy sends requests elsewhere."""

_logger = logging.getLogger(__name__)


class DiskWatch:
    """Remembers the last write that failed because the disk was full."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """`clock` returns seconds."""
        self._clock = clock
        self._full_until = 0.0

    def notice(self, error: BaseException) -> bool:
        """Tell whether the error means that the disk is full; if it does, log and remember it."""
        if not isinstance(error, psycopg.errors.DiskFull):
            return False
        if not self.is_full():
            _logger.error("the disk of the database is full: nothing can be stored until an operator frees space")
        self._full_until = self._clock() + FULL_SECONDS
        return True

    def is_full(self) -> bool:
        """Tell whether a write has failed in the last `FULL_SECONDS`."""
        return self._clock() < self._full_until


DISK = DiskWatch()
"""The disk of the database of this process."""
