"""The reliability diagrams of `docs/analysis.md`: `python -m bench.analysis.diagrams FOLDER` writes one SVG a ruleset.

It also prints the tables of the page.
"""

import sys
from pathlib import Path

from bench.analysis.calibration import Bin, Score
from bench.analysis.danger import GAMES, TABLES, measure, scores

SIDE = 300
"""Width and height of a diagram, in pixels."""

GAP = 46
"""The margin for the axes."""


def main(folder: Path) -> None:
    """Measure, write the diagrams and print the tables."""
    for ruleset in GAMES:
        found = {table: scores(measure(ruleset, table))[0] for table in TABLES}
        (folder / f"reliability-{ruleset}.svg").write_text(draw(ruleset, found))
        for table, score in found.items():
            print(f"\n{ruleset}, {table}: {score.count:,}, error {100 * score.error:.2f}\n")
            print("\n".join(table_lines(score)))


def table_lines(score: Score) -> list[str]:
    """Return the bins as a table of Markdown."""
    head = ["| told | happened | 95 % band | forecasts |", "|---|---|---|---|"]
    return head + [
        f"| {100 * one.told:.1f} % | {100 * one.happened:.1f} %{'' if one.holds else ' (outside)'} "
        f"| {100 * one.low:.1f} to {100 * one.high:.1f} % | {one.count:,} |"
        for one in score.bins
    ]


def draw(ruleset: str, found: dict[str, Score]) -> str:
    """Return the diagrams of a ruleset side by side: what happened against the forecast, with 95 % bands."""
    most = max(max(one.high, one.told) for score in found.values() for one in score.bins) * 1.05
    width = len(found) * (SIDE + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE + 2 * GAP}" role="img">',
        f"<title>Reliability of {ruleset}</title>",
        "<style>text { font: 12px sans-serif }</style>",
        '<rect width="100%" height="100%" fill="white"/>',
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
        x = across(one.told)
        return (
            f'<line x1="{x}" y1="{up(one.low)}" x2="{x}" y2="{up(one.high)}" stroke="#888"/>'
            f'<circle cx="{x}" cy="{up(one.happened)}" r="3.5" fill="{"#05a" if one.holds else "#c00"}"/>'
        )

    steps = [most * step / 4 for step in range(1, 5)]
    return [
        f'<text x="{left}" y="{GAP - 12}">{table}: error {100 * score.error:.2f} points</text>',
        f'<path d="M{left} {GAP}V{bottom}H{left + SIDE}" fill="none" stroke="black"/>',
        f'<line x1="{left}" y1="{bottom}" x2="{left + SIDE}" y2="{GAP}" stroke="#bbb" stroke-dasharray="4"/>',
        *[f'<text x="{across(one)}" y="{bottom + 16}" text-anchor="end">{100 * one:.0f} %</text>' for one in steps],
        *[f'<text x="{left - 4}" y="{up(one) + 4}" text-anchor="end">{100 * one:.0f}</text>' for one in steps],
        f'<text x="{left + SIDE}" y="{bottom + 34}" text-anchor="end">told (across), happened (up)</text>',
        *map(mark, score.bins),
    ]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
