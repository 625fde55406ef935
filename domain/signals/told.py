"""What a signal says: the tests that were made, each with its chance."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log10
from typing import Literal

Against = Literal["opponents", "past", "peers"]
"""What decisions are compared with: those about other opponents, older ones, or those of other players."""


@dataclass(frozen=True, slots=True)
class Told:
    """One tell of a player, or of both players of a pair."""

    tell: str
    by: str | None
    "None for both."
    against: Against
    count: int
    "Decisions."
    mean: float
    "The mean of their values."
    others: float
    "That of the decisions that they are compared with."
    z: float
    "Standard deviations above what is expected."
    p: float
    "The chance of so much, or more, without a difference between the two."


@dataclass(frozen=True, slots=True)
class Signal:
    """The tests of a pair of players, or of one player, and their strength."""

    rounds: int
    "Behind it."
    p: float
    "The chance of a tell as strong as the strongest one."
    told: tuple[Told, ...]
    "The least likely first."

    @property
    def strength(self) -> float:
        """The order of signals: 3 is one in 1,000, 4 one in 10,000, and so on."""
        return max(0.0, -log10(self.p))


def signal_of(tests: Iterable[Told], rounds: int) -> Signal | None:
    """Return the signal of some tests, the strongest one corrected for their number; None without a test."""
    told = sorted(tests, key=lambda one: (one.p, -one.z, one.tell, one.by or "", one.against))
    return Signal(rounds, min(1.0, told[0].p * len(told)), tuple(told)) if told else None
