"""Proof `playouts`: random rounds of the rules, followed step by step in the playout engine.

Options and numbers of seats are random. After each action the state is the same, and so are the listed actions before
it, the end and the points. Now and then the next turns of a playout are compared with the legal actions.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from domain.playouts.position import POSITIONS
from prove.playouts.following import Difference, follow
from prove.report import Row, Run

ROUNDS = 100_000
"""Rounds of each ruleset."""

CHUNK = 50
"""Rounds of one job."""


class Found(NamedTuple):
    """The result of some rounds."""

    decisions: int
    turns: int
    "Steps of playouts that were compared with the legal actions."
    failures: list[str]


def prove(run: Run) -> Iterator[Row]:
    """Yield a row for each ruleset."""
    for key in POSITIONS:
        wanted = run.count(ROUNDS, 10)
        parts = [range(first, min(first + CHUNK, wanted)) for first in range(0, wanted, CHUNK)]
        found = [*run.map_jobs(f"rounds of {key}", partial(follow_rounds, run.seed, key), parts)]
        failures = [failure for part in found for failure in part.failures]
        decisions, turns = sum(part.decisions for part in found), sum(part.turns for part in found)
        note = f"{decisions:,} decisions, and {turns:,} of playouts"
        yield Row(f"{key}: rounds followed by the playout engine", wanted, failures, note, wanted)


def follow_rounds(seed: str, key: str, numbers: range) -> Found:
    """Follow the rounds of these numbers."""
    decisions, turns, failures = 0, 0, list[str]()
    for number in numbers:
        try:
            counts = follow(key, f"{seed}-{number}")
        except Difference as difference:
            failures.append(f"{key}, round {number}: {difference}"[:600])
        else:
            decisions, turns = decisions + counts[0], turns + counts[1]
    return Found(decisions, turns, failures)
