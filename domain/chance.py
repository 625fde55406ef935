"""Shuffles and draws from a secret: every holder of the secret computes the same (for other languages:
`docs/log-format.md`).

A round's secret is committed to before the players' entropy is known, and published when the round is over. Both
together reproduce the shuffle. There is no source of randomness here: secrets are arguments.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from struct import unpack
from typing import Any

from domain.errors import Refused

SECRET_BYTES = 32
ENTROPY_LIMIT = 64
"""Maximum length of a player's entropy in characters (code points)."""

_WORDS = 1 << 64


def commitment(secret: bytes) -> str:
    """Return the commitment to a round's secret, which is public before the deal, in hex."""
    return sha256(b"dobon/commit/1|" + secret).hexdigest()


def check_entropy(text: str) -> None:
    """Raise `Refused("bad-entropy")` unless the text fits into a seed and survives a log unchanged."""
    if len(text) > ENTROPY_LIMIT:
        raise Refused("bad-entropy", f"Entropy has at most {ENTROPY_LIMIT} characters.")
    if "|" in text:
        raise Refused("bad-entropy", "Entropy may hold any character but |, which joins the players' texts.")
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise Refused("bad-entropy", "Entropy is Unicode text without NUL and without halves of surrogate pairs.")


class RandomStream:
    """An endless sequence of numbers that depends only on a seed and a label."""

    __slots__ = ("_block", "_label", "_left", "_seed")

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._label = label.encode()
        self._block = 0
        self._left: list[int] = []

    def word(self) -> int:
        """Return the next 64 bits: each block is an HMAC, read as four big-endian words."""
        if not self._left:
            block = hmac.digest(self._seed, b"%b|%d" % (self._label, self._block), "sha256")
            self._block += 1
            self._left = [*unpack(">4Q", block)][::-1]
        return self._left.pop()

    def below(self, m: int) -> int:
        """Return the next number of 0..m-1, all equally likely: words of the last, incomplete run are discarded."""
        if not 0 < m <= _WORDS:
            raise ValueError(f"no numbers below {m} in a word")
        word = self.word()
        # An incomplete run is shorter than m, so nearly every word is accepted without the division.
        while word >= _WORDS - m and word >= _WORDS - _WORDS % m:
            word = self.word()
        return word % m

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle in place: from the last item down to the second, each changes places with one at or before it."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class Chance:
    """All chance of one round of one game."""

    __slots__ = ("_seed", "_source")

    def __init__(self, secret: bytes, game: str, round_number: int, entropies: Sequence[str]) -> None:
        """Take `entropies` in the order of the seats; a seat without entropy (a bot, say) has an empty string."""
        self._source = (secret, game, round_number, entropies)
        self._seed: bytes | None = None

    @property
    def seed(self) -> bytes:
        """The 32 bytes from which all streams of the round are derived; computed at first use."""
        if self._seed is None:
            secret, game, number, entropies = self._source
            text = f"dobon/deal/1|{game}|{number}|{'|'.join(entropies)}"
            self._seed = hmac.digest(secret, text.encode(), "sha256")
        return self._seed

    def stream(self, label: str) -> RandomStream:
        """Return the stream of that name (`deck`, `first`, `reshuffle-1`, ...) from its beginning."""
        return RandomStream(self.seed, label)
