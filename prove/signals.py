"""Proof `signals`: colluders stand out among the pairs of their tables, and honest pairs do not.

Tables of four play in every ruleset. At some of them two players collude in one of the ways of `prove.colluders`, with
one of three strengths. A pair counts as found if its signal is at most one in 1,000 by chance. The share of colluders
that are found is the power, and that of honest pairs the false rate.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, inf

from domain.game.registry import RULESETS
from domain.signals.pairs import PlayerRound, signal
from prove.colluders import Table
from prove.report import Row, Run

FOUND = 0.001
"""The chance at which a pair counts as found."""

POWER = 0.9
"""Share of the colluders that have to be found within `SHARED` rounds."""

SHARED = 200
CURVE = (50, 100, SHARED)
"""Shared rounds after which the power is reported."""

STRENGTHS = (1 / 3, 2 / 3, 1.0)

SEEN_FROM = {
    ("dobon-sato", "soft calls"): STRENGTHS[1],
    ("dobon-sato", "feeding"): STRENGTHS[0],
    ("dobon-kawagoe", "soft calls"): STRENGTHS[1],
    ("doubt", "no doubts"): STRENGTHS[0],
    ("durak", "soft attacks"): STRENGTHS[0],
    ("kirifu", "easy leads"): STRENGTHS[1],
    ("mustamaija", "easy leads"): STRENGTHS[0],
}
"""The least strength with which a way is found. Other ways leave too little to be seen within `SHARED` rounds:
in Kawagoe Dobon a player lays about twelve cards on which another one may wait. Its power is reported, and may be any.
"""

TABLES, TABLES_OF_DOUBT = 20, 6
"""Tables with colluders for each way and strength; a round of Doubt takes ten times as long as others."""

WAYS_OF = {
    "dobon-sato": ("soft calls", "feeding", "signals"),
    "dobon-kawagoe": ("soft calls", "feeding", "signals"),
    "doubt": ("no doubts",),
    "durak": ("soft attacks",),
    "kirifu": ("easy leads",),
    "mustamaija": ("easy leads",),
}

HONEST = {"dobon-sato": 200, "dobon-kawagoe": 200, "doubt": 10, "durak": 60, "kirifu": 60, "mustamaija": 60}
"""Honest tables, with six pairs each; fewer where a round takes long."""

HONEST_PAIRS = "honest pairs of all rulesets"

SURE = 0.999
"""How sure it has to be that more false pairs than one in 1,000 do not come by chance."""


@dataclass(frozen=True)
class Job:
    """A table to play at."""

    key: str
    seed: str
    way: str = ""
    strength: float = 0.0


def prove(run: Run) -> Iterator[Row]:
    """Yield the row of honest pairs, then those of colluders."""
    if run.row in HONEST_PAIRS:
        yield _honest(run)
    for key, ways in WAYS_OF.items():
        for way in ways:
            for strength in STRENGTHS:
                if run.row in _name(key, way, strength):
                    yield _colluding(run, key, way, strength)


def _name(key: str, way: str, strength: float) -> str:
    return f"`{key}`, {way}, {strength:.0%} of the opportunities"


def _honest(run: Run) -> Row:
    jobs = [Job(key, f"{run.seed}/{n}") for key, full in HONEST.items() for n in range(run.count(full))]
    row = Row(HONEST_PAIRS, 0, wanted=6 * len(jobs), trials=False)
    false = dict.fromkeys(RULESETS, 0)
    for job, found in zip(jobs, run.map_jobs("honest tables", honest_pairs, jobs), strict=True):
        row.count += len(found)
        false[job.key] += sum(p <= FOUND for p in found)
    total = sum(false.values())
    row.note = f"{total} found at one in 1,000 after {SHARED} rounds: " + ", ".join(
        f"{key} {count}" for key, count in false.items() if count
    )
    if total > most_by_chance(row.count):
        row.failures.append(row.note)
    return row


def _colluding(run: Run, key: str, way: str, strength: float) -> Row:
    tables = TABLES_OF_DOUBT if key == "doubt" else TABLES
    jobs = [Job(key, f"{run.seed}/{number}", way, strength) for number in range(run.count(tables, 4))]
    row = Row(_name(key, way, strength), 0, wanted=len(jobs), trials=False)
    tell_power(row, [*run.map_jobs(row.what, colluding_pair, jobs)], strength >= SEEN_FROM.get((key, way), inf))
    return row


def tell_power(row: Row, found: Sequence[Mapping[int, float]], is_seen: bool) -> None:
    """Note the power in a row: the share of cheats that are found, by rounds, from the chance of each. If the way
    `is_seen`, it fails below `POWER` after the last rounds.
    """
    row.count = len(found)
    shares = {rounds: sum(one[rounds] <= FOUND for one in found) / len(found) for rounds in found[0]}
    row.note += "found after " + ", ".join(f"{rounds} rounds {share:.0%}" for rounds, share in shares.items())
    if is_seen and shares[max(shares)] < POWER:
        row.failures.append(row.note)


def honest_pairs(job: Job) -> list[float]:
    """Return the chance of each pair of an honest table."""
    rounds = Table(job.key, job.seed).play(SHARED)
    return [chance_of(first, second, rounds, SHARED) for first, second in combinations(sorted(rounds), 2)]


def colluding_pair(job: Job) -> dict[int, float]:
    """Return the chance of the colluders, by shared rounds."""
    rounds = Table(job.key, job.seed, job.way, job.strength).play(SHARED)
    return {shared: chance_of("p0", "p1", rounds, shared) for shared in CURVE}


def chance_of(first: str, second: str, rounds: dict[str, list[PlayerRound]], shared: int) -> float:
    """Return the chance of the signal of two players after some rounds; 1 without a signal."""
    seen = {player: [one.seen for one in played[:shared]] for player, played in rounds.items()}
    found = signal(first, second, seen, random.Random(f"{first}{second}").sample)
    return 1.0 if found is None else found.p


def most_by_chance(pairs: int) -> int:
    """Return the number of false pairs that chance exceeds in one run of 1,000, at one false pair in 1,000."""
    false, total = 0, (1 - FOUND) ** pairs
    while total < SURE:
        false += 1
        total += comb(pairs, false) * FOUND**false * (1 - FOUND) ** (pairs - false)
    return false
