"""Moments as text. There is no clock here: moments are arguments.

A `Moment` is RFC 3339 in UTC with microseconds, always as wide as `2026-11-21T03:24:00.123456Z`, so that the order of
the texts is the order in time.
"""

from datetime import UTC, date, datetime, timedelta

Moment = str


def moment(at: datetime) -> Moment:
    """Return an aware datetime as a moment."""
    # Unlike `strftime`, `isoformat` pads years before 1000, and it takes a tenth of the time. Each command makes two to
    # four moments.
    return at.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def instant(text: Moment) -> datetime:
    """Return a moment as an aware datetime."""
    return datetime.fromisoformat(text)


def later(at: Moment, *, seconds: int = 0, ms: int = 0) -> Moment:
    """Return the moment that many seconds and milliseconds after `at`."""
    return moment(instant(at) + timedelta(seconds=seconds, milliseconds=ms))


def midnight(day: date) -> Moment:
    """Return the moment at which a day begins, in UTC."""
    return f"{day.isoformat()}T00:00:00.000000Z"


def monday(at: Moment) -> date:
    """Return the Monday of the week of `at`, in UTC."""
    day = instant(at).date()
    return date.fromordinal(day.toordinal() - day.weekday())


def mondays(since: Moment, until: Moment) -> list[date]:
    """Return the Mondays of all weeks of a period, in UTC. The period includes `since` and excludes `until`."""
    days = map(date.fromordinal, range(monday(since).toordinal(), instant(until).toordinal() + 1, 7))
    return [day for day in days if midnight(day) < until]


def milliseconds_between(first: Moment, second: Moment) -> int:
    """Return the whole milliseconds from `first` to `second`; negative if `second` is earlier."""
    return (instant(second) - instant(first)) // timedelta(milliseconds=1)
