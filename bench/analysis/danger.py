"""Rows of danger: skill, calibration and cost at tables of careful bots, of novices, and of both."""

from math import nan
from typing import NamedTuple

from bench import Row
from bench.analysis import ceiling
from bench.analysis.calibration import Score, score
from bench.analysis.decisions import Observed, observe

CAREFUL, NOVICE = "careful", "novice"
TABLES = {"careful": [CAREFUL] * 4, "novice": [NOVICE] * 4, "mixed": [CAREFUL, NOVICE] * 2}
"""Strategies of the four seats by the name of the table."""


class Sample(NamedTuple):
    """The games of a measurement."""

    ruleset: str
    games: int
    "At the table of careful bots, which has the narrowest target; the others have a third of them."
    options: dict[str, str]


SAMPLES = {
    "dobon-sato": Sample("dobon-sato", 600, {}),
    "dobon-kawagoe": Sample("dobon-kawagoe", 240, {}),
    "doubt-pile": Sample("doubt", 60, {"penalty": "pile"}),
    "doubt-exchange-two": Sample("doubt", 600, {"penalty": "exchange_two"}),
    "doubt-eliminate": Sample("doubt", 600, {"penalty": "eliminate"}),
}
"""By name; in Doubt bots lie otherwise under another penalty."""

FIRST_SEED = 1_000_000
"""No coefficient was fitted to games of these seeds."""

SKILL = 0.12
ERRORS = {"careful": 0.5, "novice": 1.5, "mixed": 1.5}
"""Targets of the calibration error in points of a hundred, by table."""

FRAME_MS = 2.0


def measure(sample: Sample, table: str) -> Observed:
    """Return the forecasts at a table; those of careful bots have their facts, for the ceiling."""
    most = table == CAREFUL
    seeds = range(FIRST_SEED, FIRST_SEED + (sample.games if most else sample.games // 3))
    return observe(sample.ruleset, TABLES[table], seeds, detailed=most, **sample.options)


def scores(observed: Observed) -> tuple[Score, Score]:
    """Return the scores of the analysis and of `careful`."""
    happened = [one.happened for one in observed.forecasts]
    return (
        score([one.chance for one in observed.forecasts], happened),
        score([one.baseline for one in observed.forecasts], happened),
    )


def rows() -> list[Row]:
    """Return the measurements."""
    return [
        row
        for name, sample in SAMPLES.items()
        for table in TABLES
        for row in rows_of(name, table, measure(sample, table))
    ]


def rows_of(name: str, table: str, observed: Observed) -> list[Row]:
    """Return the rows of one table of a sample."""
    told, baseline = scores(observed)
    what, costs = f"{name}, {table}", sorted(observed.seconds)
    outside = sum(not one.holds for one in told.bins)
    target = f"; target {100 * SKILL:.0f}" if (name, table) == ("dobon-sato", CAREFUL) else ""
    return [
        (f"{what}: forecasts", told.count, f"base rate {100 * told.rate:.1f} %"),
        (f"{what}: skill of careful's own estimate", 100 * baseline.skill, f"% (Brier {baseline.brier:.4f})"),
        (f"{what}: skill of the analysis", 100 * told.skill, f"% (Brier {told.brier:.4f}){target}"),
        *_ceiling(what, observed),
        (
            f"{what}: calibration error",
            100 * told.error,
            f"points; target {ERRORS[table]}; exact chances would have {100 * told.noise:.2f}",
        ),
        (f"{what}: bins outside their 95 % band", outside, f"of {len(told.bins)}; target 0"),
        *[
            (f"{what}: a frame at p{part}", 1000 * costs[len(costs) * part // 100], f"ms CPU; target {FRAME_MS}")
            for part in (95, 99)
        ],
    ]


def _ceiling(what: str, observed: Observed) -> list[Row]:
    """Return the skill of a boosted tree beside that of the analysis; no row without the facts for it."""
    name = f"{what}: skill of a boosted tree"
    if not observed.detailed:
        return []
    if not ceiling.is_installed():
        return [(name, nan, "left out: install the extra bench for scikit-learn")]
    return [(name, 100 * ceiling.skill(observed.forecasts), "%; the ceiling, of which 80 % are the target")]
