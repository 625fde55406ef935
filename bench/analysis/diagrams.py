"""The reliability diagrams of `docs/analysis.md`: `python -m bench.analysis.diagrams FOLDER NAME...` writes an SVG for
each of these samples, by default for all.

It also prints the rows of danger and the bins, all from the same games.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from bench.analysis.calibration import Bin, Score
from bench.analysis.danger import SAMPLES, TABLES, measure, rows_of, scores

SIDE = 300
"""Width and height of a diagram, in pixels."""

GAP = 46
"""The margin for the axes."""

STYLE = """
svg { color-scheme: light dark; --paper: #fff; --ink: #111; --band: #777; --ideal: #aaa; --in: #05a; --out: #c00 }
@media (prefers-color-scheme: dark) {
svg { --paper: #0d1117; --ink: #eee; --band: #999; --ideal: #666; --in: #6bf; --out: #f88 } }
text { font: 12px sans-serif; fill: var(--ink) }
.paper { fill: var(--paper) } .axis { fill: none; stroke: var(--ink) } .band { stroke: var(--band) }
.ideal { stroke: var(--ideal); stroke-dasharray: 4 } .in { fill: var(--in) } .out { fill: var(--out) }
"""
"""Colours for light and dark pages."""


def main(folder: Path, names: Iterable[str]) -> None:
    """Measure, write the diagrams, and print the rows and the bins."""
    for name in names:
        found: dict[str, Score] = {}
        for table in TABLES:
            observed = measure(SAMPLES[name], table)
            found[table] = scores(observed)[0]
            for what, figure, unit in rows_of(name, table, observed):
                print(f"{what}: {figure:.2f} {unit}", flush=True)
            print("\n".join(table_lines(found[table])), flush=True)
        (folder / f"reliability-{name}.svg").write_text(draw(name, found))


def table_lines(score: Score) -> list[str]:
    """Return the bins as a table of Markdown."""
    head = ["| told | happened | 95 % band | forecasts |", "|---|---|---|---|"]
    return head + [
        f"| {100 * one.told:.1f} % | {100 * one.happened:.1f} %{'' if one.holds else ' (outside)'} "
        f"| {100 * one.low:.1f} to {100 * one.high:.1f} % | {one.count:,} |"
        for one in score.bins
    ]


def draw(name: str, found: dict[str, Score]) -> str:
    """Return the diagrams of a sample side by side: what happened against the forecast, with 95 % bands."""
    most = max(max(one.high, one.told) for score in found.values() for one in score.bins) * 1.05
    width = len(found) * (SIDE + GAP) + GAP // 2
    title = f"{name}: how often it happened, against the chance that was told"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE + 2 * GAP}" role="img">',
        f"<title>{title}</title>",
        f"<style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
    ]
    for place, (table, score) in enumerate(found.items()):
        parts += _diagram(GAP + place * (SIDE + GAP), table, score, most)
    return "\n".join([*parts, "</svg>", ""])


def _diagram(left: int, table: str, score: Score, most: float) -> list[str]:
    bottom = GAP + SIDE

    def across(share: float) -> float:
        return round(left + SIDE * share / most, 1)

    def up(share: float) -> float:
        return round(bottom - SIDE * share / most, 1)

    def mark(one: Bin) -> str:
        x, y = across(one.told), up(one.happened)
        band = f'<line class="band" x1="{x}" y1="{up(one.low)}" x2="{x}" y2="{up(one.high)}"/>'
        if one.holds:
            return f'{band}<circle class="in" cx="{x}" cy="{y}" r="3.5"/>'
        return f'{band}<path class="out" d="M{x} {y - 6}l6 6l-6 6l-6 -6z"/>'

    steps = [most * step / 4 for step in range(1, 5)]
    return [
        f'<text x="{left}" y="{GAP - 12}">{table}: error {100 * score.error:.2f} points</text>',
        f'<path class="axis" d="M{left} {GAP}V{bottom}H{left + SIDE}"/>',
        f'<line class="ideal" x1="{left}" y1="{bottom}" x2="{left + SIDE}" y2="{GAP}"/>',
        *[f'<text x="{across(one)}" y="{bottom + 16}" text-anchor="end">{100 * one:.0f} %</text>' for one in steps],
        *[f'<text x="{left - 4}" y="{up(one) + 4}" text-anchor="end">{100 * one:.0f}</text>' for one in steps],
        f'<text x="{left + SIDE}" y="{bottom + 34}" text-anchor="end">told (across), happened (up)</text>',
        *map(mark, score.bins),
    ]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or SAMPLES)
