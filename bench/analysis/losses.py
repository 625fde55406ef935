"""How good the analysis of a round is: planted blunders, false marks, errors, repeatability, strategies and cost."""

import math
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any

from bench import Row
from domain.analysis.decisions import Decision
from domain.analysis.losses import Budget
from domain.analysis.marks import SMALLEST
from domain.analysis.round_analysis import judge, points_of, round_decisions, summary
from domain.running.self_play import GAME, play

REFERENCE = Budget(stages=(128, 256, 512), batch=512, most=16, precise=0.012, whole=True)
"""The budget of the losses that are taken as true: all rounds are played to their end."""

PLANTED = 0.1
"""The smallest true loss of a planted blunder."""

EVERY = 6
"""One decision of this many is changed into another one."""

ROUNDS = 40
"""Number of rounds of Sato; the other rulesets have a tenth, for their cost alone."""

OTHERS = ("dobon-kawagoe", "doubt", "durak", "kirifu", "mustamaija")

SECONDS = {"dobon-sato": 8, "doubt": 10}
"""CPU time of a round to reach; 15 s for the other rulesets."""

TABLE = ("expert", "careful", "novice")

SIGNIFICANT = 3.09
"""Standard errors of a difference with p < 0.001."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of self-play."""

    log: list[Any]
    bots: tuple[str, ...]
    decisions: list[Decision]
    seconds: float
    "CPU time in which the decisions were found."


@dataclass(frozen=True, slots=True)
class Judgement:
    """The analysis of a round."""

    summary: dict[str, Any]
    seconds: float
    "CPU time."


def rows(rounds: int = ROUNDS) -> list[Row]:
    """Return the measurements."""
    played = [_round("dobon-sato", number) for number in range(rounds)]
    return [
        *_blunders("dobon-sato", played),
        *_repeated("dobon-sato", played),
        *(row for ruleset in OTHERS for row in _costs(ruleset, max(rounds // 10, 1))),
    ]


def _round(ruleset: str, number: int) -> Round:
    """Return a round in which the strategies change seats from round to round."""
    bots = TABLE[number % 3 :] + TABLE[: number % 3]
    log, _ = play(ruleset, bots, f"losses-{number}", {"rounds": 1})
    began = time.process_time()
    found = round_decisions(GAME, log, 1, len(bots))
    return Round(log, bots, found, time.process_time() - began)


def _judged(ruleset: str, one: Round, seed: str = "") -> Judgement:
    began = time.process_time()
    judged = [judge(decision, seed) for decision in one.decisions]
    found = summary(ruleset, 1, len(one.bots), judged, points_of(one.log, 1))
    return Judgement(found, one.seconds + time.process_time() - began)


# Planted blunders, and marks without a loss


def _blunders(ruleset: str, played: Sequence[Round]) -> Iterator[Row]:
    """Plant a random other action in some decisions, and compare the marks with losses of the large budget."""
    random, found, planted, false, small = Random(ruleset), 0, 0, 0, 0
    for decision in [decision for one in played for decision in one.decisions][::EVERY]:
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
    first = [_judged(ruleset, one) for one in played]
    second = [_judged(ruleset, one, "2") for one in played]
    errors = [one["error"] for judgement in first for one in judgement.summary["decisions"] if one["mark"] is not None]
    yield f"{ruleset}: standard error of marks at p95", _high(errors), f"units, {len(errors)} marks; target 0.02"
    pairs = [
        (seat["accuracy"], again["accuracy"])
        for one, two in zip(first, second, strict=True)
        for seat, again in zip(one.summary["seats"], two.summary["seats"], strict=True)
        if seat["decisions"]
    ]
    same = statistics.correlation(*zip(*pairs, strict=True))
    yield f"{ruleset}: accuracies with another seed", same, f"correlation of {len(pairs)} seats; target 0.95"
    yield from _strategies(ruleset, played, first)
    yield _cost(ruleset, first)


def _strategies(ruleset: str, played: Sequence[Round], judged: Sequence[Judgement]) -> Iterator[Row]:
    """Compare the losses of the strategies, and look whether luck favours one."""
    losses, luck = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for one, judgement in zip(played, judged, strict=True):
        for decision in judgement.summary["decisions"]:
            losses[one.bots[decision["seat"]]].append(decision["loss"])
        for seat in judgement.summary["seats"]:
            if seat["luck"] is not None:
                luck[one.bots[seat["seat"]]].append(seat["luck"])
    for bot in TABLE:
        yield f"{ruleset}: mean loss of {bot}", statistics.fmean(losses[bot]), f"units, {len(losses[bot])} decisions"
    for better, worse in pairwise(TABLE):
        gap = statistics.fmean(losses[worse]) - statistics.fmean(losses[better])
        errors = math.hypot(_error(losses[worse]), _error(losses[better]))
        yield f"{ruleset}: {better} below {worse}", gap / errors, f"standard errors; target {SIGNIFICANT}"
    for bot in TABLE:
        yield f"{ruleset}: mean luck of {bot}", statistics.fmean(luck[bot]), f"units, ± {_error(luck[bot]):.3f}; 0"


# Cost


def _costs(ruleset: str, rounds: int) -> Iterator[Row]:
    yield _cost(ruleset, [_judged(ruleset, _round(ruleset, number)) for number in range(rounds)])


def _cost(ruleset: str, judged: Sequence[Judgement]) -> Row:
    high = _high([one.seconds for one in judged])
    return f"{ruleset}: a whole round at p95", high, f"s CPU, {len(judged)} rounds; target {SECONDS.get(ruleset, 15)}"


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    return statistics.stdev(values) / math.sqrt(len(values))


def _high(values: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[min(len(values) - 1, int(0.95 * len(values)))] if values else 0.0
