"""`python -m bench` measures speed and prints one table; `python -m bench rules commands` only these parts.

`python -m bench analysis` measures how good the analysis is, which takes ten minutes, and `python -m bench strength`
how strong the bots are, which takes hours with `--share 1`. `python -m bench growth` measures the cost of history,
which takes much longer and needs much more disk.
"""

import argparse
import sys
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table

from bench import (
    Row,
    account_streams,
    analysis,
    baseline,
    commands,
    environments,
    functions,
    growth,
    http,
    playouts,
    rules,
    store,
    streams,
    strength,
)

PARTS: dict[str, Callable[[], list[Row]]] = {
    "rules": rules.rows,
    "baseline": baseline.rows,
    "playouts": playouts.rows,
    "commands": commands.rows,
    "functions": functions.rows,
    "store": store.rows,
    "http": http.rows,
    "streams": streams.rows,
    "account_streams": account_streams.rows,
    "environments": environments.rows,
}
"""The measured parts: rules; the same beside an earlier commit; playouts; commands; the same beside
statements on the tables; a long game and its review; the API
over HTTP; a thousand open streams of games, and of accounts; environments for researchers.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the wanted parts, by default all, and print the table."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["growth"]:
        growth.main(given[1:])
        return
    if given == ["analysis"]:
        for name, rows in analysis.PARTS.items():  # each is printed at once, because the next one takes long
            _print(name, [rows()])
        return
    if given[:1] == ["strength"]:
        _print("strength", [strength.parse(given[1:])])
        return
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure speed and print one table.")
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"{', '.join(PARTS)}; default: all of them; or one of analysis, growth and strength, alone",
    )
    wanted = parser.parse_args(given).parts or [*PARTS]
    if unknown := [name for name in wanted if name not in PARTS]:
        parser.error(f"unknown parts: {', '.join(unknown)}; choose from {', '.join(PARTS)}")
    _print("bench", [PARTS[name]() for name in wanted])


def _print(title: str, parts: Sequence[Sequence[Row]]) -> None:
    table = Table("what", "figure", "unit", title=title)
    table.columns[1].justify = "right"
    for part in parts:
        for what, figure, unit in part:
            table.add_row(what, f"{figure:,.2f}" if figure < 100 else f"{figure:,.0f}", unit)
        table.add_section()
    Console().print(table)


if __name__ == "__main__":
    main()
