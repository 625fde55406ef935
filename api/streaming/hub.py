"""The update hub: one thread a process polls the database for new versions of all awaited and followed games.

Only version changes wake waiters, so response timing reveals nothing hidden.
"""

import logging
import time
from dataclasses import dataclass, field
from enum import Enum
from threading import Event, Lock, Thread

from flask import Flask, current_app

from api.streaming.event_stream import EventStream
from api.streaming.subscriptions import MAX_STREAMS, Subscriptions, SubscriptionSource

log = logging.getLogger(__name__)

EXTENSION = "dobon.updates"

POLL_SECONDS = 0.025
"""Interval between two polls of the database."""

PAUSE_RATIO = 4
"""Minimum ratio of the pause after a poll to the duration of that poll, which grows with the number of games."""

MAX_WAITING = 48
"""Limit of waiting requests in a process; each holds a thread."""


class WaitResult(Enum):
    """How a wait ended."""

    MOVED = "moved"
    SAME = "same"
    REFUSED = "refused"
    """Refused at once, because too many requests wait in this process."""


@dataclass(slots=True, eq=False)
class _Waiter:
    known: int
    moved: Event = field(default_factory=Event)


class UpdateHub:
    """The games that requests of this process wait for or follow.

    While there are any, the source is polled every `interval` seconds.
    """

    def __init__(
        self,
        source: SubscriptionSource,
        *,
        limit: int = MAX_WAITING,
        streams: int = MAX_STREAMS,
        interval: float = POLL_SECONDS,
    ) -> None:
        """Allow at most `limit` waiting requests and at most `streams` open streams."""
        self.limit = limit
        self.waiting = 0
        "Number of waiting requests."
        self.subscriptions = Subscriptions(source, streams)
        self._source = source
        self._interval = interval
        self._lock = Lock()
        self._waiters: dict[str, set[_Waiter]] = {}
        self._poll_requested = Event()
        self._closed = Event()
        self._thread: Thread | None = None

    def wait(self, game_id: str, known: int, seconds: float) -> WaitResult:
        """Wait until the game is past version `known`, at most `seconds`."""
        waiter = _Waiter(known)
        with self._lock:
            if self.waiting >= self.limit or self._closed.is_set():
                return WaitResult.REFUSED
            self.waiting += 1
            self._waiters.setdefault(game_id, set()).add(waiter)
        self.request_poll()
        try:
            waiter.moved.wait(seconds)
            return WaitResult.MOVED if waiter.moved.is_set() and not self._closed.is_set() else WaitResult.SAME
        finally:
            with self._lock:
                self.waiting -= 1
                self._waiters[game_id].discard(waiter)
                if not self._waiters[game_id]:
                    del self._waiters[game_id]

    def request_poll(self) -> None:
        """Poll the source at once, and start the polling thread if it is not running."""
        self._poll_requested.set()
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="tail", daemon=True)
                self._thread.start()

    def notify(self, game_id: str, version: int) -> None:
        """Note that this process has committed that version of the game, so its waiters need no poll."""
        if game_id in self.subscriptions:
            self._poll_requested.set()
        if game_id in self._waiters:
            self._wake(game_id, version)

    def _wake(self, game_id: str, version: int) -> None:
        """Wake the requests that wait for a version after an older one."""
        with self._lock:
            for waiter in self._waiters.get(game_id, ()):
                if version > waiter.known:
                    waiter.moved.set()

    def subscribe(self, game_id: str, player: str, token: str, after: int, since: int) -> EventStream | None:
        """Return a stream as `Subscriptions.subscribe` does, and poll at once."""
        stream = self.subscriptions.subscribe(game_id, player, token, after, since)
        if stream is not None:
            self.request_poll()
        return stream

    def unsubscribe(self, stream: EventStream) -> None:
        """Close a stream that `subscribe` returned."""
        self.subscriptions.unsubscribe(stream)

    def close(self) -> None:
        """End all waits and streams."""
        self._closed.set()
        self._poll_requested.set()
        with self._lock:
            for waiters in self._waiters.values():
                for waiter in waiters:
                    waiter.moved.set()
        self.subscriptions.close()

    def poll_once(self) -> bool:
        """Read new versions and events once, and wake their waiters and streams. Return whether there were any games to
        poll.

        Raises `Unavailable`.
        """
        known = self.subscriptions.known_versions()
        with self._lock:
            for game_id, waiters in self._waiters.items():
                versions = [waiter.known for waiter in waiters]
                known[game_id] = min([*versions, known[game_id]] if game_id in known else versions)
        if not known:
            return False
        newest = self._source.newest_versions(known)
        for game_id, version in newest.items():
            self._wake(game_id, version)
        self.subscriptions.feed(newest)
        return True

    def _run(self) -> None:
        while not self._closed.is_set():
            self._poll_requested.clear()
            began = time.monotonic()
            try:
                active = self.poll_once()
            except Exception:
                log.warning("cannot read new versions of the followed games", exc_info=True)
                active = True
                self._closed.wait(self._interval)
            pause = max(self._interval, PAUSE_RATIO * (time.monotonic() - began))
            self._poll_requested.wait(pause if active else None)


def update_hub(app: Flask | None = None) -> UpdateHub:
    """Return the hub of an application; by default of the one that handles this request."""
    found = (app or current_app).extensions[EXTENSION]
    assert isinstance(found, UpdateHub)
    return found
