"""Ratings: OpenSkill's model of Plackett and Luce, in whole millionths.

A rating is kept in millionths and not as the fractions that a machine computes with, so that making it again gives the same numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from domain.statistics import Entrant

MILLION = 1_000_000
_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """How well somebody plays, in millionths."""

    mu: int = round(_MODEL.mu * MILLION)
    "The guess."
    sigma: int = round(_MODEL.sigma * MILLION)
    "How uncertain it is."

    @property
    def ordinal(self) -> int:
        """What lists are ordered by: the entrant is at least this good, as surely as three deviations say."""
        return self.mu - 3 * self.sigma


NEW = Rating()
"""Of somebody entrant was never rated."""


def rate(entrants: Sequence[Entrant], ranks: Sequence[int], before: Sequence[Rating]) -> dict[Entrant, Rating]:
    """The ratings after a game of these seats.

    A strategy that sits on several seats enters with its one rating on each, and goes on with the mean of what they came to. A game with fewer
    than two different entrants says nothing and changes nothing.
    """
    if len(set(entrants)) < 2:
        return dict(zip(entrants, before, strict=True))
    teams = [[_MODEL.create_rating([one.mu / MILLION, one.sigma / MILLION])] for one in before]
    found = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    after: dict[Entrant, list[tuple[float, float]]] = {}
    for entrant, (seat,) in zip(entrants, found, strict=True):
        after.setdefault(entrant, []).append((seat.mu, seat.sigma))
    return {
        entrant: Rating(*(round(sum(part) / len(part) * MILLION) for part in zip(*seats, strict=True)))
        for entrant, seats in after.items()
    }
