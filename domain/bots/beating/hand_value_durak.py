"""Values of cards in Durak: the rank of plain cards, trumps above them, and the burden of any card."""

from domain.beating.relation import ACE_HIGH
from domain.beating.table import BeatingTable
from domain.cards import SUIT, Card

TRUMP = 9.0
"""The value of the lowest trump; a plain six has 0, a plain ace 8."""

STEP = 0.7
"""The difference in value between two neighbouring trumps."""

DRAWN = 6.0
"""The average value of a card from the stock. While there is a stock, a card below it is better given up."""

BURDEN = 9.0
"""The additional burden of each card when the stock is empty."""

SOON = 12
"""The size of the stock below which the burden begins to grow."""


def card_value(table: BeatingTable, card: Card) -> float:
    """Return the value of keeping the card."""
    height = ACE_HIGH[card] - 6
    return TRUMP + STEP * height if SUIT[card] == table.trump else float(height)


def shed_value(table: BeatingTable) -> float:
    """Return the value of having one card less; a card with this value is neither kept nor shed."""
    return DRAWN + BURDEN * (1 - min(len(table.stock), SOON) / SOON)
