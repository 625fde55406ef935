"""Strength of `expert` beside its targets: duplicate deals, in which it plays every seat in turn against `careful`.

Each deal is played by careful bots alone, and then once for each seat with an expert on it. The gain of a deal is the
mean over its seats of how much more the expert's seat got than the careful one with the same cards; deals are
independent of each other, so that their spread gives the error. Decisions are timed in CPU time.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import fsum
from statistics import NormalDist
from types import MappingProxyType
from typing import Any, NamedTuple

from bench import Row, delays
from domain.bots.search import mean_and_error
from domain.bots.strategies import STRATEGIES
from domain.ruleset.actions import Action
from domain.running.self_play import PlayedRound, play

SURE = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval, in standard errors."""

MOST_MS = 300
"""Target for the 95th percentile of the CPU time of a decision."""


class Target(NamedTuple):
    """The comparison of a ruleset, and how strong the expert has to be in it."""

    key: str
    seats: int
    rounds: int
    "Rounds with an expert in a full run."
    figure: str
    "Name of the figure, one of `FIGURES`."
    wanted: str
    "The target, in words."
    options: Mapping[str, Any] = MappingProxyType({})


FIGURES: dict[str, Callable[[PlayedRound, int], float]] = {
    "won": lambda played, seat: float(played.winner == seat),
    "lost": lambda played, seat: float(seat in played.losers),
    "points": lambda played, seat: float(played.points[seat]),
}

TARGETS = (
    Target("dobon-sato", 4, 12_000, "won", "gain at least 0.04, lower bound over 0.02"),
    Target("dobon-kawagoe", 4, 12_000, "points", "gain at least 1 point"),
    Target("durak", 2, 4_000, "won", "at least 60 %"),
    Target("doubt", 4, 4_000, "lost", "upper bound of the gain below 0", {"penalty": "eliminate"}),
    Target("kirifu", 4, 4_000, "lost", "upper bound of the gain below 0"),
    Target("mustamaija", 4, 4_000, "lost", "upper bound of the gain below 0"),
)


class Estimate(NamedTuple):
    """A mean over deals with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.low:+.3f} to {self.high:+.3f}"


def estimate(sample: Sequence[float]) -> Estimate:
    """Return the mean of independent figures; the interval is infinite for a single one."""
    mean, error = mean_and_error(sample)
    half = SURE * error if len(sample) > 1 else float("inf")
    return Estimate(mean, mean - half, mean + half)


class Deal(NamedTuple):
    """The figures of one deal, by name of the figure: means over its seats and rounds."""

    expert: dict[str, float]
    careful: dict[str, float]


@contextmanager
def timing(key: str, times: list[float]) -> Iterator[None]:
    """Record the CPU time of each decision of the expert, in seconds."""
    versions = STRATEGIES[key, "expert"]
    strategy = versions[max(versions)]

    def timed(*asked: Any) -> Action | None:
        start = time.process_time()
        action = strategy(*asked)
        times.append(time.process_time() - start)
        return action

    STRATEGIES[key, "expert"] = {max(versions): timed}
    try:
        yield
    finally:
        STRATEGIES[key, "expert"] = versions


def play_deal(target: Target, number: int) -> Deal:
    """Play a deal with the expert on each seat in turn, and by careful bots alone."""
    seed, seats = f"strength-{number}", range(target.seats)
    careful = play(target.key, ["careful"] * target.seats, seed, target.options)[1]
    expert = {seat: play(target.key, _bots(target, seat), seed, target.options)[1] for seat in seats}
    return Deal(
        {name: _mean([of(one, seat) for seat in seats for one in expert[seat]]) for name, of in FIGURES.items()},
        {name: _mean([of(one, seat) for seat in seats for one in careful]) for name, of in FIGURES.items()},
    )


def _bots(target: Target, seat: int) -> list[str]:
    return ["expert" if other == seat else "careful" for other in range(target.seats)]


def _mean(sample: Sequence[float]) -> float:
    return fsum(sample) / len(sample)


def measure(target: Target, share: float, first: int = 0) -> list[Row]:
    """Return the rows of a ruleset from that share of the full number of rounds."""
    times = list[float]()
    many = max(2, round(target.rounds * share / target.seats / _rounds(target)))
    with timing(target.key, times):
        deals = [play_deal(target, number) for number in range(first, first + many)]
    return rows_of(target, deals, times)


def _rounds(target: Target) -> int:
    """Return the number of rounds of a game."""
    return len(play(target.key, ["careful"] * target.seats, "rounds", target.options)[1])


def rows_of(target: Target, deals: Sequence[Deal], times: list[float]) -> list[Row]:
    """Return what the expert and the careful bots got, and the time of decisions."""
    what = f"{target.key}, {target.seats} seats, {len(deals):,} deals"
    found: list[Row] = []
    share_wanted = target.seats == 2
    for name in FIGURES:
        gain = estimate([deal.expert[name] - deal.careful[name] for deal in deals])
        wanted = f"; target: {target.wanted}" if name == target.figure and not share_wanted else ""
        found.append((f"{what}: {name}, gain", gain.mean, f"a round ({gain}){wanted}"))
    won, lost = (_mean([deal.expert[name] for deal in deals]) for name in ("won", "lost"))
    found.append((f"{what}: won, lost", 100 * won, f"% won, {100 * lost:.1f} % lost"))
    if share_wanted:
        share = estimate(
            [50 * (1 + deal.expert["won"] - deal.expert["lost"]) for deal in deals],
        )
        found.append((f"{what}: won, a draw as half", share.mean, f"% ({share}); target: {target.wanted}"))
    slowest = sorted(times)[int(0.95 * len(times))] if times else 0.0
    found.append((f"{what}: decision, 95 of 100 below", 1_000 * slowest, f"ms of CPU; target {MOST_MS}"))
    return found


def rows(share: float = 0.01, keys: Sequence[str] = ()) -> list[Row]:
    """Return the measurements of the rulesets, by default of all."""
    return [row for target in TARGETS if not keys or target.key in keys for row in measure(target, share)]


def parse(arguments: Sequence[str]) -> list[Row]:
    """Return the rows for the arguments of `python -m bench strength`."""
    parser = argparse.ArgumentParser(prog="python -m bench strength", description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="default: all")
    parser.add_argument(
        "--share", type=float, default=0.01, help="share of the full number of rounds (default: %(default)s)"
    )
    given = parser.parse_args(arguments)
    if unknown := {*given.rulesets} - {target.key for target in TARGETS}:
        parser.error(f"unknown rulesets: {', '.join(sorted(unknown))}")
    return [*rows(given.share, given.rulesets), *delays.experts()]
