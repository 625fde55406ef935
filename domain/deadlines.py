"""When turns end, and what the clock did in somebody's place; 0 seconds always means no limit."""

from collections.abc import Sequence

from domain.events import Event
from domain.moments import Moment, later
from domain.ruleset import Options


def after(seconds: int, now: Moment) -> Moment | None:
    """The moment so many seconds from now; None for 0."""
    return later(now, seconds=seconds) if seconds else None


def turn_deadline(options: Options, now: Moment) -> Moment | None:
    """When a turn that begins now is over."""
    return after(options["turn_seconds"], now)


def by_clock(events: Sequence[Event]) -> list[Event]:
    """The events, those of a seat marked as the clock's doing."""
    for event in events:
        if "seat" in event.public:
            event.public["by_clock"] = True
    return list(events)
