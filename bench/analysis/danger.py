"""Rows of danger: skill, calibration and cost at tables of careful bots, of novices, and of both."""

from bench import Row
from bench.analysis.calibration import Score, score
from bench.analysis.decisions import Observed, observe

CAREFUL, NOVICE = "careful", "novice"
TABLES = {"careful": [CAREFUL] * 4, "novice": [NOVICE] * 4, "mixed": [CAREFUL, NOVICE] * 2}
"""Strategies of the four seats by the name of the table."""

GAMES: dict[str, tuple[int, dict[str, str]]] = {
    "dobon-sato": (1000, {}),
    "dobon-kawagoe": (150, {}),
    "doubt": (60, {"penalty": "exchange_two"}),
}
"""Games of a table, and their options, by ruleset. Those of Kawagoe have four rounds."""

FIRST_SEED = 1_000_000
"""No coefficient was fitted to games of these seeds."""

SKILL = 0.12
ERRORS = {"careful": 0.5, "novice": 1.5, "mixed": 1.5}
"""Targets of the calibration error in points of a hundred, by table."""

FRAME_MS = 2.0


def measure(ruleset: str, table: str) -> Observed:
    """Return the forecasts at a table."""
    games, options = GAMES[ruleset]
    return observe(ruleset, TABLES[table], range(FIRST_SEED, FIRST_SEED + games), **options)


def scores(observed: Observed) -> tuple[Score, Score]:
    """Return the scores of the analysis and of `careful`."""
    happened = [one.happened for one in observed.forecasts]
    return (
        score([one.chance for one in observed.forecasts], happened),
        score([one.baseline for one in observed.forecasts], happened),
    )


def rows() -> list[Row]:
    """Return the measurements."""
    return [row for ruleset in GAMES for table in TABLES for row in _rows(ruleset, table)]


def _rows(ruleset: str, table: str) -> list[Row]:
    observed = measure(ruleset, table)
    told, baseline = scores(observed)
    name, costs = f"{ruleset}, {table}", sorted(observed.seconds)
    outside = sum(not one.holds for one in told.bins)
    skill = f"; target {SKILL}" if (ruleset, table) == ("dobon-sato", "careful") else ""
    return [
        (f"{name}: forecasts", told.count, f"base rate {100 * told.rate:.1f} %"),
        (f"{name}: skill of careful's own estimate", 100 * baseline.skill, f"% (Brier {baseline.brier:.4f})"),
        (f"{name}: skill of the analysis", 100 * told.skill, f"% (Brier {told.brier:.4f}){skill}"),
        (f"{name}: calibration error", 100 * told.error, f"points; target {ERRORS[table]}"),
        (f"{name}: bins outside their 95 % band", outside, f"of {len(told.bins)}; target 0"),
        (f"{name}: a frame at p99", 1000 * costs[len(costs) * 99 // 100], f"ms CPU; target {FRAME_MS}"),
    ]
