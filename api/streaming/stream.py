"""The parts that the streams of a game and of an account share: their end, and the time that they tell when silent."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from api.streaming.rights import Reader
from domain.log.moments import Moment

HEARTBEAT_SECONDS = 15.0
"""Interval after which a silent stream tells the time, so that proxies keep the connection open."""

BATCH = 64
"""Largest number of messages in one chunk."""

BEAT = b"event: now\n"
"""The beginning of the event that tells the time."""


def beat(now: Moment) -> bytes:
    """Return the event that tells the time."""
    return BEAT + b'data: {"now":"%b"}\n\n' % now.encode()


def wake_nothing() -> None:
    """Do nothing; the `wake` of a stream before it is served."""


class Stream(ABC):
    """What one client reads. It has no queue: each chunk is made when the client can take it."""

    def __init__(self, reader: Reader, clock: Callable[[], float]) -> None:
        """`clock` returns seconds."""
        self.reader = reader
        self.ended = False
        "True after the last chunk was returned."
        self.wake: Callable[[], None] = wake_nothing
        "Called from any thread when a chunk may be ready."
        self._clock = clock
        self._sent_at: float | None = None
        self._reason: str | None = None

    @abstractmethod
    def next_chunk(self) -> bytes | None:
        """Return the bytes to send now, without waiting.

        Empty if there are none; None if `catch_up` has to read from the database first.
        """

    @abstractmethod
    def catch_up(self) -> bytes:
        """Return the bytes to send now, read from the database. Raises `Unavailable`."""

    def end(self, reason: str) -> None:
        """End the stream with this reason. Safe to call from any thread."""
        self._reason = self._reason or reason
        self.wake()

    def until_heartbeat(self) -> float:
        """Return the seconds until the stream tells the time next, if nothing happens before."""
        return 0.0 if self._sent_at is None else max(0.0, self._sent_at + HEARTBEAT_SECONDS - self._clock())

    def _send(self, chunk: bytes) -> bytes:
        self._sent_at = self._clock()
        return chunk

    def _send_end(self, reason: str) -> bytes:
        self.ended = True
        return b'event: end\ndata: {"reason":"%b"}\n\n' % reason.encode()
