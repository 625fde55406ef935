"""The analysis of a finished round: the loss of each decision of each seat, marks, accuracy, and luck.

Each decision is judged by itself, from the fold of its seat's own view, with random numbers that follow from public
facts. So a decision is judged alike in all worlds that its seat could not tell apart, and a computation that was
interrupted continues with the next decision. Only the summary of a seat uses the result of the round.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from domain.analysis.decisions import Decision, decisions
from domain.analysis.drills import Lead, find_lead
from domain.analysis.losses import USUAL, Budget, Evaluation
from domain.analysis.marks import LARGE, MARKS, accuracy, mark, unit
from domain.analysis.reasons import reason
from domain.analysis.solved import lead_of, loss_of, solve
from domain.analysis.stakes import at_stake
from domain.game.fold import fold
from domain.log.chance import RandomStream
from domain.log.events import Event, seen_by
from domain.ruleset.actions import Action, to_wire
from domain.ruleset.catalogue import ROUND_ENDED

ANALYSER = 7
"""Version of the analyser: it grows with every change that gives other results."""

DIGITS = 4
"""Decimal places of losses and values."""

Judged = dict[str, Any]
"""A decision with its loss, as JSON values."""

Drill = dict[str, Any]
"""The losses of all candidates of a decision, as JSON values."""


def round_decisions(game_id: str, events: Sequence[Event], round_number: int, seats: int) -> list[Decision]:
    """Return the decisions of all seats in a round that are judged, in the order of the log.

    `events` have all their parts.
    """
    start = fold(game_id, events[:1])
    found: list[Decision] = []
    for seat in range(seats):
        seen = (seen_by(event, seat) for event in events[1:])
        judged = at_stake([*decisions(start, seen, round_number, seat)])
        found += [replace(decision, among=len(judged)) for decision in judged]
    return sorted(found, key=lambda decision: (decision.version, decision.seat))


def judge(decision: Decision, seed: str = "", budget: Budget = USUAL) -> Judged:
    """Return what the decision cost; another `seed` takes other worlds, and the budget limits their number.

    `version`, `seat`, `chosen` and `best` (actions on the wire; null for waiting), `choices` (their number), `loss`,
    `error` (its standard error), `value` (the expected units after the chosen action), `won` and `lost` (the chances of
    the seat to win and lose the round after it), `best_won` and `best_lost` (the same after the best action), `mark`,
    `reason` (ja, en; null without a mark), `playouts`, `drill` (null, or `candidates` and the place of the `best` one
    among them, its smallest `lead` with the `error`, and the `losses` and `errors` of all candidates).
    """
    evaluation = Evaluation(decision, _stream(decision, seed), unit(decision.game.ruleset.key), budget)
    ends = solve(decision)
    loss = evaluation.loss() if ends is None else loss_of(decision, ends, evaluation.unit)
    marked = mark(loss.loss, loss.error)
    drill = None
    if loss.alone or (marked and loss.loss >= LARGE):
        lead = find_lead(evaluation, loss.best) if ends is None else lead_of(decision, ends, loss.best, evaluation.unit)
        drill = _drill(decision, lead)
    return {
        "version": decision.version,
        "seat": decision.seat,
        "chosen": _wire(decision.chosen),
        "best": _wire(loss.best),
        "choices": len(decision.candidates),
        "loss": round(loss.loss, DIGITS),
        "error": round(loss.error, DIGITS),
        "value": round(loss.chosen_ends.points / evaluation.unit, DIGITS),
        "won": round(loss.chosen_ends.won, DIGITS),
        "lost": round(loss.chosen_ends.lost, DIGITS),
        "best_won": round(loss.best_ends.won, DIGITS),
        "best_lost": round(loss.best_ends.lost, DIGITS),
        "mark": marked,
        "reason": None if marked is None else {**reason(decision, loss)},
        "playouts": evaluation.playouts,
        "drill": drill,
    }


def _stream(decision: Decision, seed: str) -> RandomStream:
    """Return the random numbers of a decision, which follow from facts that its seat knows."""
    game = decision.game
    label = f"{game.id}|{game.round}|{decision.version}|{decision.seat}|{seed}"
    return RandomStream(sha256(f"dobon/analysis/{ANALYSER}|{label}".encode()).digest(), "worlds")


def _drill(decision: Decision, lead: Lead | None) -> Drill | None:
    """Return what a drill needs to know of the decision; None if no action clearly leads."""
    if lead is None:
        return None
    return {
        "candidates": [_wire(candidate) for candidate in decision.candidates],
        "best": lead.best,
        "lead": round(lead.smallest.mean, DIGITS),
        "error": round(lead.smallest.error, DIGITS),
        "losses": [round(gap.mean, DIGITS) for gap in lead.gaps],
        "errors": [round(gap.error, DIGITS) for gap in lead.gaps],
    }


def _wire(action: Action | None) -> dict[str, Any] | None:
    return None if action is None else to_wire(action)


def summary(
    ruleset: str, round_number: int, seats: int, judged: Iterable[Judged], points: Sequence[int] | None
) -> dict[str, Any]:
    """Return the analysis of a round from all its decisions, in order, and its points; None if it was abandoned.

    A decision whose best action is a play that was marked before as missed has `repeats`, the version of that
    decision; it is neither marked nor counted again.
    """
    found = with_repeats(judged)
    size = unit(ruleset)
    results = None if points is None else [number / size - math.fsum(points) / size / seats for number in points]
    lost = [math.fsum(one["loss"] for one in counted(found, seat)) for seat in range(seats)]
    return {
        "analyser": ANALYSER,
        "round": round_number,
        "unit": size,
        "accuracy": _rounded(accuracy([one["loss"] for one in found if one["repeats"] is None])),
        "seats": [
            {
                **_of_seat(seat, counted(found, seat)),
                "lost": round(lost[seat], DIGITS),
                "luck": None if results is None else round(results[seat] - skill(lost, seat), DIGITS),
            }
            for seat in range(seats)
        ],
        "decisions": found,
    }


def shown(analysis: Mapping[str, Any]) -> dict[str, Any]:
    """Return the analysis without the drills, which would tell the answers."""
    without = [{name: part for name, part in one.items() if name != "drill"} for one in analysis["decisions"]]
    return {**analysis, "decisions": without}


def with_repeats(judged: Iterable[Judged]) -> list[Judged]:
    """Return the decisions with `repeats`: null, or the version of the decision that missed the same play."""
    missed: dict[tuple[int, str], int] = {}
    found: list[Judged] = []
    for one in judged:
        best = one["best"]
        key = (one["seat"], " ".join(best["cards"])) if best is not None and best["type"] == "play" else None
        before = missed.get(key) if key is not None and _cards(one["chosen"]) != best["cards"] else None
        if before is not None:
            one = {**one, "mark": None, "reason": None}  # noqa: PLW2901 - the decision as it counts
        elif key is not None and one["mark"] is not None:
            missed[key] = one["version"]
        found.append({**one, "repeats": before})
    return found


def _cards(action: Mapping[str, Any] | None) -> list[str]:
    return [] if action is None else action.get("cards", [])


def counted(found: Iterable[Judged], seat: int) -> list[Judged]:
    """Return the seat's decisions without repetitions."""
    return [one for one in found if one["seat"] == seat and one["repeats"] is None]


