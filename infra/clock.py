"""The one place that looks at the clock on the wall."""

from datetime import UTC, datetime

from domain.moments import Moment, moment


def now() -> Moment:
    """This moment."""
    return moment(datetime.now(UTC))
