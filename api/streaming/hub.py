"""The update hub: one thread a process polls the database for new versions of all awaited and followed games.

Only version changes and public moments wake waiters, so response timing reveals nothing hidden.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from threading import Event, Lock, Thread

from flask import Flask, current_app

from api.auth.authentication import current_account, current_token
from api.streaming.account_stream import AccountSource, AccountStream
from api.streaming.account_subscriptions import AccountSubscriptions
from api.streaming.event_stream import EventStream, Names, by_number
from api.streaming.rights import Reader, RightsCheck
from api.streaming.stream import Stream
from api.streaming.subscriptions import MAX_STREAMS, Subscriptions, SubscriptionSource
from domain.game.game import Game
from domain.log.moments import Moment
from infra import clock

log = logging.getLogger(__name__)

EXTENSION = "dobon.updates"

POLL_SECONDS = 0.025
"""Interval between two polls of the database."""

PAUSE_RATIO = 4
"""Minimum ratio of the pause after a poll to the duration of its part that grows with the number of games."""

MAX_WAITING = 5_000
"""Limit of waiting requests in a process."""

MAX_WAITING_OF_ACCOUNT = 8
"""Limit of waiting requests of one account in a process: a table in some windows, and clients that reconnect."""


class WaitResult(Enum):
    """How a wait ended."""

    MOVED = "moved"
    """The game has moved, actions are allowed that had to wait, or the reader has lost its right; so the request has to
    be judged again.
    """
    SAME = "same"
    REFUSED = "refused"
    """Refused at once, because too many requests wait in this process."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a request waits for: that a game moves past a version."""

    game: str
    known: int
    reader: Reader
    until: float
    "The end of the wait, as a time of `time.monotonic` in seconds."
    changes_at: float | None = None
    "The time, likewise, at which the view changes by itself, because actions that had to wait are allowed."

    @property
    def seconds_left(self) -> float:
        """The seconds until the wait ends without an event."""
        return (self.until if self.changes_at is None else min(self.until, self.changes_at)) - time.monotonic()

    @property
    def silent_result(self) -> WaitResult:
        """The result of a wait that ends without an event."""
        return WaitResult.SAME if self.changes_at is None or self.changes_at > self.until else WaitResult.MOVED


@dataclass(slots=True, eq=False)
class Waiter:
    """A waiting request."""

    wait: Wait
    wake: Callable[[], None]
    "Called from any thread when there is a result."
    result: WaitResult | None = None

    @property
    def reader(self) -> Reader:
        """The account that waits."""
        return self.wait.reader

    def end(self, result: WaitResult) -> None:
        """End the wait, unless it has ended."""
        self.result = self.result or result
        self.wake()


