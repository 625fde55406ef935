"""Read request bodies with a timeout, so that a client that promises a body and sends none does not hold a worker
thread.

Under WSGI a read ends when the body has arrived or the client has disconnected, and no other thread can interrupt it.
So a thread of its own does the reading, and the worker thread continues without it after the timeout. The reader thread
is lost until its client disconnects; `MAX_READERS` limits how many can be lost.
"""

from collections import deque
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Protocol

BODY_SECONDS = 1.5
"""Timeout of a whole body, which fits into a few packets."""

MAX_READERS = 256
"""Limit of reader threads that slow clients can hold in a process. Beyond it no body is read until a client
disconnects.
"""


class ByteSource(Protocol):
    """The stream that a body is read from."""

    def read(self, size: int, /) -> bytes:
        """Return `size` bytes, or fewer at the end of the stream."""
        ...


class BodyTimeout(Exception):
    """The body did not arrive in time."""


class NoReaderFree(Exception):
    """Slow clients hold all reader threads."""


class _Reader:
    """A thread that reads one body after another."""

    def __init__(self, owner: "BodyReaderPool") -> None:
        self._owner = owner
        self._jobs: SimpleQueue[tuple[ByteSource, int]] = SimpleQueue()
        self._done = Lock()
        self._done.acquire()
        self._result: bytes | Exception = b""
        # Whether a request still waits for the thread. Set by whichever comes first, body or timeout.
        self._deciding = Lock()
        self._finished = self._timed_out = False
        Thread(target=self._run, name="body", daemon=True).start()

    def read(self, stream: ByteSource, size: int, seconds: float) -> bytes:
        """Return the bytes. Raises `BodyTimeout`, after which this reader is lost, and any error of the stream."""
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
            except Exception as error:  # noqa: BLE001 - raised again in the waiting thread
                self._result = error
            with self._deciding:
                self._finished = True
                if self._timed_out:
                    break
            del stream
            self._done.release()
        self._owner.reader_ended()


class BodyReaderPool:
    """The reader threads of a process."""

    def __init__(self, seconds: float = BODY_SECONDS, limit: int = MAX_READERS) -> None:
        self.idle: deque[_Reader] = deque()
        self.lost = 0
        "Readers that wait for a client after their request has timed out."
        self._seconds = seconds
        self._limit = limit
        self._counting = Lock()

    def read(self, stream: ByteSource, size: int) -> bytes:
        """Return at most `size` bytes of the stream. Raises `BodyTimeout`, `NoReaderFree`, and any
        error of the stream.
        """
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
        """Note that the client of a lost reader has disconnected."""
        with self._counting:
            self.lost -= 1
