"""Ratings by OpenSkill's Plackett-Luce model, in whole millionths.

Ratings are integers, because floating-point results would not be reproducible in a rebuild.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from domain.game.statistics import Entrant

MILLION = 1_000_000
_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """The skill of an entrant, in millionths."""

    mu: int = round(_MODEL.mu * MILLION)
    "The estimate."
    sigma: int = round(_MODEL.sigma * MILLION)
    "The standard deviation of the estimate."

    @property
    def ordinal(self) -> int:
        """Return the sort key of leaderboards: a skill that the entrant has almost certainly (three deviations)."""
        return self.mu - 3 * self.sigma


NEW = Rating()
"""The rating of an entrant before its first rated game."""


def rate(entrants: Sequence[Entrant], ranks: Sequence[int], before: Sequence[Rating]) -> dict[Entrant, Rating]:
    """Return the ratings after a game with these entrants by seat.

    A strategy on several seats enters with its one rating on each, and gets the mean of the results. A game with fewer
    than two different entrants changes nothing.
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
