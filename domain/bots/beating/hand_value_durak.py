"""Values of cards in Durak: the rank of plain cards, trumps above them, and the burden of any card."""

from functools import cache

from domain.beating.relation import ACE_HIGH
from domain.ruleset.cards import SUIT

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


@cache
def card_values(trump: int | None) -> tuple[float, ...]:
    """Return the value of keeping each card."""
    return tuple(
        TRUMP + STEP * (height - 6) if SUIT[card] == trump else float(height - 6)
        for card, height in enumerate(ACE_HIGH)
    )


@cache
def shed_value(stock: int) -> float:
    """Return the value of having one card less, with that many cards in the stock.

    A card with this value is neither kept nor shed.
    """
    return DRAWN + BURDEN * (1 - min(stock, SOON) / SOON)
