"""The keys that sign receipts (`docs/receipts.md`). Rows are added and never changed.

The key of a moment follows from the table alone, so all processes change keys at the same moment. A new key is
published some time before it signs.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from domain.game.receipts import PublicKey, Receipt, signed_bytes
from domain.log.moments import Moment, later
from infra import signatures
from infra.postgres.pool import Pool
from infra.postgres.retry import read_with_retry, write_once

REFRESH_SECONDS = 60
"""Time for which a process uses the keys that it has read."""

AHEAD_SECONDS = 600
"""Time from the publication of a new key to its first receipt: longer than any process or cache keeps the keys."""

_READ = "SELECT secret, public, signs_from FROM dobon.receipt_keys ORDER BY number"

# The number decides between processes: of two inserts one finds the row of the other.
_ADD_FIRST = """
INSERT INTO dobon.receipt_keys (number, secret, public, signs_from) VALUES (1, %(secret)s, %(public)s, %(signs_from)s)
ON CONFLICT (number) DO NOTHING"""

# A key that is published but does not sign yet has to begin before another one is added.
_ADD_NEXT = """
INSERT INTO dobon.receipt_keys (number, secret, public, signs_from)
SELECT max(number) + 1, %(secret)s, %(public)s, %(signs_from)s FROM dobon.receipt_keys HAVING max(signs_from) <= %(now)s
ON CONFLICT (number) DO NOTHING"""


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A secret key, and its public key as published."""

    secret: bytes = field(repr=False)
    published: PublicKey


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs receipts with the keys that one reading has found. It needs no database."""

    keys: tuple[KeyPair, ...]
    "Oldest first; at least one."
    now: Callable[[], Moment]

    def current(self) -> tuple[KeyPair, Moment]:
        """Return the key that signs now, and this moment."""
        # The process that made the first key may be ahead of this one.
        at = max(self.now(), self.keys[0].published.signs_from)
        return next(key for key in reversed(self.keys) if key.published.signs_from <= at), at

    def sign(self, game: str, version: int, head: str) -> Receipt:
        """Return a receipt of this moment."""
        key, at = self.current()
        signature = signatures.sign(key.secret, signed_bytes(game, version, head, at))
        return Receipt(game, version, head, at, key.published.kid, signature.hex())

    def published(self) -> list[PublicKey]:
        """Return all public keys with the times in which they sign, oldest first."""
        return [key.published for key in self.keys]


class ReceiptKeys:
    """The keys of a database. Any number of processes may have them; the first one makes the first key."""

    def __init__(self, pool: Pool, now: Callable[[], Moment]) -> None:
        self._pool = pool
        self._now = now
        self._read_at: Moment = ""
        self._signer: Signer | None = None

    def signer(self) -> Signer:
        """Return the signer, read again after `REFRESH_SECONDS`. Raises `Unavailable`."""
        now, signer = self._now(), self._signer
        if signer is None or not self._read_at <= now < later(self._read_at, seconds=REFRESH_SECONDS):
            signer = Signer(self._read() or self._made_first(now), self._now)
            self._signer, self._read_at = signer, now
        return signer

    def rotate(self) -> PublicKey | None:
        """Add a key that signs after `AHEAD_SECONDS`, and return it; None if the newest one does not sign yet.

        Raises `Unavailable`.
        """
        now = self._now()
        if not self._read():
            self._made_first(now)
        begin = later(now, seconds=AHEAD_SECONDS)
        values = {**_new_row(begin), "now": now}
        added = write_once(self._pool, lambda conn: conn.execute(_ADD_NEXT, values).rowcount)
        self._signer = None
        return PublicKey(values["public"], begin, None) if added else None

    def _read(self) -> tuple[KeyPair, ...]:
        rows = read_with_retry(self._pool, lambda conn: conn.execute(_READ).fetchall())
        ends = [*(signs_from for _, _, signs_from in rows[1:]), None]
        return tuple(
            KeyPair(bytes(secret), PublicKey(bytes(public), signs_from, end))
            for (secret, public, signs_from), end in zip(rows, ends, strict=False)
        )

    def _made_first(self, now: Moment) -> tuple[KeyPair, ...]:
        """Make the first key, unless another process has just made it, and return all keys."""
        values = _new_row(now)
        write_once(self._pool, lambda conn: conn.execute(_ADD_FIRST, values))
        return self._read()


def _new_row(signs_from: Moment) -> dict[str, Any]:
    secret = signatures.new_secret()
    return {"secret": secret, "public": signatures.public_of(secret), "signs_from": signs_from}
