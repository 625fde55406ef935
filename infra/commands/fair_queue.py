"""Turns between accounts, so that the work for one account cannot delay that for others: due games, messages, analyses.

The method is fair queuing: every account has used some of the time, and the account that has used the least
is next. An account that was away starts at the time of the account served last, so that it cannot save time up.
"""

from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import TypeVar

Key = TypeVar("Key")

LEAST = 0.001
"""The cost in seconds that is expected of each piece of work, and charged at least."""

MOST_ACCOUNTS = 10_000
"""The number of accounts after which those without a debt are forgotten."""


class FairQueue:
    """The time that each account has used."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}
        self._now = 0.0
        "The virtual time: what the account served last had used when it was served."

    def order(self, work: Iterable[tuple[Key, str]]) -> Iterator[Key]:
        """Yield the keys of the work in the order of service; `work` are pairs of key and account, oldest first.

        The work for one account keeps its order.
        """
        waiting: dict[str, list[Key]] = {}
        for key, account in work:
            waiting.setdefault(account, []).append(key)
        # Accounts that have used the same time are served in the order of their oldest work.
        heap = [(self._used_by(account), place, account) for place, account in enumerate(waiting)]
        for queue in waiting.values():
            queue.reverse()
        heapify(heap)
        while heap:
            used, place, account = heappop(heap)
            yield waiting[account].pop()
            if waiting[account]:
                heappush(heap, (used + LEAST, place, account))

    def charge(self, account: str, seconds: float) -> None:
        """Count the time that work for the account has taken."""
        began = self._used_by(account)
        self._now = max(self._now, began)
        self._used[account] = began + max(seconds, LEAST)
        if len(self._used) > MOST_ACCOUNTS:
            self._used = {account: used for account, used in self._used.items() if used > self._now}

    def _used_by(self, account: str) -> float:
        return max(self._used.get(account, 0.0), self._now)
