"""Cards that a seat can be sure of: those it holds, those it held itself, and those that were shown, wherever they are
now.

All follows from the table alone: the server's gives the result for any seat, a seat's own table the same for that seat.
"""

from domain.doubt.table import DoubtTable
from domain.ruleset.cards import RANK, Card


def elsewhere(table: DoubtTable, seat: int, player: int) -> list[Card]:
    """Return the cards that, as the seat knows, were not in the player's newest play, each as often as it knows of a
    copy.

    These are its own hand; cards below the newest play that it laid itself or that were shown; and cards taken up or
    drawn by others that cannot have come to the player since. A card that may have come back to the seat itself is in
    its hand, or its place is unknown again.
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
    """Return the number of fitting cards, jokers included, that the player may have laid, as far as the seat knows."""
    copies = table.decks * (4 + table.jokers)
    return copies - sum(RANK[card] in (0, number) for card in elsewhere(table, seat, player))


def certainly_a_lie(table: DoubtTable, seat: int) -> bool:
    """Tell whether the seat knows that the newest play is a lie."""
    claim = table.claim
    if claim is None or claim.seat == seat:
        return False
    return possible(table, seat, claim.seat, claim.number) < claim.count
