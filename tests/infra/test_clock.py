"""The clock of a process: it follows the system's clock, but not its jumps before they have persisted."""

import logging

import pytest

from infra.clock import JUMP_SECONDS, PERSIST_SECONDS, GuardedClock

BEGUN = 1_800_000_000.0
HOUR = 3600.0


class Machine:
    """The clocks of a machine."""

    def __init__(self) -> None:
        self.wall = BEGUN
        self.steady = 500.0
        self.clock = GuardedClock(lambda: self.wall, lambda: self.steady)

    def passes(self, seconds: float) -> float:
        """Let time pass second by second, and return the time of the guarded clock since the start."""
        while seconds > 0:
            step = min(1.0, seconds)
            self.wall += step
            self.steady += step
            seconds -= step
            self.clock.seconds()
        return self.clock.seconds() - BEGUN

    def jumps(self, seconds: float) -> None:
        """Let the system's clock jump."""
        self.wall += seconds
        self.clock.seconds()


@pytest.fixture
def machine() -> Machine:
    """A machine whose process has run long enough to trust its clock."""
    made = Machine()
    made.passes(PERSIST_SECONDS)
    return made


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 3.0, -3.0])
def test_a_jump_for_ten_seconds_is_not_followed(machine: Machine, jump: float, caplog: pytest.LogCaptureFixture):
    machine.jumps(jump)
    assert machine.passes(10) == PERSIST_SECONDS + 10
    assert machine.clock.jump == jump
    machine.jumps(-jump)
    assert machine.passes(10) == PERSIST_SECONDS + 20
    assert (machine.clock.jump, machine.clock.jumps) == (0, 1)
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2, "reported when it comes and goes"


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_that_persists_is_adopted(machine: Machine, jump: float, caplog: pytest.LogCaptureFixture):
    machine.jumps(jump)
    assert machine.passes(PERSIST_SECONDS - 1) == 2 * PERSIST_SECONDS - 1
    assert machine.passes(1) == 2 * PERSIST_SECONDS + jump
    assert machine.clock.jump == 0
    assert "adopts" in caplog.text


def test_another_jump_begins_anew(machine: Machine):
    machine.jumps(HOUR)
    machine.passes(PERSIST_SECONDS - 1)
    machine.jumps(HOUR)
    assert machine.passes(PERSIST_SECONDS - 1) == 3 * PERSIST_SECONDS - 2
    assert machine.passes(1) == 3 * PERSIST_SECONDS - 1 + 2 * HOUR


def test_small_corrections_are_followed(machine: Machine):
    for number in range(1, 11):
        machine.wall += JUMP_SECONDS
        assert machine.clock.seconds() == BEGUN + PERSIST_SECONDS + JUMP_SECONDS * number
    assert machine.clock.jumps == 0


def test_a_process_that_has_just_started_has_no_reason_to_trust_its_first_time():
    machine = Machine()
    machine.passes(10)
    machine.jumps(-HOUR)
    assert machine.passes(1) == 11 - HOUR
    machine.passes(PERSIST_SECONDS)
    machine.jumps(HOUR)
    assert machine.passes(1) == 12 - HOUR + PERSIST_SECONDS, "the corrected time is trusted by now"


def test_moments_are_those_of_the_system(machine: Machine):
    assert machine.clock.now() == "2027-01-15T08:01:00.000000Z"


def test_another_process_continues_a_clock_during_a_jump(machine: Machine):
    machine.jumps(HOUR)
    machine.passes(10)
    started = GuardedClock(lambda: machine.wall, lambda: machine.steady)
    started.continue_from(machine.clock.state)
    assert started.seconds() == machine.clock.seconds() == BEGUN + PERSIST_SECONDS + 10
    assert (started.jump, started.jumps) == (HOUR, 0)
    machine.passes(PERSIST_SECONDS - 10)
    assert started.seconds() == machine.clock.seconds() == machine.wall, "both adopt it at the same time"


@pytest.mark.parametrize(("jump", "is_corrected"), [(HOUR, True), (-HOUR, False)])
def test_only_a_jump_forward_shows_that_the_clock_was_behind(machine: Machine, jump: float, is_corrected: bool):
    machine.jumps(jump)
    machine.passes(PERSIST_SECONDS - 1)
    assert machine.clock.corrected() == ""
    machine.passes(1)
    assert (machine.clock.corrected() > machine.clock.now()) == is_corrected
