"""What a seat reckons of cards it does not see in Doubt: whether a player could tell the truth, and whether its own play would be doubted."""

from functools import lru_cache
from math import comb

from domain.cards import RANK, Card
from domain.doubt.knowledge import elsewhere, possible
from domain.doubt.table import DoubtTable
from domain.ruleset import Options

TRUTHFUL = 0.9
"""How often somebody who could tell the truth does."""

NERVES = 0.06
"""How often a seat doubts what it cannot be sure of; as often as that a seat is doubted by each other one."""


@lru_cache(maxsize=20_000)
def at_least(wanted: int, unseen: int, fitting: int, drawn: int) -> float:
    """The chance that of `drawn` cards, from `unseen` ones of which some are fitting, at least so many fit."""
    if wanted <= 0:
        return 1.0
    ways = sum(
        comb(fitting, found) * comb(unseen - fitting, drawn - found)
        for found in range(wanted, min(fitting, drawn) + 1)
        if drawn - found <= unseen - fitting
    )
    return ways / comb(unseen, drawn)


def lie(table: DoubtTable, seat: int) -> float:
    """The chance, as the seat knows it, that the newest play is a lie; 1 where it is sure."""
    claim = table.claim
    assert claim is not None
    fitting = possible(table, seat, claim.seat, claim.number)
    unseen = every(table) - len(elsewhere(table, seat, claim.seat))
    held = len(table.hands[claim.seat]) + claim.count
    return 1 - TRUTHFUL * at_least(claim.count, unseen, max(fitting, 0), held)


def every(table: DoubtTable) -> int:
    """How many cards are in the game."""
    return table.decks * (52 + table.jokers)


def callers(table: DoubtTable, seat: int, options: Options) -> list[int]:
    """Seats that may doubt what the seat lays."""
    if options["variant"] == "cheat":
        return [table.following(seat)]
    return [other for other in range(len(table.hands)) if other != seat and other not in table.out]


class Doubters:
    """How likely the play that a seat is about to lay is doubted."""

    def __init__(self, table: DoubtTable, seat: int, options: Options) -> None:
        known = [card for card in table.hands[seat] if card is not None]
        known += [laid.card for laid in table.pile if laid.card is not None and (laid.shown or laid.by == seat)]
        copies = table.decks * (4 + table.jokers)
        self._copies = copies
        self._unseen = every(table) - len(known)
        self._fitting = copies - sum(_fits(card, table.number) for card in known)
        self._hands = [len(table.hands[other]) for other in callers(table, seat, options)]
        self._all: dict[int, float] = {}

    def doubt(self, count: int) -> float:
        """The chance that somebody doubts a play of so many cards: whoever holds so many of the number that it cannot be true does, and so may others."""
        if count not in self._all:
            quiet = 1.0
            for held in self._hands:
                sure = at_least(self._copies - count + 1, self._unseen, self._fitting, held)
                quiet *= (1 - sure) * (1 - NERVES)
            self._all[count] = 1 - quiet
        return self._all[count]


def _fits(card: Card, number: int) -> bool:
    return RANK[card] in (0, number)
