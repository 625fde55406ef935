"""Cards that a seat can be sure of: those it holds, those it held itself, and those that were shown, wherever they are
now.

All follows from the table and the hand of that seat.
"""

from domain.doubt.hand import DoubtHand
from domain.doubt.table import DoubtTable, Traced
from domain.ruleset.cards import RANK, Card


def elsewhere(table: DoubtTable, hand: DoubtHand, seat: int, player: int) -> list[Card]:
    """Return the cards that, as the seat knows, were not in the player's newest play, each as often as it knows of a
    copy.

    These are its own hand; cards below the newest play that it laid itself or that were shown; and cards taken up or
    drawn by others that cannot have come to the player since. A card that may have come back to the seat itself is in
    its hand, or its place is unknown again.
    """
    below = len(table.pile) - (table.claim.count if table.claim else 0)
    found = [card for card in hand.cards if card is not None]
    found += [laid.shown for laid in table.pile[:below] if laid.shown is not None]
    found += [card for place, card in hand.laid.items() if place < below]
    found += [one.card for one in followed(table, hand, seat) if player not in one.places]
    return found


def held_or_laid(table: DoubtTable, hand: DoubtHand) -> list[Card]:
    """Return the cards that a seat holds, and those that it knows in the pile."""
    found = [card for card in hand.cards if card is not None]
    return found + [laid.shown for laid in table.pile if laid.shown is not None] + [*hand.laid.values()]


def followed(table: DoubtTable, hand: DoubtHand, seat: int) -> list[Traced]:
    """Return the cards that the seat can follow, in the order in which they were taken up or drawn.

    One that the seat itself may hold is in its hand, or its place is unknown again.
    """
    return sorted(one for one in (*table.traced, *hand.traced) if seat not in one.places)


def followed_to(table: DoubtTable, hand: DoubtHand, player: int) -> list[Card]:
    """Return the cards that, as a seat knows by its hand, another one has taken up or drawn, and has not laid since."""
    return [one.card for one in (*table.traced, *hand.traced) if one.places == (player,)]


def possible(table: DoubtTable, hand: DoubtHand, seat: int, player: int, number: int) -> int:
    """Return the number of fitting cards, jokers included, that the player may have laid, as far as the seat knows."""
    copies = table.decks * (4 + table.jokers)
    return copies - sum(RANK[card] in (0, number) for card in elsewhere(table, hand, seat, player))


def certainly_a_lie(table: DoubtTable, hand: DoubtHand, seat: int) -> bool:
    """Tell whether the seat knows that the newest play is a lie."""
    claim = table.claim
    if claim is None or claim.seat == seat:
        return False
    return possible(table, hand, seat, claim.seat, claim.number) < claim.count