class UpdateHub:
    """The games that requests of this process wait for or follow.

    While there are any, the source is polled every `interval` seconds.
    """

    def __init__(
        self,
        source: SubscriptionSource,
        accounts: AccountSource,
        *,
        limit: int = MAX_WAITING,
        streams: int = MAX_STREAMS,
        interval: float = POLL_SECONDS,
        names: Names = by_number,
        time_of: Callable[[Game], Moment] = lambda _: clock.now(),
        now: Callable[[], Moment] = clock.now,
    ) -> None:
        """Allow at most `limit` waiting requests, `streams` open streams of games and as many of accounts.

        `time_of` returns the moment now in the time of a game, which its streams tell, and `now` that of the server.
        """
        self.limit = limit
        self.waiting = 0
        "Number of waiting requests."
        self.subscriptions = Subscriptions(source, streams, names=names, time_of=time_of)
        self.accounts = AccountSubscriptions(accounts, streams, now=now)
        self._source = source
        self._interval = self._pause = interval
        self._lock = Lock()
        self._rights = RightsCheck(source)
        self._accounts: Counter[str] = Counter()
        self._waiters: dict[str, set[Waiter]] = {}
        self._poll_requested = Event()
        self._closed = Event()
        self._thread: Thread | None = None

    def has_room_for(self, account: str) -> bool:
        """Return whether another request of the account may wait."""
        return self._accounts[account] < MAX_WAITING_OF_ACCOUNT

    def register(self, wait: Wait, wake: Callable[[], None]) -> Waiter | None:
        """Return a waiter that has a result when `wake` is called; None if too many requests wait.

        The caller must `forget` it.
        """
        waiter = Waiter(wait, wake)
        with self._lock:
            if self.waiting >= self.limit or self._closed.is_set() or not self.has_room_for(wait.reader.account):
                return None
            self.waiting += 1
            self._accounts[wait.reader.account] += 1
            self._waiters.setdefault(wait.game, set()).add(waiter)
        self.request_poll()
        return waiter

    def forget(self, waiter: Waiter) -> None:
        """Remove a waiter."""
        game, account = waiter.wait.game, waiter.reader.account
        with self._lock:
            self.waiting -= 1
            self._accounts[account] -= 1
            if not self._accounts[account]:
                del self._accounts[account]
            self._waiters[game].discard(waiter)
            if not self._waiters[game]:
                del self._waiters[game]

    def wait(self, wait: Wait) -> WaitResult:
        """Wait in this thread until the game is past the known version."""
        woken = Event()
        waiter = self.register(wait, woken.set)
        if waiter is None:
            return WaitResult.REFUSED
        try:
            woken.wait(wait.seconds_left)
            return waiter.result or wait.silent_result
        finally:
            self.forget(waiter)

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
                if version > waiter.wait.known:
                    waiter.end(WaitResult.MOVED)

    def subscribe(self, game_id: str, reader: Reader, after: int, since: int) -> EventStream | None:
        """Return a stream as `Subscriptions.subscribe` does, and poll at once."""
        stream = self.subscriptions.subscribe(game_id, reader, after, since)
        if stream is not None:
            self.request_poll()
        return stream

    def subscribe_account(self, reader: Reader, after: int | None) -> AccountStream | None:
        """Return a stream as `AccountSubscriptions.subscribe` does, and poll at once."""
        stream = self.accounts.subscribe(reader, after)
        if stream is not None:
            self.request_poll()
        return stream

    def unsubscribe(self, stream: Stream) -> None:
        """Close a stream that `subscribe` or `subscribe_account` returned."""
        if isinstance(stream, AccountStream):
            self.accounts.unsubscribe(stream)
        elif isinstance(stream, EventStream):
            self.subscriptions.unsubscribe(stream)

    def close(self) -> None:
        """End all waits and streams."""
        self._closed.set()
        self._poll_requested.set()
        for waiter in self._all_waiters():
            waiter.end(WaitResult.SAME)
        self.subscriptions.close()
        self.accounts.close()

    def poll_once(self) -> bool:
        """Read what is new once, and wake its waiters and streams. Return whether anything is followed.

        Raises `Unavailable`.
        """
        known = self.subscriptions.known_versions()
        with self._lock:
            for game_id, waiters in self._waiters.items():
                versions = [waiter.wait.known for waiter in waiters]
                known[game_id] = min([*versions, known[game_id]] if game_id in known else versions)
        listening = self.accounts.feed()
        self._pause = self._interval
        if not known:
            return listening
        began = time.monotonic()
        self._poll_games(known)
        self._pause = max(self._interval, PAUSE_RATIO * (time.monotonic() - began))
        return True

    def _poll_games(self, known: Mapping[str, int]) -> None:
        """Read what is new in games after their known versions, and wake their waiters and streams."""
        newest = self._source.newest_versions(known)
        for game_id, version in newest.items():
            self._wake(game_id, version)
        for waiter in self._rights.lost(self._all_waiters):
            waiter.end(WaitResult.MOVED)  # the request is answered with a refusal
        self.subscriptions.feed(newest)

    def _all_waiters(self) -> list[Waiter]:
        with self._lock:
            return [waiter for waiters in self._waiters.values() for waiter in waiters]

    def _run(self) -> None:
        while not self._closed.is_set():
            self._poll_requested.clear()
            try:
                active = self.poll_once()
            except Exception:
                log.warning("cannot read new versions of the followed games", exc_info=True)
                active = True
                self._closed.wait(self._interval)
            self._poll_requested.wait(self._pause if active else None)


def update_hub(app: Flask | None = None) -> UpdateHub:
    """Return the hub of an application; by default of the one that handles this request."""
    found = (app or current_app).extensions[EXTENSION]
    assert isinstance(found, UpdateHub)
    return found


def current_reader() -> Reader:
    """Return the account and the token of the request, in an operation that requires them."""
    account = current_account()
    return Reader(account.id, current_token(), account.rights, account.expires_at)
