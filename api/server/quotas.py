"""Quotas of a resource: each key has a few of the threads, and its further requests wait in the event loop."""

import asyncio
from collections import deque
from math import inf


class Quotas:
    """How much of a resource each key uses. Used by one event loop only.

    The requests of a key wait in order. Where there is a limit of all keys together, those that wait take turns: a key
    with many requests waits behind itself, and the others behind one request of it.
    """

    def __init__(self, limit: int, together: float = inf) -> None:
        """Give each key at most `limit` at the same time, and all keys at most `together`."""
        self._limit = limit
        self._together = together
        self._taken = 0
        self._used: dict[str, int] = {}
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        "What waits, by key. The key that has waited longest for a turn is first."

    async def take(self, key: str) -> None:
        """Take one for the key; wait while its quota, or all, is in use. `give` gives it back."""
        if self._may_take(key):
            self._take(key)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(key, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(key)
            raise

    def give(self, key: str) -> None:
        """Give one back, to the next that waits."""
        self._taken -= 1
        self._used[key] -= 1
        if not self._used[key]:
            del self._used[key]
        while (owner := self._next_owner(key)) is not None:
            self._serve(owner)

    def _next_owner(self, key: str) -> str | None:
        """Return the key whose turn is next, after `key` gave one back."""
        waiting = self._queues if self._together < inf else (key,) if key in self._queues else ()
        return next((owner for owner in waiting if self._may_take(owner)), None)

    def _serve(self, key: str) -> None:
        """Give one to the first request of a key that still waits; the others wait behind the other keys."""
        queue = self._queues.pop(key)
        while queue:
            turn = queue.popleft()
            if not turn.done():
                self._take(key)
                turn.set_result(None)
                break
        if queue:
            self._queues[key] = queue

    def _may_take(self, key: str) -> bool:
        return self._taken < self._together and self._used.get(key, 0) < self._limit

    def _take(self, key: str) -> None:
        self._taken += 1
        self._used[key] = self._used.get(key, 0) + 1
