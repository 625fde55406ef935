"""Moments as text. There is no clock here: a moment always comes in as a value.

A `Moment` is RFC 3339 in UTC with microseconds, always as wide as `2026-11-21T03:24:00.123456Z`, so the order of the texts is the order in time.
"""

from datetime import UTC, datetime, timedelta

Moment = str


def moment(at: datetime) -> Moment:
    """An aware datetime as a moment."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def instant(text: Moment) -> datetime:
    """A moment as an aware datetime."""
    return datetime.fromisoformat(text)


def later(at: Moment, *, seconds: int = 0, ms: int = 0) -> Moment:
    """The moment that many seconds and milliseconds after `at`."""
    return moment(instant(at) + timedelta(seconds=seconds, milliseconds=ms))
