"""Reading bodies with patience, and no more: a client that promises a body and does not send it is answered, and holds no thread that works.

Under WSGI a read ends when the body is there or the client is gone, and nothing can interrupt it. So a thread that does nothing else
reads, and whoever waits for it goes on without it when the time is up. Such a thread is lost until its client hangs up; there are not many.
"""

from collections import deque
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Protocol

BODY_SECONDS = 1.5
"""For a whole body, which is small enough for a few packets."""

MAX_READERS = 256
"""Threads of a process that slow clients may hold. Beyond them no body is read before somebody hangs up."""


class ByteSource(Protocol):
    """Where a body comes from."""

    def read(self, size: int, /) -> bytes:
        """That many bytes, or all there are before the end."""
        ...


class BodyTimeout(Exception):
    """The body did not come in time."""


class NoReaderFree(Exception):
    """Slow clients hold all the threads there are for them."""


class _Reader:
    """A thread that reads one body after another."""

    def __init__(self, owner: "BodyReaderPool") -> None:
        self._owner = owner
        self._jobs: SimpleQueue[tuple[ByteSource, int]] = SimpleQueue()
        self._done = Lock()
        self._done.acquire()
        self._result: bytes | Exception = b""
        # Whether the thread is waited for. Decided by whoever comes first: the body or the end of patience.
        self._deciding = Lock()
        self._finished = self._timed_out = False
        Thread(target=self._run, name="body", daemon=True).start()

    def read(self, stream: ByteSource, size: int, seconds: float) -> bytes:
        """The bytes. Raises `TooSlow`, after which this reader is lost, and whatever the stream raises."""
        self._finished = False
        self._jobs.put((stream, size))
        if not self._done.acquire(timeout=seconds):
            with self._deciding:
                self._timed_out = not self._finished
            if self._timed_out:
                raise BodyTimeout
            self._done.acquire()
        self._owner.idle.append(self)
        if isinstance(self._result, Exception):
            raise self._result
        return self._result

    def _run(self) -> None:
        while True:
            stream, size = self._jobs.get()
            try:
                self._result = stream.read(size)
            except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
                self._result = error
            with self._deciding:
                self._finished = True
                if self._timed_out:
                    break
            del stream
            self._done.release()
        self._owner.reader_ended()


class BodyReaderPool:
    """The readers of a process."""

    def __init__(self, seconds: float = BODY_SECONDS, limit: int = MAX_READERS) -> None:
        self.idle: deque[_Reader] = deque()
        self.lost = 0
        "Readers that wait for a client nobody else waits for."
        self._seconds = seconds
        self._limit = limit
        self._counting = Lock()

    def read(self, stream: ByteSource, size: int) -> bytes:
        """At most `size` bytes of the stream. Raises `TooSlow`, `TooMany`, and whatever the stream raises."""
        if self.lost >= self._limit:
            raise NoReaderFree
        try:
            reader = self.idle.pop()
        except IndexError:
            reader = _Reader(self)
        try:
            return reader.read(stream, size, self._seconds)
        except BodyTimeout:
            with self._counting:
                self.lost += 1
            raise

    def reader_ended(self) -> None:
        """A lost reader's client has hung up."""
        with self._counting:
            self.lost -= 1
