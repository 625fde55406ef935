"""When turns and windows of Dobon end, and when a card may be covered; 0 seconds always means no limit (rulebook, decisions 3 and 4)."""

from collections.abc import Sequence
from typing import Any

from domain.events import Event
from domain.rules import Options
from domain.times import Moment, later


def turn_deadline(options: Options, now: Moment) -> Moment | None:
    """When a turn that begins now is over."""
    return _after(options["turn_seconds"], now)


def answer_deadline(options: Options, now: Moment) -> Moment | None:
    """When a window that opens now closes."""
    return _after(options["answer_seconds"], now)


def race(options: Options, now: Moment) -> dict[str, Any]:
    """What `cards-played` says of times where calls race the next play: the turn begins when the card may be covered."""
    free = _after(options["claim_grace_seconds"], now)
    return {"asked": [], "deadline": turn_deadline(options, free or now), "cover_from": free}


def _after(seconds: int, now: Moment) -> Moment | None:
    return later(now, seconds=seconds) if seconds else None


def by_clock(events: Sequence[Event]) -> list[Event]:
    """The events, those of a seat marked as the clock's doing."""
    for event in events:
        if "seat" in event.public:
            event.public["by_clock"] = True
    return list(events)
