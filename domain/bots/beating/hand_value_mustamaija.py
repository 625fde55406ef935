"""Values of cards and hands in Mustamaija: strength, suits to lead, and the cost of the queen of spades."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import fsum

from domain.beating.mustamaija import QUEEN
from domain.beating.relation import ACE_HIGH
from domain.beating.table import BeatingTable
from domain.ruleset.cards import SUIT, SUITS, Card

PLAIN = 0.05
"""The difference in value between two neighbouring plain cards; a two has 0."""

TRUMP = 0.8
"""The value of the lowest trump."""

TRUMP_STEP = 0.03
"""The difference in value between two neighbouring trumps."""

BURDEN = 1.0
"""The cost of a card in hand."""

SUITED = 0.4
"""The cost of each suit in a hand, because it needs one more lead."""

MAIJA = 4.0
"""The cost of the queen of spades."""

FEW = 4
"""Up to this many cards of a suit all choices are leads; of more only the lowest and the highest."""


def card_value(table: BeatingTable, card: Card) -> float:
    """Return the value of the card's strength."""
    if card == QUEEN:
        return -MAIJA
    height = ACE_HIGH[card] - 2
    return TRUMP + TRUMP_STEP * height if SUIT[card] == table.trump else PLAIN * height


def hand_value(table: BeatingTable, hand: Sequence[Card]) -> float:
    """Return the value of a hand."""
    return fsum(card_value(table, card) - BURDEN for card in hand) - SUITED * len({SUIT[card] for card in hand})


def possible_leads(hand: Sequence[Card], most: int) -> Iterator[tuple[Card, ...]]:
    """Yield leads of at most `most` cards of one suit."""
    for suit in range(len(SUITS)):
        suited = sorted((card for card in hand if SUIT[card] == suit), key=lambda card: (card != QUEEN, ACE_HIGH[card]))
        for count in range(1, min(most, len(suited)) + 1):
            if len(suited) <= FEW:
                yield from combinations(suited, count)
            else:
                yield from dict.fromkeys((tuple(suited[:count]), tuple(suited[-count:])))
