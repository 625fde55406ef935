"""Analyses of finished rounds, and drills of the day, with known marks. They take no playouts."""

import uuid
from itertools import cycle
from typing import Any

import pytest

from domain.analysis.decisions import Decision
from domain.analysis.questions import questions
from domain.analysis.round_analysis import points_of, round_decisions, summary
from domain.game.reading import read_log
from domain.log.moments import instant
from domain.review import daily_drill
from domain.ruleset.actions import to_wire
from infra.analyser import analyses, daily_drills
from infra.commands.fair_queue import FairQueue
from infra.queries import history
from prove.harness.application import House

LOSSES = {"blunder": 0.2, "mistake": 0.1, "inaccuracy": 0.05}
REASON = {"ja": "席1が7を待っている確率は11 %。", "en": "Seat 1 waits for 7: 11 %."}


def analysed(house: House, game: str) -> dict[str, Any]:
    """Store an analysis of the first round with marks of each kind, and return it."""
    events = [*read_log(history.revealed_events(house.pool, game))]
    created = events[0].public
    decisions = round_decisions(game, events, 1, created.seats)
    marks = cycle([None, None, *LOSSES])
    judged = [judged_as(decision, next(marks)) for decision in decisions]
    head = history.round_head(house.pool, game, 1)
    assert head is not None
    now = house.tables.now()
    analyses.request(house.pool, game, head, 1, now, str(uuid.uuid4()))
    lease = analyses.claim(house.pool, now, FairQueue().order)
    assert lease is not None
    result = summary(created.ruleset, 1, created.seats, judged, points_of(events, 1))
    assert lease.finish(result, questions(decisions, result["decisions"]), now)
    return result


def daily(house: House, monkeypatch: pytest.MonkeyPatch) -> daily_drill.DailyDrill:
    """Store the drill of the day, and return it."""
    monkeypatch.setattr(daily_drill, "judge", lambda decision, **_: judged_as(decision, "blunder"))
    day = instant(house.tables.now()).date()
    daily_drills.add(house.pool, day, next(drill for drill in daily_drill.prepare(day) if drill is not None))
    found = daily_drills.find(house.pool, day)
    assert found is not None
    return found


def judged_as(decision: Decision, mark: str | None) -> dict[str, Any]:
    """Return a judged decision with a mark. A marked one lost to the first other candidate, and is a solved drill."""
    best = decision.chosen if mark is None else next(one for one in decision.candidates if one != decision.chosen)
    candidates = [None if one is None else to_wire(one) for one in decision.candidates]
    place, loss = decision.candidates.index(best), LOSSES.get(mark or "", 0.0)
    losses = [0.0 if one == place else loss + 0.01 * one for one in range(len(candidates))]
    won = round(0.25 + 0.5 * (decision.version * 37 % 100) / 100, 4)
    drill = {"candidates": candidates, "best": place, "lead": loss, "error": 0.01, "losses": losses}
    return {
        "version": decision.version,
        "seat": decision.seat,
        "chosen": candidates[decision.candidates.index(decision.chosen)],
        "best": candidates[place],
        "choices": len(candidates),
        "loss": loss,
        "error": 0.01,
        "value": 0.0,
        "won": round(won - loss, 4),
        "lost": 0.2,
        "best_won": won,
        "best_lost": 0.1,
        "mark": mark,
        "reason": REASON if mark else None,
        "playouts": 100,
        "drill": {**drill, "errors": [0.0] * len(candidates)} if mark else None,
    }
