"""Rows of danger: skill, calibration and cost at tables of careful bots, of novices, of both, and of people."""

from math import nan
from typing import NamedTuple

from bench import Row
from bench.analysis import ceiling
from bench.analysis.calibration import Score, score
from bench.analysis.decisions import Observed, observe
from bench.analysis.players import BOTS, OTHERS, PEOPLE, Player
from domain.game.registry import ruleset

CAREFUL, NOVICE = "careful", "novice"
TABLES: dict[str, list[Player]] = {
    "careful": [BOTS[CAREFUL]] * 4,
    "novice": [BOTS[NOVICE]] * 4,
    "mixed": [BOTS[CAREFUL], BOTS[NOVICE]] * 2,
}
"""The players of the four seats by the name of the table."""


class Sample(NamedTuple):
    """The games of a measurement."""

    ruleset: str
    games: int
    "At the table of careful bots and those of people; the others have a third of them."
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
ERRORS = {"careful": 0.5}
"""Targets of the calibration error in points of a hundred, by table; of the other tables it is `ERROR`."""

ERROR = 1.5

FRAME_MS = 2.0


def measure(sample: Sample, table: str) -> Observed:
    """Return the forecasts at a table; those of careful bots have their facts, for the ceiling."""
    careful, players = table == CAREFUL, tables_of(sample)[table]
    games = sample.games if careful or players[0].told is None else sample.games // 3
    seeds = range(FIRST_SEED, FIRST_SEED + games)
    return observe(sample.ruleset, players, seeds, detailed=careful, **sample.options)


def tables_of(sample: Sample) -> dict[str, list[Player]]:
    """Return the tables that play the games of a sample, by name. Nothing tells how people play."""
    family = ruleset(sample.ruleset).family
    people, others = PEOPLE[family], OTHERS[family]
    return {
        **TABLES,
        **{f"people, {name}": [player] * 4 for name, player in {**people, **others}.items()},
        "people, mixed": [people["like careful"], *others.values()][-4:],
    }


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
        for table in tables_of(sample)
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
            f"points; target {ERRORS.get(table, ERROR)}; exact chances would have {100 * told.noise:.2f}",
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
