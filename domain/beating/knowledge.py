"""Cards that a seat can be sure of: those it holds, those that are or were open, and those that can be in one place
only.

All follows from the table and the cards of the seat's own hand.
"""

from collections.abc import Sequence

from domain.beating.table import BeatingTable
from domain.ruleset.cards import Card


def unseen(table: BeatingTable, held: Sequence[Card], seat: int, deck: Sequence[Card]) -> list[Card]:
    """Return the cards whose place the seat cannot know: not held by it, not on the table, never laid open."""
    open_ones = {*held, *table.lying(), *table.discard, *table.seen}
    for other, cards in enumerate(table.known):
        if other != seat:
            open_ones.update(cards)
    return [card for card in deck if card not in open_ones]


def sure(table: BeatingTable, held: Sequence[Card], seat: int, deck: Sequence[Card]) -> list[list[Card]]:
    """Return for each seat the cards that it surely holds, as far as this seat knows; for itself its own hand.

    These are cards that were open and were taken up, and all unseen cards if they can be in one hand only.
    """
    found = [sorted(held if other == seat else known) for other, known in enumerate(table.known)]
    hidden = len(table.stock) - len(table.seen)
    dark = [other for other, size in enumerate(table.sizes) if size > len(found[other])]
    if not hidden and len(dark) == 1:
        found[dark[0]] = sorted([*found[dark[0]], *unseen(table, held, seat, deck)])
    return found
