from datetime import UTC, datetime

import pytest

from dobon_client import ServerClock

AHEAD = 1_000_000.0


class Local:
    """A clock that is moved by hand; the server's clock is `AHEAD` of it."""

    def __init__(self) -> None:
        self.now = 5_000.0
        self.clock = ServerClock(lambda: self.now, self.sleep)

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def server(self) -> str:
        return datetime.fromtimestamp(self.now + AHEAD, UTC).isoformat()

    def error(self) -> float:
        return round(self.now + AHEAD - self.clock.now().timestamp(), 3)


def test_before_the_first_answer_the_time_of_this_machine_is_used() -> None:
    assert abs(ServerClock().now() - datetime.now(UTC)).total_seconds() < 1
    assert not ServerClock().is_known


def test_the_estimate_is_never_ahead_and_a_slower_answer_does_not_make_it_worse() -> None:
    local = Local()
    for delay, error in ((0.7, 0.7), (0.02, 0.02), (0.4, 0.02)):
        sent, now = local.now, local.server()
        local.now += delay
        local.clock.observe(now, sent)
        assert local.error() == error


def test_a_local_clock_that_jumps_is_corrected_by_the_next_answer() -> None:
    local = Local()
    local.clock.observe(local.server(), local.now)
    now = local.server()
    local.now += 3_600  # the clock alone, not the server
    local.clock.observe(now, local.now)
    assert local.clock.now() == datetime.fromisoformat(now)


def test_waiting_ends_at_the_moment_of_the_server() -> None:
    local = Local()
    local.clock.observe(local.server(), local.now)
    local.clock.wait(datetime.fromtimestamp(local.now + AHEAD + 60, UTC).isoformat())
    assert local.now == pytest.approx(5_060.0)
    local.clock.wait(datetime.fromtimestamp(local.now + AHEAD - 60, UTC).isoformat())
    assert local.now == pytest.approx(5_060.0)
