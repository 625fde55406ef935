"""Slow answers of a server, and those of a busy machine."""

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

import pytest

from prove.harness.latency import MAX_SLOW, Pace
from prove.input.sockets import find_log_errors


class Took(NamedTuple):
    """An answer with its duration."""

    seconds: float
    cpu_seconds: float = 0.0


class Asked:
    """The repetition of a request, with prepared durations."""

    def __init__(self, *took: float) -> None:
        self.times = 0
        self._took: Iterator[float] = iter(took)

    def __call__(self) -> Took:
        self.times += 1
        return Took(next(self._took))


def test_a_request_answered_in_time_is_not_repeated():
    again = Asked()
    assert Pace(timed=True).find_error(Took(2.0), again) == ""
    assert again.times == 0


@pytest.mark.parametrize("took", [(0.1,), (9.0, 0.1)])
def test_an_answer_that_is_slow_only_once_or_twice_is_no_failure(took: tuple[float, ...]) -> None:
    pace, again = Pace(timed=True), Asked(*took)
    assert pace.find_error(Took(3.0), again) == ""
    assert again.times == len(took)
    assert pace.note == ", 1 repeated"


def test_an_answer_that_is_slow_each_time_is_a_failure():
    pace, again = Pace(timed=True), Asked(3.1, 2.9)
    assert pace.find_error(Took(3.0), again) == "too slow: 3.0 s, 3.1 s, 2.9 s"
    assert (again.times, pace.note) == (2, "")


def test_an_answer_with_too_much_processor_time_is_a_failure_at_once():
    again = Asked()
    assert Pace(timed=True).find_error(Took(3.0, 2.5), again) == "too slow: 3.0 s"
    assert again.times == 0


def test_after_some_failures_no_request_is_repeated():
    pace = Pace(timed=True, slow=MAX_SLOW)
    assert pace.find_error(Took(3.0), Asked()) == "too slow: 3.0 s"


def test_without_a_time_limit_an_answer_still_has_to_come():
    pace = Pace(timed=False)
    assert pace.find_error(Took(30.0), Asked()) == ""
    assert pace.find_error(Took(inf), Asked(1.0)) == ""
    assert pace.find_error(Took(inf), Asked(inf, inf)) == "too slow: inf s, inf s, inf s"


def test_an_error_in_the_log_of_the_server_is_a_failure(tmp_path: Path) -> None:
    log = tmp_path / "serve.log"
    log.write_text(
        '{"at":"x","level":"info","event":"request","status":404}\n{"at":"x","level":"error","message":"unexpected"}\n'
    )
    assert [*find_log_errors(log)] == ['in its log: {"at":"x","level":"error","message":"unexpected"}']
