"""The deal of a beating game."""

from collections.abc import Sequence
from typing import Any

from domain.beating.event_builder import AppliesEvents, RoundEvents
from domain.beating.evolve import lay
from domain.cards import Card, codes
from domain.events import TABLE, Event
from domain.moments import Moment
from domain.ruleset import RoundStart


def hands_of(cards: Sequence[Card], seats: int, size: int) -> list[list[Card]]:
    """Return the hands of a deal, card by card from seat 0."""
    return [list(cards[seat : seats * size : seats]) for seat in range(seats)]


def dealt(
    game: AppliesEvents,
    start: RoundStart,
    hands: Sequence[Sequence[Card]],
    stock: Sequence[Card],
    facts: dict[str, Any],
    now: Moment,
) -> RoundEvents:
    """Return the events of a deal after its `round-dealt`; `facts` join its public part.

    `hands` are by seat, `stock` is in the order of drawing.
    """
    public = {"round": start.round, "hands": [len(hand) for hand in hands], "stock": len(stock), **facts}
    sealed: dict[str, Any] = {str(seat): {"cards": codes(hand)} for seat, hand in enumerate(hands)}
    event = Event("round-dealt", public, sealed | {TABLE: {"stock": codes(stock)}})
    course = RoundEvents(game, lay(event, start.seats), start.options, now)
    course.events.append(event)
    return course
