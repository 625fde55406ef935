"""Moments as text. There is no clock here: a moment always comes in as a value.

A `Moment` is RFC 3339 in UTC with microseconds, always as wide as `2026-11-21T03:24:00.123456Z`, so the order of the texts is the order in time.
"""

from datetime import UTC, datetime, timedelta

Moment = str


def moment(at: datetime) -> Moment:
    """An aware datetime as a moment."""
    # `isoformat` pads what `strftime` does not (years before 1000), and costs a tenth: two to four moments are made with each command.
    return at.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def instant(text: Moment) -> datetime:
    """A moment as an aware datetime."""
    return datetime.fromisoformat(text)


def later(at: Moment, *, seconds: int = 0, ms: int = 0) -> Moment:
    """The moment that many seconds and milliseconds after `at`."""
    return moment(instant(at) + timedelta(seconds=seconds, milliseconds=ms))
