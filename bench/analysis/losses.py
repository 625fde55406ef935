"""How good the analysis of a round is: planted blunders, false marks, errors, repeatability, strategies and cost."""

import math
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from bench import Row
from domain.analysis.decisions import Decision
from domain.analysis.losses import Budget
from domain.analysis.marks import SMALLEST
from domain.analysis.round_analysis import judge, points_of, round_decisions, summary
from domain.self_play import GAME, play

REFERENCE = Budget(stages=(256, 512), batch=512, most=24, precise=0.008)
"""The budget of the losses that are taken as true."""

PLANTED = 0.1
"""The smallest true loss of a planted blunder."""

ROUNDS = 60
"""Number of rounds of each measurement."""

TABLE = ("careful", "novice", "careful", "novice")


@dataclass(frozen=True, slots=True)
class Round:
    """A round of self-play."""

    log: list[Any]
    bots: tuple[str, ...]
    decisions: list[Decision]


def rows(ruleset: str = "dobon-sato", rounds: int = ROUNDS) -> list[Row]:
    """Return the measurements of one ruleset."""
    played = [_round(ruleset, number) for number in range(rounds)]
    return [*_blunders(ruleset, played), *_repeated(ruleset, played)]


def _round(ruleset: str, number: int) -> Round:
    """Return a round in which the two strategies change seats from round to round."""
    bots = TABLE[number % 2 :] + TABLE[: number % 2]
    log, _ = play(ruleset, bots, f"losses-{number}", {"rounds": 1})
    return Round(log, bots, round_decisions(GAME, log, 1, len(bots)))


# Planted blunders, and marks without a loss


def _blunders(ruleset: str, played: Sequence[Round]) -> Iterator[Row]:
    """Plant a random other action in every third decision, and compare the marks with losses of the large budget."""
    random, found, planted, false, small = Random(ruleset), 0, 0, 0, 0
    for decision in [decision for one in played for decision in one.decisions][::3]:
        changed = replace(decision, chosen=random.choice(decision.candidates))
        true = judge(changed, "reference", REFERENCE)["loss"]
        marked = judge(changed)["mark"] is not None
        if true > PLANTED:
            planted, found = planted + 1, found + marked
        elif true < SMALLEST:
            small, false = small + 1, false + marked
    yield f"{ruleset}: planted blunders found", 100 * found / max(planted, 1), f"% of {planted}; target 95"
    yield f"{ruleset}: false marks", 100 * false / max(small, 1), f"% of {small} losses below {SMALLEST}; target 2"


# Two analyses of the same rounds


def _repeated(ruleset: str, played: Sequence[Round]) -> Iterator[Row]:
    seconds, errors, pairs = list[float](), list[float](), list[tuple[float, float]]()
    losses: dict[str, list[float]] = {"careful": [], "novice": []}
    for one in played:
        began = time.process_time()
        judged = [judge(decision) for decision in round_decisions(GAME, one.log, 1, len(one.bots))]
        seconds.append(time.process_time() - began)
        points = points_of(one.log, 1)
        first = summary(ruleset, 1, len(one.bots), judged, points)
        second = summary(ruleset, 1, len(one.bots), [judge(decision, "2") for decision in one.decisions], points)
        errors += [decision["error"] for decision in judged if decision["loss"] >= SMALLEST]
        for decision in judged:
            losses[one.bots[decision["seat"]]].append(decision["loss"])
        pairs += [
            (seat["accuracy"], again["accuracy"])
            for seat, again in zip(first["seats"], second["seats"], strict=True)
            if seat["accuracy"] is not None
        ]
    novice, careful = losses["novice"], losses["careful"]
    gap = statistics.fmean(novice) - statistics.fmean(careful)
    error = math.hypot(*(statistics.stdev(one) / math.sqrt(len(one)) for one in (novice, careful)))
    same = statistics.correlation(*zip(*pairs, strict=True))
    yield f"{ruleset}: standard error of losses of a mark at p95", _high(errors), "units; target 0.02"
    yield f"{ruleset}: accuracies with another seed", same, "correlation; target 0.95"
    yield f"{ruleset}: mean loss of careful", statistics.fmean(careful), "units"
    yield f"{ruleset}: mean loss of novice", statistics.fmean(novice), "units; target above careful"
    yield f"{ruleset}: that difference", gap / error, "standard errors; target 3.1"
    yield f"{ruleset}: a whole round at p95", _high(seconds), "s CPU; target 15"


def _high(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[min(len(values) - 1, int(0.95 * len(values)))]
