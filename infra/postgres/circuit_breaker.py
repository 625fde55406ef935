"""A circuit breaker: remembers that a database could not be reached, so that work for others does not wait for it."""

from collections.abc import Callable
from time import monotonic

PAUSE_SECONDS = 3.0
"""The time after a failed attempt to connect for which followers of many databases leave one out."""


class CircuitBreaker:
    """The result of the last attempt to connect to a database. Threads may share it."""

    def __init__(self, steady: Callable[[], float] = monotonic) -> None:
        """`steady` returns seconds."""
        self._steady = steady
        self._failed_at: float | None = None

    def fail(self) -> None:
        """Note that no connection could be made."""
        self._failed_at = self._steady()

    def succeed(self) -> None:
        """Note that a connection was made."""
        self._failed_at = None

    @property
    def has_failed(self) -> bool:
        """Whether the last attempt failed, however long ago."""
        return self._failed_at is not None

    @property
    def is_open(self) -> bool:
        """Whether the last attempt failed so recently that no other should be made now."""
        failed_at = self._failed_at
        return failed_at is not None and self._steady() - failed_at < PAUSE_SECONDS
