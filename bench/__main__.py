"""`python -m bench`: everything that is measured, as one table of one run. `python -m bench rules store` measures only these parts."""

import sys
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

from bench import http, rules, store, streams

Row = tuple[str, float, str]
"""What, how much, and in which unit or beside which aim."""

PARTS: dict[str, Callable[[], list[Row]]] = {
    "rules": rules.rows,
    "store": store.rows,
    "http": http.rows,
    "streams": streams.rows,
}
"""The rules alone; the command path and one frame of a review; the API over HTTP; a thousand open streams."""


def main(wanted: list[str]) -> None:
    """Measure, then print the table."""
    table = Table("what", "figure", "unit", title="bench")
    table.columns[1].justify = "right"
    for name in wanted or list(PARTS):
        for what, figure, unit in PARTS[name]():
            table.add_row(what, f"{figure:,.2f}" if figure < 100 else f"{figure:,.0f}", unit)
        table.add_section()
    Console().print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
