"""What came of pairs of worlds: how many, what told them apart, and what they covered."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import orjson

from domain.cards import RANK, Card
from domain.events import Event, Viewer
from prove.report import Row

GOLDEN = Path(__file__).parents[2] / "tests" / "golden"

Covered = Counter[tuple[str, ...]]
"""How many pairs there were of each thing: its kind, and what it is."""

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
class Found:
    """What came of some pairs."""

    pairs: int = 0
    failures: list[str] = field(default_factory=list)
    covered: Covered = field(default_factory=Covered)

    def add(self, other: "Found") -> None:
        """Count the other's in."""
        self.pairs += other.pairs
        self.failures += other.failures
        self.covered += other.covered

    def pair(self, ruleset: str, kind: str, ranks: Iterable[int], types: Iterable[str]) -> None:
        """One more pair: as whom V looked, ranks of the cards that were exchanged, and types of the events that V could not open."""
        self.pairs += 1
        self.covered[("viewer", kind)] += 1
        for rank in ranks:
            self.covered[("rank", ruleset, str(rank))] += 1
        for name in types:
            self.covered[("event", ruleset, name)] += 1


def of_ranks(swapped: dict[Card, Card]) -> set[int]:
    """Ranks of the cards that became others, as each other."""
    return {RANK[card] for one, other in swapped.items() if one != other for card in (one, other)}


def closed_to(events: Iterable[Event], viewer: Viewer) -> set[str]:
    """Types of the events of which the viewer cannot open something."""
    own = {str(viewer)}
    return {event.type for event in events if event.sealed.keys() - own}


@cache
def sealed_types() -> dict[str, list[str]]:
    """Of each ruleset the types of events that have sealed parts, as the recorded games know them."""
    found: dict[str, set[str]] = {key: set() for key in RANKS}
    for file in sorted(GOLDEN.glob("*.jsonl")):
        header, *lines = file.read_bytes().splitlines()
        types = found[orjson.loads(header)["ruleset"]]
        events = (orjson.loads(line) for line in lines)
        types |= {event["type"] for event in events if event["seals"]}
    return {key: sorted(types) for key, types in found.items()}


def coverage(what: str, covered: Covered, *, full: bool) -> Iterator[Row]:
    """Rows that say which ranks and types of events the pairs covered; what is missing is a failure of a full run."""
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


def kinds(found: Found) -> str:
    """How many pairs there were of each kind of viewer."""
    counted = sorted(found.covered.items())
    return ", ".join(f"{count:,} {kind}" for (what, kind, *_), count in counted if what == "viewer")


def difference(one: object, two: object) -> str:
    """Where two answers part, in a few words of each."""
    first, second = str(one), str(two)
    at = next((place for place, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    start = max(0, at - 60)
    return f"...{first[start : at + 80]} | ...{second[start : at + 80]}"
