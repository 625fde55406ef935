"""Results of pairs of worlds: their number, their differences, and their coverage."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import orjson

from domain.log.events import Event, Viewer
from domain.ruleset.cards import RANK, Card
from prove.report import Row

GOLDEN = Path(__file__).parents[2] / "tests" / "golden"

Covered = Counter[tuple[str, ...]]
"""The number of pairs that cover each item, by its kind and name."""

RANKS = {
    "dobon-sato": range(1, 14),
    "dobon-kawagoe": range(14),
    "doubt": range(14),
    "durak": (1, *range(6, 14)),
    "kirifu": range(14),
    "mustamaija": range(1, 14),
}
"""Ranks of the cards of each ruleset; 0 is a joker."""


@dataclass(slots=True)
class PairResults:
    """The results of some pairs."""

    pairs: int = 0
    failures: list[str] = field(default_factory=list)
    covered: Covered = field(default_factory=Covered)

    def add(self, other: "PairResults") -> None:
        """Add the results of others."""
        self.pairs += other.pairs
        self.failures += other.failures
        self.covered += other.covered

    def add_pair(self, ruleset: str, kind: str, ranks: Iterable[int], types: Iterable[str]) -> None:
        """Count a pair: the kind of viewer, ranks of the exchanged cards, and types of the events it cannot open."""
        self.pairs += 1
        self.covered[("viewer", kind)] += 1
        for rank in ranks:
            self.covered[("rank", ruleset, str(rank))] += 1
        for name in types:
            self.covered[("event", ruleset, name)] += 1


def exchanged_ranks(swapped: dict[Card, Card]) -> set[int]:
    """Return the ranks of the cards that were exchanged for others."""
    return {RANK[card] for one, other in swapped.items() if one != other for card in (one, other)}


def closed_types(events: Iterable[Event], viewer: Viewer) -> set[str]:
    """Return the types of events with parts that the viewer cannot open."""
    own = {str(viewer)}
    return {event.type for event in events if event.sealed.keys() - own}


@cache
def sealed_types() -> dict[str, list[str]]:
    """Return the types of events with sealed parts for each ruleset, from the recorded games."""
    found: dict[str, set[str]] = {key: set() for key in RANKS}
    for file in sorted(GOLDEN.glob("*.jsonl")):
        header, *lines = file.read_bytes().splitlines()
        types = found[orjson.loads(header)["ruleset"]]
        events = (orjson.loads(line) for line in lines)
        types |= {event["type"] for event in events if event["seals"]}
    return {key: sorted(types) for key, types in found.items()}


def coverage_rows(what: str, covered: Covered, *, full: bool) -> Iterator[Row]:
    """Yield rows for the ranks and event types that the pairs covered; a full run has to cover all."""
    wanted = {
        "rank": [(key, str(rank)) for key, ranks in RANKS.items() for rank in ranks],
        "event": [(key, name) for key, names in sealed_types().items() for name in names],
    }
    names = {"rank": "ranks of exchanged cards", "event": "types of sealed events"}
    for kind, things in wanted.items():
        missing = [" ".join(thing) for thing in things if not covered[(kind, *thing)]]
        least = min(covered[(kind, *thing)] for thing in things)
        note = f"of each ruleset; the rarest in {least:,} pairs"
        if missing and not full:
            note = f"of {len(things)}; a full run on the views has to cover all"
        count = len(things) - len(missing)
        failures = [f"never in a pair: {thing}" for thing in missing] if full else []
        yield Row(f"{what}: {names[kind]}", count, failures, note, trials=False)


def count_viewers(found: PairResults) -> str:
    """Return the number of pairs of each kind of viewer."""
    counted = sorted(found.covered.items())
    return ", ".join(f"{count:,} {kind}" for (what, kind, *_), count in counted if what == "viewer")


def first_difference(one: object, two: object) -> str:
    """Return the texts around the first difference of two answers."""
    first, second = str(one), str(two)
    at = next((place for place, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    start = max(0, at - 60)
    return f"...{first[start : at + 80]} | ...{second[start : at + 80]}"