def skill(lost: Sequence[float], seat: int) -> float:
    """Return what a seat gained by losing less than the others: what a seat loses, the others share evenly.

    The result of a seat above the mean of all seats is its luck and this, and both have the sum 0 over all seats.
    """
    return (math.fsum(lost) - lost[seat]) / (len(lost) - 1) - lost[seat]


def _of_seat(seat: int, own: Sequence[Judged]) -> dict[str, Any]:
    """Return the counts of a seat and its accuracy."""
    names = [one["mark"] for one in own]
    return {
        "seat": seat,
        "decisions": len(own),
        "accuracy": _rounded(accuracy([one["loss"] for one in own])),
        "marks": {name: names.count(name) for _, name in MARKS},
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def analyse(
    game_id: str, events: Sequence[Event], round_number: int, seed: str = "", budget: Budget = USUAL
) -> dict[str, Any]:
    """Return the analysis of a finished round at once; `seed` and `budget` are as in `judge`."""
    created = events[0].public
    seats = created.seats
    found = [judge(decision, seed, budget) for decision in round_decisions(game_id, events, round_number, seats)]
    return summary(created.ruleset, round_number, seats, found, points_of(events, round_number))


def points_of(events: Iterable[Event], round_number: int) -> list[int] | None:
    """Return the points of each seat from a finished round; None for one that was abandoned."""
    ends = [event for event in events if event.type == ROUND_ENDED]
    return ends[round_number - 1].public.points if round_number <= len(ends) else None
