"""What each event of a beating game has to agree with, beyond being foldable: the checks behind `domain.verify`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from domain.beating.table import BeatingTable
from domain.cards import Card
from domain.chance import Chance
from domain.events import Event
from domain.rules import Finding, Options


def findings(
    game: Any,  # noqa: ARG001
    table: BeatingTable,  # noqa: ARG001
    last: Event | None,  # noqa: ARG001
    event: Event,  # noqa: ARG001
    options: Options,  # noqa: ARG001
    chance: Chance | None,  # noqa: ARG001
    whole: bool,  # noqa: ARG001
) -> Iterator[Finding]:
    """What was checked of an event, with what is wrong; `last`, `chance` and `whole` as in `Ruleset.audit`."""
    yield from ()


def misplaced(after: BeatingTable, deck: Sequence[Card]) -> Iterator[str]:
    """After every event every card is in exactly one place: hands, stock, table or out of play."""
    places: list[Card | None] = [*after.stock, *after.lying(), *after.discard]
    for hand in after.hands:
        places += hand
    if len(places) != len(deck):
        yield f"{len(places)} cards are in the game, not {len(deck)}"
    known = Counter(card for card in places if card is not None)
    if any(count > 1 or card not in deck for card, count in known.items()):
        yield "a card lies in two places, or is none of the deck"
