"""Accounts by token in the memory of a process, so that a request needs no round trip for its token.

The last use of each token is known here, so the thread that polls also notes it in the database, once an hour.

Every change of a token or an account increases one number in the database, in the same transaction. The process reads
the number a few times a second. A cached account counts only while the number has been confirmed within
`FRESH_SECONDS`, so a revocation takes effect within that time in every process, also if the database does not answer.
"""

import logging
import time
from collections.abc import Callable
from threading import Event, Lock, Thread

from domain.log.moments import Moment
from infra.accounts import sessions
from infra.accounts.accounts import Account, accounts_of, may_be_token, rights_number
from infra.accounts.tokens import token_hash
from infra.clock import now as moment_now
from infra.postgres.pool import Pool

POLL_SECONDS = 0.25
"""Interval between two reads of the number."""

FRESH_SECONDS = 1.0
"""Time for which a read of the number confirms the cached accounts."""

MAX_ACCOUNTS = 10_000
"""Limit of cached accounts; each takes about 500 bytes."""

NOTED_SECONDS = 60.0
"""Interval between two notes of the accounts' uses."""

KEPT_SECONDS = 600.0
"""Time after its last use for which an account is cached."""

log = logging.getLogger(__name__)


class _Entry:
    """A cached account, the time of its last use, and that of the last note of it in the database."""

    __slots__ = ("account", "noted_at", "used_at")

    def __init__(self, account: Account, used_at: float) -> None:
        self.account = account
        self.used_at = used_at
        self.noted_at = float("-inf")


class AccountCache:
    """The accounts that have sent a request to this process. Every method may be called from any thread."""

    def __init__(
        self, pool: Pool, fresh_seconds: float = FRESH_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Trust cached accounts for `fresh_seconds` after each read of the number; with 0 nothing is cached."""
        self._pool = pool
        self._fresh_seconds = fresh_seconds
        self._clock = clock
        self._lock = Lock()
        self._entries: dict[bytes, _Entry] = {}
        self._number = -1
        self._confirmed_at = self._expired_at = float("-inf")
        self._closed = Event()
        self._thread: Thread | None = None

    def known(self, token: str) -> Account | None:
        """Return the account of a token if it is cached and confirmed. Never waits."""
        entry = self._entries.get(token_hash(token))
        now = self._clock()
        if entry is None or entry.account.rights != self._number or now - self._confirmed_at >= self._fresh_seconds:
            return None
        if entry.account.suspended and entry.account.suspended_until is not None:
            return None  # it may have ended since
        if entry.account.expires_at is not None and entry.account.expires_at <= moment_now():
            return None
        entry.used_at = now
        return entry.account

    def account_of(self, token: str) -> Account | None:
        """Return the account of a token, or None if the token is unknown or revoked. Raises `Unavailable`."""
        found = self.known(token)
        if found is not None or not may_be_token(token):
            return found
        return self.account_of_hash(token_hash(token))

    def account_of_hash(self, digest: bytes) -> Account | None:
        """Return the account of the token with this hash, as stored; None if it is unknown or revoked.

        Raises `Unavailable`.
        """
        asked_at = self._clock()
        number, accounts = accounts_of(self._pool, [digest])
        found = accounts.get(digest)
        if found is not None and self._fresh_seconds:
            self._store(digest, found, number, asked_at)
        return found

    def expire(self) -> None:
        """Look every token up again, after a change that this process has made itself."""
        with self._lock:
            self._confirmed_at, self._expired_at = float("-inf"), self._clock()

    def poll(self) -> None:
        """Read the number; if it has changed, read all cached accounts again. Raises `Unavailable`."""
        asked_at = self._clock()
        with self._lock:
            for digest in [key for key, entry in self._entries.items() if asked_at - entry.used_at > KEPT_SECONDS]:
                del self._entries[digest]
            cached = list(self._entries)
        if not cached:
            return
        if self._confirm(rights_number(self._pool), asked_at):
            return
        number, accounts = accounts_of(self._pool, cached)
        with self._lock:
            for digest in cached:
                entry = self._entries.get(digest)
                if entry is None:
                    continue
                if digest in accounts:
                    entry.account = accounts[digest]
                else:
                    del self._entries[digest]
            self._number = number
        self._confirm(number, asked_at)

    def note_uses(self, at: Moment) -> None:
        """Tell the database which tokens were used, each at most once an hour. Raises `Unavailable`."""
        now = self._clock()
        with self._lock:
            due = [
                (digest, entry)
                for digest, entry in self._entries.items()
                if entry.used_at > entry.noted_at and now - entry.noted_at >= sessions.NOTED_SECONDS
            ]
        if due:
            sessions.note_uses(self._pool, [digest for digest, _ in due], at)
        for _, entry in due:
            entry.noted_at = now

    def close(self) -> None:
        """Stop polling."""
        self._closed.set()

    def _confirm(self, number: int, asked_at: float) -> bool:
        """Trust the cached accounts if their number was still the same after `asked_at`; return whether it was."""
        with self._lock:
            if number != self._number:
                return False
            if asked_at >= self._expired_at:
                self._confirmed_at = max(self._confirmed_at, asked_at)
            return True

    def _store(self, digest: bytes, account: Account, number: int, asked_at: float) -> None:
        with self._lock:
            if number < self._number:
                return  # read before a change that is known by now
            self._number = number
            if digest not in self._entries and len(self._entries) >= MAX_ACCOUNTS:
                del self._entries[next(iter(self._entries))]
            self._entries[digest] = _Entry(account, asked_at)
        self._confirm(number, asked_at)
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="rights", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        failing, noted_at = False, self._clock()
        while not self._closed.wait(POLL_SECONDS) and not self._pool.closed:
            try:
                self.poll()
                if self._clock() - noted_at >= NOTED_SECONDS:
                    noted_at = self._clock()
                    self.note_uses(moment_now())
                failing = False
            except Exception as error:  # noqa: BLE001 - until it succeeds again, every token is looked up
                if not failing:
                    log.warning("cannot read the number of rights: %s", type(error).__name__)
                failing = True
