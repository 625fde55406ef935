"""Reads new notifications for the streams of accounts. Each read is one statement for all accounts."""

import uuid
from collections.abc import Callable, Collection, Mapping

from domain.log.moments import Moment
from infra import clock
from infra.accounts import accounts
from infra.notifications import listeners, notifications
from infra.notifications.notifications import News, Positioned
from infra.postgres.pool import Pool


class AccountUpdates:
    """Implements the database access of the accounts' streams. Every method raises `Unavailable`."""

    def __init__(self, pool: Pool, now: Callable[[], Moment] = clock.now) -> None:
        self._pool = pool
        self._now = now
        self._process = str(uuid.uuid4())

    def newest_position(self, account: str) -> int:
        """Return the position of an account's newest notification; 0 without one."""
        return notifications.newest_position(self._pool, account)

    def feed_place(self) -> int:
        """Return the place after all notifications that are committed now."""
        return notifications.feed_place(self._pool)

    def new_since(self, place: int, limit: int) -> News:
        """Return up to `limit` notifications of all accounts from a place on, in order."""
        return notifications.new_since(self._pool, place, limit)

    def notifications_after(self, known: Mapping[str, int], limit: int) -> dict[str, list[Positioned]]:
        """Return up to `limit` notifications after the known position of each account, in order."""
        return notifications.after(self._pool, known, limit)

    def listen(self) -> None:
        """Note that this process has open streams of accounts."""
        listeners.listen(self._pool, self._process, self._now())

    def rights_number(self) -> int:
        """Return the number that grows with every change of a token or an account."""
        return accounts.rights_number(self._pool)

    def active_tokens(self, hashes: Collection[bytes]) -> set[bytes]:
        """Return the hashes of those tokens that are valid and whose accounts are not suspended."""
        return accounts.active_tokens(self._pool, hashes)
