"""Ranks of seats: points decide, then the sum of the places in the rounds."""

from collections.abc import Sequence

from domain.log.events import Part


def ranked(standings: Sequence[tuple[int, int]]) -> list[int]:
    """Return the rank of each: 1 plus the number of better ones, which are lower."""
    return [1 + sum(other < own for other in standings) for own in standings]


def places_of(ended: Part) -> list[int]:
    """Return the place of each seat in a round, from its `round-ended`. Seats without one share the last place."""
    places = ended.get("ranks") or [None] * len(ended.get("points"))
    last = 1 + sum(place is not None for place in places)
    return [last if place is None else place for place in places]
