"""When an answer is too slow, and when it is the machine."""

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import NamedTuple

import pytest

from prove.harness.latency import ENOUGH, Pace
from prove.input.sockets import complaints


class Took(NamedTuple):
    """An answer, as far as its time goes."""

    seconds: float
    worked: float = 0.0


class Asked:
    """Whoever asks again, and what comes."""

    def __init__(self, *took: float) -> None:
        self.times = 0
        self._took: Iterator[float] = iter(took)

    def __call__(self) -> Took:
        self.times += 1
        return Took(next(self._took))


def test_an_answer_in_time_is_not_asked_for_again():
    again = Asked()
    assert Pace(timed=True).wrong(Took(2.0), again) == ""
    assert again.times == 0


@pytest.mark.parametrize("took", [(0.1,), (9.0, 0.1)])
def test_an_answer_that_is_slow_but_once_or_twice_is_the_machines_doing(took: tuple[float, ...]) -> None:
    pace, again = Pace(timed=True), Asked(*took)
    assert pace.wrong(Took(3.0), again) == ""
    assert again.times == len(took)
    assert pace.note == ", 1 asked again"


def test_an_answer_that_is_slow_each_time_is_a_failure():
    pace, again = Pace(timed=True), Asked(3.1, 2.9)
    assert pace.wrong(Took(3.0), again) == "too slow: 3.0 s, 3.1 s, 2.9 s"
    assert (again.times, pace.note) == (2, "")


def test_who_computes_for_too_long_does_so_on_any_machine():
    again = Asked()
    assert Pace(timed=True).wrong(Took(3.0, 2.5), again) == "too slow: 3.0 s"
    assert again.times == 0


def test_after_some_failures_nothing_is_asked_for_again():
    pace = Pace(timed=True, slow=ENOUGH)
    assert pace.wrong(Took(3.0), Asked()) == "too slow: 3.0 s"


def test_where_time_does_not_matter_an_answer_has_to_come_all_the_same():
    pace = Pace(timed=False)
    assert pace.wrong(Took(30.0), Asked()) == ""
    assert pace.wrong(Took(inf), Asked(1.0)) == ""
    assert pace.wrong(Took(inf), Asked(inf, inf)) == "too slow: inf s, inf s, inf s"


def test_what_a_server_calls_an_error_in_its_log_is_a_failure(tmp_path: Path) -> None:
    log = tmp_path / "serve.log"
    log.write_text(
        '{"at":"x","level":"info","event":"request","status":404}\n{"at":"x","level":"error","message":"unexpected"}\n'
    )
    assert [*complaints(log)] == ['in its log: {"at":"x","level":"error","message":"unexpected"}']
