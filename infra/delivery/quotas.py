"""Quotas of the threads that send, so that a receiver that hangs delays only those of its own account.

An account, a host and all accounts with failing receivers together hold at most their quota of the threads at once.
Among those that are due, accounts take turns by the time that they have used.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from infra.commands.fair_queue import FairQueue
from infra.notifications.receivers import Busy, Due


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers of threads."""

    threads: int = 32
    account: int = 4
    failing: int = 1
    "For the failing receivers of one account."
    host: int = 16
    suspects: int = 16
    "For all accounts that have a failing receiver."


class Quotas:
    """The threads that are held, and by what."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._queue = FairQueue()
        self._accounts: Counter[str] = Counter()
        self._failing: Counter[str] = Counter()
        self._hosts: Counter[str] = Counter()
        self._suspects = 0

    def busy(self) -> Busy:
        """Return what has its quota already."""
        return Busy(
            [account for account, held in self._accounts.items() if held >= self._limits.account],
            [host for host, held in self._hosts.items() if held >= self._limits.host],
            self._suspects >= self._limits.suspects,
        )

    def choose(self, due: Sequence[Due]) -> list[Due]:
        """Return what is to be sent now, in turns of the accounts; it holds its threads until `end`."""
        chosen = []
        for one in self._queue.order((one, one.account) for one in due):
            if self._accounts.total() == self._limits.threads:
                break
            if self._may_begin(one):
                self._hold(one, 1)
                chosen.append(one)
        return chosen

    def end(self, one: Due, seconds: float) -> None:
        """Free the thread of a message, which has held it for that time."""
        self._hold(one, -1)
        self._queue.charge(one.account, seconds)

    def _may_begin(self, one: Due) -> bool:
        limits = self._limits
        return (
            self._accounts[one.account] < limits.account
            and self._hosts[one.host] < limits.host
            and not (one.is_failing and self._failing[one.account] >= limits.failing)
            and not (one.is_suspect and self._suspects >= limits.suspects)
        )

    def _hold(self, one: Due, change: int) -> None:
        self._accounts[one.account] += change
        self._hosts[one.host] += change
        self._failing[one.account] += change * one.is_failing
        self._suspects += change * one.is_suspect
        for held, name in ((self._accounts, one.account), (self._hosts, one.host), (self._failing, one.account)):
            if not held[name]:
                del held[name]
