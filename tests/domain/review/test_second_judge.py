"""Drills are asked only if real play agrees with the playouts that found them."""

from typing import Any

import pytest

from domain.analysis.decisions import Decision
from domain.analysis.round_analysis import judge, round_decisions
from domain.analysis.solved import solve
from domain.review.second_judge import agrees, confirmed
from domain.running.self_play import GAME, play
from prove.harness.match import DURAK, SATO


@pytest.fixture(scope="module")
def drills() -> list[tuple[Decision, dict[str, Any]]]:
    """The decision of a round of Sato whose drill leads most."""
    log, _ = play(SATO, ["novice", "careful", "novice"], "second-judge", {"rounds": 1})
    judged = [(decision, judge(decision)) for decision in round_decisions(GAME, log, 1, 3)]
    found = [one for one in judged if one[1]["drill"] is not None]
    return sorted(found, key=lambda one: -one[1]["drill"]["lead"])[:1]


def test_no_drill_teaches_an_action_and_its_opposite(drills: list[tuple[Decision, dict[str, Any]]]) -> None:
    """Of two candidates at most one leads; with the losses exchanged the other one would have to."""
    told = []
    for decision, judged in drills:
        best, losses = judged["drill"]["best"], judged["drill"]["losses"]
        second = min((place for place in range(len(losses)) if place != best), key=losses.__getitem__)
        exchanged = losses[:]
        exchanged[best], exchanged[second] = losses[second], losses[best]
        told.append((agrees(decision, best, losses), agrees(decision, second, exchanged)))
    assert (True, True) not in told
    assert (True, False) in told


def test_a_decision_loses_its_drill_and_nothing_else(drills: list[tuple[Decision, dict[str, Any]]]) -> None:
    decision, judged = drills[0]
    kept = confirmed(decision, judged)
    assert {**kept, "drill": None} == {**judged, "drill": None}
    assert kept["drill"] in (None, judged["drill"])
    assert confirmed(decision, judged) == kept, "the same worlds are asked again"


def test_a_solved_drill_is_not_played_out() -> None:
    log, _ = play(DURAK, ["novice"] * 2, "solved-1", {"rounds": 1})
    solved = [(one, judge(one)) for one in round_decisions(GAME, log, 1, 2) if solve(one) is not None]
    drilled = [one for one in solved if one[1]["drill"] is not None]
    assert drilled
    assert all(confirmed(*one) is one[1] for one in drilled)
