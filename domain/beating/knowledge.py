"""Cards that a seat can be sure of: those it holds, those that are or were open, and those that can be in one place
only.

All follows from the table alone: the server's gives the result for any seat, a seat's own table the same for that seat.
"""

from collections.abc import Sequence

from domain.beating.table import BeatingTable
from domain.ruleset.cards import Card


def unseen(table: BeatingTable, seat: int, deck: Sequence[Card]) -> list[Card]:
    """Return the cards whose place the seat cannot know: not in its hand, not on the table, never laid open."""
    open_ones = {*table.held(seat), *table.lying(), *table.discard, *table.seen}
    for other, cards in enumerate(table.known):
        if other != seat:
            open_ones.update(cards)
    return [card for card in deck if card not in open_ones]


def sure(table: BeatingTable, seat: int, deck: Sequence[Card]) -> list[list[Card]]:
    """Return for each seat the cards that it surely holds, as far as this seat knows; for itself its own hand.

    These are cards that were open and were taken up, and all unseen cards if they can be in one hand only.
    """
    found = [sorted(table.held(seat) if other == seat else table.known[other]) for other in range(len(table.hands))]
    hidden = len(table.stock) - len(table.seen)
    dark = [other for other in range(len(found)) if len(table.hands[other]) > len(found[other])]
    if not hidden and len(dark) == 1:
        found[dark[0]] = sorted([*found[dark[0]], *unseen(table, seat, deck)])
    return found
