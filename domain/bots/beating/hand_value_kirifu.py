"""Values of cards and hands in Kirifu: their strength, and the number of leads needed to shed a hand."""

from collections import Counter
from collections.abc import Sequence
from math import fsum

from domain.beating.kirifu import SPADE_ACE
from domain.beating.relation import ACE_HIGH
from domain.beating.table import BeatingTable
from domain.ruleset.cards import RANK, SUIT, Card
from domain.ruleset.ruleset import Options

PLAIN = 0.05
"""The difference in value between two neighbouring plain cards; a two has 0."""

TRUMP = 0.75
"""The value of the lowest trump."""

TRUMP_STEP = 0.025
"""The difference in value between two neighbouring trumps."""

ACE = 1.3
"""The value of an ace above the trumps."""

JOKER = 1.5
"""The value of the joker."""

BURDEN = 0.6
"""The cost of a card in hand."""

TURN = 0.8
"""The cost of each lead needed to shed a hand."""


def card_value(table: BeatingTable, card: Card) -> float:
    """Return the value of the card's strength."""
    if not RANK[card]:
        return JOKER
    if RANK[card] == 1 and (table.aces == "all_aces" or (table.aces == "spade_ace" and card == SPADE_ACE)):
        return ACE
    height = ACE_HIGH[card] - 2
    return TRUMP + TRUMP_STEP * height if SUIT[card] == table.trump else PLAIN * height


def leads_needed(hand: Sequence[Card], options: Options) -> int:
    """Return the leads needed to shed the hand: one for each number, but groups take single cards along."""
    counts = Counter(RANK[card] or -card for card in hand)
    groups = sum(count > 1 for count in counts.values())
    return len(counts) - (min(groups, len(counts) - groups) if options["extra_card"] else 0)


def hand_value(table: BeatingTable, hand: Sequence[Card], options: Options) -> float:
    """Return the value of a hand."""
    return fsum(card_value(table, card) - BURDEN for card in hand) - TURN * leads_needed(hand, options)
