"""Shuffles and draws from a secret: every holder of the secret computes the same (for other languages:
`docs/log-format.md`).

Each party that contributes chance has a hash chain: it fixes the links of all rounds with one value, the anchor, and
reveals one link for each round. Anybody can check a link against the one before, and nobody can choose it. The
server's link of a round is its secret: it is published when the round is over, and reproduces the shuffle together with
the links of the players. There is no source of randomness here: links are arguments.
"""

import hmac
import re
from collections.abc import Sequence
from hashlib import sha256
from struct import unpack
from typing import Any

LINK_BYTES = 32
MOST_ROUNDS = 20
"""Maximum number of rounds of a game, and so of links of a chain. A reader of a log hashes no more often."""

_LINK = re.compile("[0-9a-f]{64}")
_WORDS = 1 << 64


def is_link(text: str) -> bool:
    """Tell whether the text is a link or an anchor in hex: 64 digits in lower case."""
    return _LINK.fullmatch(text) is not None


def link_before(link: bytes, steps: int = 1) -> bytes:
    """Return the link that is `rounds` before this one."""
    for _ in range(steps):
        link = sha256(b"dobon/link/1|" + link).digest()
    return link


class HashChain:
    """The links of all rounds of one party, of 32 bytes each."""

    __slots__ = ("_chance", "_links", "last")

    def __init__(self, last: bytes, rounds: int) -> None:
        """Take the link of the last round, from which all others follow."""
        if len(last) != LINK_BYTES:
            raise ValueError(f"a link has {LINK_BYTES} bytes, not {len(last)}")
        self.last = last
        links = [last]
        for _ in range(rounds):
            links.append(link_before(links[-1]))
        self._links = links[::-1]
        self._chance: Chance | None = None

    @property
    def anchor(self) -> str:
        """The value that fixes all links, public before any of them, in hex."""
        return self._links[0].hex()

    def link(self, round_number: int) -> bytes:
        """Return the link of a round; rounds count from 1."""
        if not 1 <= round_number < len(self._links):
            raise LookupError(f"the chain has no link for round {round_number}")
        return self._links[round_number]

    def chance(self, game: str, round_number: int, links: Sequence[str]) -> "Chance":
        """Return the chance of a round of the game whose seats contribute these links.

        Every command of the round needs it, so it is kept until another one is asked for.
        """
        chance = self._chance
        if chance is None or chance.links is not links or chance.round != round_number or chance.game != game:
            chance = self._chance = Chance(self.link(round_number), game, round_number, links)
        return chance


class RandomStream:
    """An endless sequence of numbers that depends only on a seed and a label."""

    __slots__ = ("_block", "_label", "_left", "_seed")

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._label = label.encode()
        self._block = 0
        self._left: list[int] = []

    def copy(self) -> "RandomStream":
        """Return an independent stream that continues with the same numbers."""
        other = RandomStream(self._seed, self._label.decode())
        other._block, other._left = self._block, self._left[:]
        return other

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

    __slots__ = ("_seed", "game", "links", "round", "secret")

    def __init__(self, secret: bytes, game: str, round_number: int, links: Sequence[str]) -> None:
        """Take the server's link, and those of the seats in hex; a seat that contributes none has an empty text."""
        self.secret = secret
        self.game = game
        self.round = round_number
        self.links = links
        self._seed: bytes | None = None

    @property
    def seed(self) -> bytes:
        """The 32 bytes from which all streams of the round are derived; computed at first use."""
        if self._seed is None:
            number, links = self.round, self.links
            text = f"dobon/deal/2|{self.game}|{number}|{'|'.join(links)}"
            self._seed = hmac.digest(self.secret, text.encode(), "sha256")
        return self._seed

    def stream(self, label: str) -> RandomStream:
        """Return the stream of that name (`deck`, `first`, `reshuffle-1`, ...) from its beginning."""
        return RandomStream(self.seed, label)
