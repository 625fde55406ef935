"""Quotas of a resource: each account has a few of the threads, and its further requests wait in the event loop."""

import asyncio
from collections import deque


class Quotas:
    """How much of a resource each key uses. Used by one event loop only."""

    def __init__(self, limit: int) -> None:
        """Give each key at most `limit` at the same time."""
        self._limit = limit
        self._used: dict[str, int] = {}
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, key: str) -> None:
        """Take one for the key; wait, in order, while the key uses all of its quota. `give` gives it back."""
        used = self._used.get(key, 0)
        if used < self._limit:
            self._used[key] = used + 1
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
        queue = self._queues.get(key)
        while queue:
            turn = queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._queues.pop(key, None)
        self._used[key] -= 1
        if not self._used[key]:
            del self._used[key]
