"""`python -m bench` measures everything and prints one table; `python -m bench rules store` only these parts."""

import argparse
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table

from bench import Row, http, rules, store, streams

PARTS: dict[str, Callable[[], list[Row]]] = {
    "rules": rules.rows,
    "store": store.rows,
    "http": http.rows,
    "streams": streams.rows,
}
"""The measured parts: the rules alone; commands and a review frame; the API over HTTP; a thousand open streams."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the wanted parts, by default all, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure speed and print one table.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; default: all of them")
    wanted = parser.parse_args(arguments).parts or list(PARTS)
    if unknown := [name for name in wanted if name not in PARTS]:
        parser.error(f"unknown parts: {', '.join(unknown)}; choose from {', '.join(PARTS)}")
    table = Table("what", "figure", "unit", title="bench")
    table.columns[1].justify = "right"
    for name in wanted:
        for what, figure, unit in PARTS[name]():
            table.add_row(what, f"{figure:,.2f}" if figure < 100 else f"{figure:,.0f}", unit)
        table.add_section()
    Console().print(table)


if __name__ == "__main__":
    main()
