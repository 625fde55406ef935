"""What cards are worth in Durak: the height of plain ones, trumps above all of them, and how much of a burden any card is."""

from domain.beating.relation import ACE_HIGH
from domain.beating.table import BeatingTable
from domain.cards import SUIT, Card

TRUMP = 9.0
"""What the lowest trump is worth; the six of another suit 0, its ace 8."""

STEP = 0.7
"""What a trump is worth more than the one below it."""

DRAWN = 6.0
"""What a card from the stock is worth on average: while there are any, one that is worth less is better given up."""

BURDEN = 9.0
"""How much more of a burden each card is when nothing can be drawn any more."""

SOON = 12
"""Cards in the stock from which on its end is thought of."""


def card_value(table: BeatingTable, card: Card) -> float:
    """What the card is worth to have."""
    height = ACE_HIGH[card] - 6
    return TRUMP + STEP * height if SUIT[card] == table.trump else float(height)


def shed_value(table: BeatingTable) -> float:
    """What it is worth to have one card less: a card of that price is as good to keep as to be rid of."""
    return DRAWN + BURDEN * (1 - min(len(table.stock), SOON) / SOON)
