"""Probabilities of unseen cards in Doubt: that a play is true, and that the seat's own play is doubted."""

from functools import lru_cache
from math import comb

from domain.doubt.hand import DoubtHand
from domain.doubt.knowledge import elsewhere, held_or_laid, possible
from domain.doubt.table import DoubtTable
from domain.ruleset.cards import RANK, Card
from domain.ruleset.ruleset import Options

TRUTHFUL = 0.9
"""How often a player that could tell the truth does so."""

NERVES = 0.06
"""How often a seat doubts a play without certainty, and is doubted by each other seat."""


@lru_cache(maxsize=20_000)
def chance_of_at_least(wanted: int, unseen: int, fitting: int, drawn: int) -> float:
    """Return the chance that `drawn` of `unseen` cards, of which `fitting` fit, include at least `wanted` that fit."""
    if wanted <= 0:
        return 1.0
    ways = sum(
        comb(fitting, found) * comb(unseen - fitting, drawn - found)
        for found in range(wanted, min(fitting, drawn) + 1)
        if drawn - found <= unseen - fitting
    )
    return ways / comb(unseen, drawn)


def lie_chance(table: DoubtTable, hand: DoubtHand, seat: int) -> float:
    """Return the chance, from the seat's view, that the newest play is a lie; 1 if it is certain."""
    claim = table.claim
    assert claim is not None
    fitting = possible(table, hand, seat, claim.seat, claim.number)
    unseen = total_cards(table) - len(elsewhere(table, hand, seat, claim.seat))
    held = table.sizes[claim.seat] + claim.count
    return 1 - TRUTHFUL * chance_of_at_least(claim.count, unseen, max(fitting, 0), held)


def total_cards(table: DoubtTable) -> int:
    """Return the number of cards in the game."""
    return table.decks * (52 + table.jokers)


def possible_doubters(table: DoubtTable, seat: int, options: Options) -> list[int]:
    """Return the seats that may doubt a play of the seat."""
    if options["variant"] == "cheat":
        return [table.following(seat)]
    return [other for other in range(len(table.sizes)) if other != seat and other not in table.out]


class DoubtOdds:
    """The chance that a play of the seat is doubted."""

    def __init__(self, table: DoubtTable, hand: DoubtHand, seat: int, options: Options) -> None:
        known = held_or_laid(table, hand)
        copies = table.decks * (4 + table.jokers)
        self._copies = copies
        self._unseen = total_cards(table) - len(known)
        self._fitting = copies - sum(_fits(card, table.number) for card in known)
        self._hands = [table.sizes[other] for other in possible_doubters(table, seat, options)]
        self._all: dict[int, float] = {}

    def chance(self, count: int) -> float:
        """Return the chance that a play of `count` cards is doubted.

        A seat doubts if its own cards of the number make the play impossible, and sometimes otherwise.
        """
        if count not in self._all:
            quiet = 1.0
            for held in self._hands:
                sure = chance_of_at_least(self._copies - count + 1, self._unseen, self._fitting, held)
                quiet *= (1 - sure) * (1 - NERVES)
            self._all[count] = 1 - quiet
        return self._all[count]


def _fits(card: Card, number: int) -> bool:
    return RANK[card] in (0, number)
