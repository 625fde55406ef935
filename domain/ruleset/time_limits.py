"""Deadlines of turns, and events that the clock caused in place of a player. 0 seconds always means no limit."""

from collections.abc import Sequence

from domain.log.events import Event
from domain.log.moments import Moment, later
from domain.ruleset.ruleset import Options


def after(seconds: int, now: Moment) -> Moment | None:
    """Return the moment that many seconds from now; None for 0."""
    return later(now, seconds=seconds) if seconds else None


def turn_deadline(options: Options, now: Moment) -> Moment | None:
    """Return the deadline of a turn that begins now."""
    return after(options["turn_seconds"], now)


def by_clock(events: Sequence[Event]) -> list[Event]:
    """Return the events, those of a seat marked as caused by the clock."""
    for event in events:
        if "seat" in event.public:
            event.public.by_clock = True
    return list(events)
