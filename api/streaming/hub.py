"""Waiting for games to move: one reader a process asks for what is new of all games that somebody waits for or follows, and wakes them.

Nobody is ever woken by anything but a version, so nothing hidden can be read from when an answer comes.
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
"""Between two looks at the database."""

PAUSE_RATIO = 4
"""A pause between two looks is at least so many times as long as the look before it, however many games there are."""

MAX_WAITING = 48
"""Requests a process lets wait at once; each holds a thread."""


class WaitResult(Enum):
    """How a wait ended."""

    MOVED = "moved"
    SAME = "same"
    REFUSED = "refused"
    """At once: too many are waiting in this process already."""


@dataclass(slots=True, eq=False)
class _Waiter:
    known: int
    moved: Event = field(default_factory=Event)


class UpdateHub:
    """The games that somebody in this process waits for or follows.

    The source is asked for what is new of them every `every` seconds while active does.
    """

    def __init__(
        self,
        source: SubscriptionSource,
        *,
        limit: int = MAX_WAITING,
        streams: int = MAX_STREAMS,
        interval: float = POLL_SECONDS,
    ) -> None:
        """At most `limit` may wait, and at most so many `streams` be open."""
        self.limit = limit
        self.waiting = 0
        "How many wait now."
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
        """Look at the database at once, and go on looking while active waits or follows."""
        self._poll_requested.set()
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="tail", daemon=True)
                self._thread.start()

    def notify(self, game_id: str, version: int) -> None:
        """This process has moved the game to that version: no need to wait for the next look."""
        if game_id in self.subscriptions:
            self._poll_requested.set()
        if game_id in self._waiters:
            self._wake(game_id, version)

    def _wake(self, game_id: str, version: int) -> None:
        """Wake who waits for the game to be past an older version."""
        with self._lock:
            for waiter in self._waiters.get(game_id, ()):
                if version > waiter.known:
                    waiter.moved.set()

    def subscribe(self, game_id: str, player: str, token: str, after: int, since: int) -> EventStream | None:
        """As `Subscriptions.follow`; what is new is read at once."""
        stream = self.subscriptions.subscribe(game_id, player, token, after, since)
        if stream is not None:
            self.request_poll()
        return stream

    def unsubscribe(self, stream: EventStream) -> None:
        """End a stream that `subscribe` gave."""
        self.subscriptions.unsubscribe(stream)

    def close(self) -> None:
        """Let everybody go."""
        self._closed.set()
        self._poll_requested.set()
        with self._lock:
            for waiters in self._waiters.values():
                for waiter in waiters:
                    waiter.moved.set()
        self.subscriptions.close()

    def poll_once(self) -> bool:
        """Ask once for what is new, and wake whom it concerns; is there active? Raises `Unavailable`."""
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
                log.warning("cannot read what is new of the games that are followed", exc_info=True)
                active = True
                self._closed.wait(self._interval)
            pause = max(self._interval, PAUSE_RATIO * (time.monotonic() - began))
            self._poll_requested.wait(pause if active else None)


def update_hub(app: Flask | None = None) -> UpdateHub:
    """Return the hub of an application; by default of the one that handles this request."""
    found = (app or current_app).extensions[EXTENSION]
    assert isinstance(found, UpdateHub)
    return found
