"""What a seat can be sure of: cards it holds, cards it held itself, and cards that were shown.

From the table alone: the server's gives it for any seat, a seat's own gives the same for that seat.
"""

from collections.abc import Iterator

from domain.cards import RANK, Card
from domain.doubt.table import DoubtTable, Laid


def elsewhere(table: DoubtTable, seat: int, player: int) -> list[Card]:
    """Cards that the seat knows were not among those the player has just laid, each as often as it knows of a copy.

    Its own hand; what lies below the newest play and what others took up, where it held the card itself or everybody has seen it.
    """
    count = table.claim.count if table.claim else 0
    found = [card for card in table.hands[seat] if card is not None]
    found += _sure(table.pile[: len(table.pile) - count], seat)
    for other, cards in enumerate(table.taken):
        if other not in (seat, player):
            found += _sure(cards, seat)
    return found


def _sure(cards: list[Laid], seat: int) -> Iterator[Card]:
    return (laid.card for laid in cards if laid.card is not None and (laid.shown or laid.by == seat))


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
