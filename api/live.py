"""Waiting for a game to move: one reader a process asks for the newest versions of all watched games, and wakes who waits for them.

Nobody is ever woken by anything but a version, so nothing hidden can be read from when an answer comes.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from threading import Event, Lock, Thread

log = logging.getLogger(__name__)

POLL_SECONDS = 0.1
MAX_WAITING = 48
"""Requests a process lets wait at once; each holds a thread."""


class Waited(Enum):
    """How a wait ended."""

    MOVED = "moved"
    SAME = "same"
    REFUSED = "refused"
    """At once: too many are waiting in this process already."""


@dataclass(slots=True, eq=False)
class _Waiter:
    known: int
    moved: Event = field(default_factory=Event)


class Tail:
    """The newest versions of the games that somebody in this process waits for.

    `versions` answers with the newest version of each of some games. It is asked every `every` seconds while anybody waits.
    """

    def __init__(
        self,
        versions: Callable[[Sequence[str]], Mapping[str, int]],
        *,
        limit: int = MAX_WAITING,
        every: float = POLL_SECONDS,
    ) -> None:
        self.limit = limit
        self._versions = versions
        self._every = every
        self._lock = Lock()
        self._waiters: dict[str, set[_Waiter]] = {}
        self._waiting = 0
        self._wanted = Event()
        self._closed = Event()
        self._thread: Thread | None = None

    def wait(self, game_id: str, known: int, seconds: float) -> Waited:
        """Wait until the game is past version `known`, at most `seconds`."""
        waiter = _Waiter(known)
        with self._lock:
            if self._waiting >= self.limit or self._closed.is_set():
                return Waited.REFUSED
            self._waiting += 1
            self._waiters.setdefault(game_id, set()).add(waiter)
            self._wanted.set()
            if self._thread is None:
                self._thread = Thread(target=self._run, name="tail", daemon=True)
                self._thread.start()
        try:
            waiter.moved.wait(seconds)
            return Waited.MOVED if waiter.moved.is_set() and not self._closed.is_set() else Waited.SAME
        finally:
            with self._lock:
                self._waiting -= 1
                self._waiters[game_id].discard(waiter)
                if not self._waiters[game_id]:
                    del self._waiters[game_id]

    @property
    def waiting(self) -> int:
        """How many wait now."""
        return self._waiting

    def moved(self, game_id: str, version: int) -> None:
        """The game is at that version: wake who waits for it. Called by the reader, and by this process after its own commits."""
        if game_id not in self._waiters:
            return
        with self._lock:
            for waiter in self._waiters.get(game_id, ()):
                if version > waiter.known:
                    waiter.moved.set()

    def close(self) -> None:
        """Let everybody go."""
        self._closed.set()
        self._wanted.set()
        with self._lock:
            for waiters in self._waiters.values():
                for waiter in waiters:
                    waiter.moved.set()

    def _run(self) -> None:
        while not self._closed.wait(self._every):
            with self._lock:
                games = list(self._waiters)
                if not games:
                    self._wanted.clear()
            if not games:
                self._wanted.wait()
                continue
            try:
                for game_id, version in self._versions(games).items():
                    self.moved(game_id, version)
            except Exception:
                log.warning("cannot read the versions of watched games", exc_info=True)
