"""What a seat can be sure of: cards it holds, cards it held itself, and cards that were shown, wherever they may have gone since.

From the table alone: the server's gives it for any seat, a seat's own gives the same for that seat.
"""

from domain.cards import RANK, Card
from domain.doubt.table import DoubtTable


def elsewhere(table: DoubtTable, seat: int, player: int) -> list[Card]:
    """Cards that the seat knows were not among those the player has just laid, each as often as it knows of a copy.

    Its own hand; what lies below the newest play, where it laid that itself or everybody has seen it; and what has been taken up or drawn by
    others and cannot have come to the player since. A card that may have come back to the seat itself is in its hand, or is no more its to know.
    """
    count = table.claim.count if table.claim else 0
    below = table.pile[: len(table.pile) - count]
    found = [card for card in table.hands[seat] if card is not None]
    found += [laid.card for laid in below if laid.card is not None and (laid.shown or laid.by == seat)]
    found += [
        one.card
        for one in table.traced
        if (one.shown or one.by == seat) and seat not in one.places and player not in one.places
    ]
    return found


def possible(table: DoubtTable, seat: int, player: int, number: int) -> int:
    """How many cards that count as the number, jokers among them, the player may have laid, for all the seat knows."""
    copies = table.decks * (4 + table.jokers)
    return copies - sum(RANK[card] in (0, number) for card in elsewhere(table, seat, player))


def certainly_a_lie(table: DoubtTable, seat: int) -> bool:
    """Does the seat know that the newest play cannot be what was said of it?"""
    claim = table.claim
    if claim is None or claim.seat == seat:
        return False
    return possible(table, seat, claim.seat, claim.number) < claim.count
