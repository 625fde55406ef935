"""The table of event types in `docs/log-format.md`: `python -m tests.domain.event_table` writes it again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domain import game_events
from domain.beating.events import EVENTS as BEATING
from domain.catalogue import EVERY_SEAT, Catalogue, Sealed
from domain.dobon.events import EVENTS as DOBON
from domain.doubt.events import EVENTS as DOUBT
from domain.events import TABLE

CATALOGUES: dict[str, Catalogue] = {
    "every game": game_events.EVENTS,
    "`dobon-sato` and `dobon-kawagoe`": DOBON,
    "`doubt`": DOUBT,
    "`durak`, `kirifu` and `mustamaija`": BEATING,
}
"""By the games that have them."""

PAGE = Path(__file__).parents[2] / "docs" / "log-format.md"
BEGIN, END = "<!-- event types: generated -->\n", "<!-- end of event types -->\n"


def fields(declared: Any) -> str:
    """Return the fields of a TypedDict; optional ones with a question mark."""
    names = declared.__annotations__
    return ", ".join(f"`{name}`" + "?" * (name in declared.__optional_keys__) for name in names)


def _sealed(part: Sealed) -> str:
    viewer = {EVERY_SEAT: "each seat", TABLE: f"`{TABLE}`"}.get(part.viewer, f"the seat in `{part.viewer}`")
    return f"{viewer}{', in some events' * part.optional}: {fields(part.payload)}"


def table() -> Iterator[str]:
    """Yield the lines of the tables."""
    for games, catalogue in CATALOGUES.items():
        yield f"Events of {games}:\n"
        yield "\n"
        yield "| type | meaning | public fields | sealed parts |\n"
        yield "|---|---|---|---|\n"
        for kind in catalogue:
            sealed = "; ".join(map(_sealed, kind.sealed))
            yield f"| `{kind.name}` | {kind.public.__doc__} | {fields(kind.public)} | {sealed} |\n"
        yield "\n"


def page(text: str) -> str:
    """Return the text of the page with the tables of today."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + "\n" + "".join(table()) + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
