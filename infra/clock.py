"""The system clock. No other module of the server reads the date and time."""

from datetime import UTC, datetime

from domain.moments import Moment, moment


def now() -> Moment:
    """Return the current moment."""
    return moment(datetime.now(UTC))
