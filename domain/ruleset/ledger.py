"""The ledger of a match: one line for each finished round, from the public part of the event that ended it."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.log.events import Event


def lines(endings: Iterable[Event], seats: int) -> Iterator[dict[str, Any]]:
    """Yield a line for each `round-ended` of a log, given from the first on.

    A line has the fields of the event (`winner`, `losers`, `reason`, `points` and those that the ruleset adds, without
    hands) with `round`, `version` and `scores`, the standing after the round by seat.
    """
    scores = [0] * seats
    for number, event in enumerate(endings, 1):
        scores = [score + points for score, points in zip(scores, event.public.points, strict=True)]
        said = {name: value for name, value in event.public.json().items() if name != "hands"}
        yield {"round": number, "version": event.version, **said, "scores": scores}
