"""Every kind of forgery is found, although each seal and digest of the forged log is right."""

import pytest

from domain.log.conclusions import Conclusion
from domain.verification.verify import verify
from prove.forgeries import FORGERIES, LOGS, Forgery, found, true_log
from prove.harness.random_games import export_lines

KINDS = [*FORGERIES.values()]
SHOWN = 2
"""Places of a log that are tried here; the proof `tamper` tries all."""


def test_there_are_twenty_kinds_beyond_those_of_an_outsider() -> None:
    assert sum(kind.change.__module__ != found.__name__ for kind in KINDS) >= 20
    assert sum(kind.change.__module__ == found.__name__ for kind in KINDS) >= 11


@pytest.mark.parametrize("log", LOGS)
def test_the_logs_that_are_forged_are_whole_and_true(log: str) -> None:
    game, events = true_log(log)
    report = verify(export_lines(game, events), events[-1].digest)
    assert (report.problems, report.conclusion) == ([], Conclusion.WHOLE)


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_a_forgery_is_found_in_each_log(kind: Forgery) -> None:
    for log in kind.logs:
        places = kind.places(log)
        for place in places[:: max(1, len(places) // SHOWN)]:
            report = verify(kind.forge(log, place))
            assert report.conclusion is Conclusion.FALSE, (log, place)
            assert not any("digest" in problem.what for problem in report.problems)


@pytest.mark.parametrize("kind", KINDS, ids=repr)
def test_a_forgery_is_possible_in_each_of_its_logs(kind: Forgery) -> None:
    assert [log for log in kind.logs if not kind.places(log)] == []
