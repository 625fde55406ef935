"""Every forgery is found, and the first false event is named, although each seal and digest of the log is right."""

import pytest

from domain.log.conclusions import Conclusion
from domain.log.log_format import chain
from domain.verification.verify import verify
from prove.harness.random_games import (
    copy_events,
    export_lines,
    rechain,
    rich_game,
)
from tests.domain.verify import forged_doubt, forged_durak, forged_kawagoe, forged_leads, forged_sato
from tests.domain.verify.log_mutations import Forgery, Log
from tests.domain.verify.logs import LOGS

TABLES = (forged_sato, forged_kawagoe, forged_doubt, forged_durak, forged_leads)


@pytest.mark.parametrize("forgery", [forgery for table in TABLES for forgery in table.FORGED], ids=repr)
def test_a_forgery_with_a_perfect_chain_is_found_at_the_first_false_event(forgery: Forgery) -> None:
    report, version = forgery.report()
    assert report.conclusion is Conclusion.FALSE
    assert min(problem.version for problem in report.problems) == version, report.problems[:3]
    chained = ("digest", "its seal", "no seal")
    assert not any(word in problem.what for problem in report.problems for word in chained)


@pytest.mark.parametrize("log", LOGS.values(), ids=list(LOGS))
def test_rechaining_an_unchanged_log_gives_the_same_log(log: Log) -> None:
    game, events = log()
    assert rechain(game, copy_events(events)) == events


def test_a_gap_in_the_versions_is_found_in_a_perfect_chain() -> None:
    game, events = rich_game()
    last = events[-1]
    last.version += 1
    chain(game, events[-2].digest, [last], None)
    report = verify(export_lines(game, events))
    assert [problem.what for problem in report.problems] == [
        f"the version has to be {last.version - 1}, not {last.version}"
    ]
