"""What cards and hands are worth in Mustamaija: how strong they are, how many suits have to be led, and what the queen of spades costs."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from domain.beating.mustamaija import QUEEN
from domain.beating.relation import ACE_HIGH
from domain.beating.table import BeatingTable
from domain.cards import SUIT, SUITS, Card
from domain.ruleset import Options

PLAIN = 0.05
"""What a plain card is worth more than the next lower one; the two is worth nothing."""

TRUMP = 0.8
"""What the lowest trump is worth."""

TRUMP_STEP = 0.03
"""What a trump is worth more than the next lower one."""

BURDEN = 1.0
"""What it costs to have a card."""

SUITED = 0.4
"""What each suit costs that there is in a hand: one lead more to be rid of it."""

MAIJA = 4.0
"""What it costs to have the queen of spades."""

FEW = 4
"""Cards of a suit of which every choice is looked at; of more only the lowest and the highest."""


def card_value(table: BeatingTable, card: Card) -> float:
    """What the card's strength is worth."""
    if card == QUEEN:
        return -MAIJA
    height = ACE_HIGH[card] - 2
    return TRUMP + TRUMP_STEP * height if SUIT[card] == table.trump else PLAIN * height


def hand_value(table: BeatingTable, hand: Sequence[Card]) -> float:
    """What a hand is worth."""
    return sum(card_value(table, card) - BURDEN for card in hand) - SUITED * len({SUIT[card] for card in hand})


def possible_leads(hand: Sequence[Card], most: int) -> Iterator[tuple[Card, ...]]:
    """Leads of at most so many cards of one suit."""
    for suit in range(len(SUITS)):
        suited = sorted((card for card in hand if SUIT[card] == suit), key=lambda card: (card != QUEEN, ACE_HIGH[card]))
        for count in range(1, min(most, len(suited)) + 1):
            if len(suited) <= FEW:
                yield from combinations(suited, count)
            else:
                yield from dict.fromkeys((tuple(suited[:count]), tuple(suited[-count:])))


def max_lead(other: int, options: Options) -> int:
    """Cards at most in a lead before a hand of so many."""
    return min(other, options["max_lead"] or other)
