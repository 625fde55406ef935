"""Shuffles and draws from a secret, the same for everybody who knows it (for other languages: `docs/log-format.md`).

A round's secret is committed to before the players' entropy is known, and shown when the round is over; whoever has
both can shuffle the deck again. There is no source of randomness here: secrets come in as values.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from struct import unpack
from typing import Any

from domain.errors import Refused

SECRET_BYTES = 32
ENTROPY_LIMIT = 64
"""Most characters (code points) a player's entropy may have."""

_WORDS = 1 << 64


def commitment(secret: bytes) -> str:
    """What is made public of a round's secret before the deal, hex."""
    return sha256(b"dobon/commit/1|" + secret).hexdigest()


def check_entropy(text: str) -> None:
    """Raises `Refused("bad-entropy")` unless the text can go into a seed and come out of a log unchanged."""
    if len(text) > ENTROPY_LIMIT:
        raise Refused("bad-entropy", f"Entropy is a text of at most {ENTROPY_LIMIT} characters.")
    if "|" in text:
        raise Refused("bad-entropy", "Entropy may hold any character but |, which joins the players' texts.")
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise Refused("bad-entropy", "Entropy is Unicode text without NUL and without halves of surrogate pairs.")


class RandomStream:
    """An endless row of numbers that depends on a seed and a label alone."""

    __slots__ = ("_block", "_label", "_left", "_seed")

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._label = label.encode()
        self._block = 0
        self._left: list[int] = []

    def word(self) -> int:
        """The next 64 bits: each block is an HMAC, read as four big-endian words."""
        if not self._left:
            block = hmac.digest(self._seed, b"%b|%d" % (self._label, self._block), "sha256")
            self._block += 1
            self._left = [*unpack(">4Q", block)][::-1]
        return self._left.pop()

    def below(self, m: int) -> int:
        """The next number of 0..m-1, all equally likely: words in the last, incomplete run of m are refused."""
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
        """`entropies` in the order of the seats; a seat that gave none (a bot, say) has the empty text."""
        self._source = (secret, game, round_number, entropies)
        self._seed: bytes | None = None

    @property
    def seed(self) -> bytes:
        """The 32 bytes all streams of the round are made from; made when first asked for."""
        if self._seed is None:
            secret, game, number, entropies = self._source
            text = f"dobon/deal/1|{game}|{number}|{'|'.join(entropies)}"
            self._seed = hmac.digest(secret, text.encode(), "sha256")
        return self._seed

    def stream(self, label: str) -> RandomStream:
        """The stream of that name (`deck`, `first`, `reshuffle-1`, ...) from its beginning."""
        return RandomStream(self.seed, label)
