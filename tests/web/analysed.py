"""Analyses of finished rounds with known marks, which take no playouts."""

from itertools import cycle
from typing import Any

from domain.actions import to_wire
from domain.analysis.decisions import Decision
from domain.analysis.round_analysis import points_of, round_decisions, summary
from infra.queries import history
from infra.repositories import analyses
from prove.harness.application import House, Table

LOSSES = {"blunder": 0.2, "mistake": 0.1, "inaccuracy": 0.05}
REASON = {"ja": "席1が7を待っている確率は11 %。", "en": "Seat 1 waits for 7: 11 %."}


def analysed(house: House, table: Table) -> dict[str, Any]:
    """Store an analysis of the first round in which every third decision is marked, and return it."""
    events = history.revealed_events(house.pool, table.id)
    created = events[0].public
    marks = cycle([None, None, *LOSSES])
    judged = [judged_as(one, next(marks)) for one in round_decisions(table.id, events, 1, created["seats"])]
    head = history.round_head(house.pool, table.id, 1)
    assert head is not None
    now = house.tables.now()
    analyses.request(house.pool, table.id, head, 1, now)
    lease = analyses.claim(house.pool, now)
    assert lease is not None
    result = summary(created["ruleset"], 1, created["seats"], judged, points_of(events, 1))
    assert lease.finish(result)
    return result


def judged_as(decision: Decision, mark: str | None) -> dict[str, Any]:
    """Return a judged decision with a mark."""
    other = next(action for action in decision.candidates if action != decision.chosen)
    best = other if mark else decision.chosen
    loss = LOSSES.get(mark or "", 0.0)
    won = round(0.2 + 0.5 * (decision.version * 37 % 100) / 100, 4)
    return {
        "version": decision.version,
        "seat": decision.seat,
        "chosen": None if decision.chosen is None else to_wire(decision.chosen),
        "best": None if best is None else to_wire(best),
        "choices": len(decision.candidates),
        "loss": loss,
        "error": 0.01,
        "value": 0.0,
        "mark": mark,
        "reason": REASON if mark else None,
        "playouts": 100,
        "won": won - loss,
        "lost": 0.2,
        "best_won": won,
        "best_lost": 0.1,
    }
