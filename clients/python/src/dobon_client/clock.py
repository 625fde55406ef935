"""The server's time, computed from the moments that its answers carry. This machine's wall clock is not used."""

import math
import time
from collections.abc import Callable
from datetime import UTC, datetime


class ServerTime:
    """An estimate of the server's clock that is never ahead of it.

    An answer that carries the moment `now` was made between the sending of the request and its arrival. So the
    difference of the clocks lies within these two bounds, and each answer corrects an estimate outside of them.
    """

    def __init__(self, local: Callable[[], float] = time.monotonic) -> None:
        """`local` returns seconds of a clock that keeps running; its starting point and its errors do not matter."""
        self.local = local
        self._offset: float | None = None

    def observe(self, now: str, sent: float = -math.inf) -> None:
        """Take note of the moment `now` (RFC 3339) of an answer that arrives now, to a request sent at `sent`."""
        server = seconds(now)
        least, most = server - self.local(), server - sent
        self._offset = least if self._offset is None else min(max(self._offset, least), most)

    @property
    def is_known(self) -> bool:
        """Whether a moment of the server is known."""
        return self._offset is not None

    def now(self) -> datetime:
        """Return the server's time; before the first answer, the time of this machine."""
        return datetime.now(UTC) if self._offset is None else datetime.fromtimestamp(self._now(), UTC)

    def until(self, moment: str) -> float:
        """Return the seconds from now until a moment of the server; 0 if it has passed."""
        return max(0.0, seconds(moment) - self._now())

    def _now(self) -> float:
        return time.time() if self._offset is None else self.local() + self._offset


def seconds(moment: str) -> float:
    """Return a moment (RFC 3339) as seconds since 1970. Raises `ValueError`."""
    return datetime.fromisoformat(moment).timestamp()
