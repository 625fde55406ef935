"""Days and weeks of moments."""

from datetime import date

import pytest

from domain.log.moments import midnight, monday, mondays

DAY = "2026-11-21T03:24:00.123456Z"


@pytest.mark.parametrize(
    ("at", "first"),
    [
        (DAY, date(2026, 11, 16)),
        ("2026-11-16T00:00:00.000000Z", date(2026, 11, 16)),
        ("2026-11-15T23:59:59.999999Z", date(2026, 11, 9)),
        ("2025-01-01T12:00:00.000000Z", date(2024, 12, 30)),
        ("0001-01-01T00:00:00.000000Z", date.min),
    ],
)
def test_a_week_begins_on_monday(at: str, first: date) -> None:
    assert monday(at) == first
    assert midnight(first) <= at


def test_a_period_has_all_weeks_that_it_touches() -> None:
    weeks = [date(2024, 12, 23), date(2024, 12, 30), date(2025, 1, 6)]
    assert mondays("2024-12-29T23:59:59.999999Z", "2025-01-06T00:00:00.000001Z") == weeks
    assert mondays(midnight(weeks[0]), midnight(weeks[2])) == weeks[:2], "its end is excluded"
    assert mondays(DAY, DAY) == [date(2026, 11, 16)]
    assert mondays("9999-12-31T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z") == [date(9999, 12, 27)]
