"""What cards and hands are worth in Kirifu: how strong they are, and how many leads it takes to be rid of them."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.beating.kirifu import GROUP, MOST, SPADE_ACE, TWO_GROUPS, combination, leads_of
from domain.beating.relation import ACE_HIGH
from domain.beating.table import BeatingTable
from domain.cards import RANK, SUIT, Card
from domain.ruleset import Options

PLAIN = 0.05
"""What a plain card is worth more than the next lower one; the two is worth nothing."""

TRUMP = 0.75
"""What the lowest trump is worth."""

TRUMP_STEP = 0.025
"""What a trump is worth more than the next lower one."""

ACE = 1.3
"""What an ace is worth that stands above the trumps."""

JOKER = 1.5
"""What the joker is worth."""

BURDEN = 0.6
"""What it costs to have a card."""

TURN = 0.8
"""What each lead costs that it takes to be rid of a hand."""


def card_value(table: BeatingTable, card: Card) -> float:
    """What the card's strength is worth."""
    if not RANK[card]:
        return JOKER
    if RANK[card] == 1 and (table.aces == "all_aces" or (table.aces == "spade_ace" and card == SPADE_ACE)):
        return ACE
    height = ACE_HIGH[card] - 2
    return TRUMP + TRUMP_STEP * height if SUIT[card] == table.trump else PLAIN * height


def leads_needed(hand: Sequence[Card], options: Options) -> int:
    """Leads that it takes to be rid of the hand: one for each number, but groups take single cards along."""
    counts = Counter(RANK[card] or -card for card in hand)
    groups = sum(count > 1 for count in counts.values())
    return len(counts) - (min(groups, len(counts) - groups) if options["extra_card"] else 0)


def hand_value(table: BeatingTable, hand: Sequence[Card], options: Options) -> float:
    """What a hand is worth."""
    return sum(card_value(table, card) - BURDEN for card in hand) - TURN * leads_needed(hand, options)


def possible_leads(hand: Sequence[Card], options: Options, most: int) -> Iterator[tuple[Card, ...]]:
    """All leads of at most so many cards; of a group also with each further card of the hand as the extra one, which comes last."""
    for cards in leads_of(hand, options):
        if len(cards) <= most:
            yield cards
        if len(cards) < most and takes_extra(cards, options):
            yield from ((*cards, card) for card in hand if card not in cards)


def takes_extra(cards: Sequence[Card], options: Options) -> bool:
    """May an extra card go with these?"""
    return options["extra_card"] and combination(cards, options) in (GROUP, TWO_GROUPS)


def max_lead(other: int, options: Options) -> int:
    """Cards at most in a lead before a hand of so many."""
    return min(MOST, other) if options["limit_by_defender_hand"] else MOST
