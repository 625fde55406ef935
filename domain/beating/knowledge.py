"""What a seat can be sure of: what it holds, what lies or lay open, and what then can only be in one place.

From the table alone: the server's gives it for any seat, a seat's own gives the same for that seat.
"""

from collections.abc import Sequence

from domain.beating.table import BeatingTable
from domain.cards import Card


def unseen(table: BeatingTable, seat: int, deck: Sequence[Card]) -> list[Card]:
    """Cards of which the seat cannot know where they are: not in its hand, not on the table, never laid open."""
    open_ones = {*table.held(seat), *table.lying(), *table.discard, *table.seen}
    for other, cards in enumerate(table.known):
        if other != seat:
            open_ones.update(cards)
    return [card for card in deck if card not in open_ones]


def sure(table: BeatingTable, seat: int, deck: Sequence[Card]) -> list[list[Card]]:
    """For each seat cards that it surely holds, for all this seat knows; its own hand for itself.

    Cards that lay open and were taken up; and when unseen cards can only be in one hand, all of them.
    """
    found = [sorted(table.held(seat) if other == seat else table.known[other]) for other in range(len(table.hands))]
    hidden = len(table.stock) - len(table.seen)
    dark = [other for other in range(len(found)) if len(table.hands[other]) > len(found[other])]
    if not hidden and len(dark) == 1:
        found[dark[0]] = sorted([*found[dark[0]], *unseen(table, seat, deck)])
    return found
