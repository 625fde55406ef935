"""The relation of beating as masks, computed once for each trump."""

from functools import cache

from domain.beating.kirifu import Kirifu
from domain.beating.mustamaija import Mustamaija
from domain.beating.relation import ACE_HIGH, follows_or_trumps
from domain.beating.table import BeatingTable
from domain.ruleset.cards import CODES, RANK, SUIT

_ALL = range(len(CODES))

BY_NUMBER = tuple(sum(1 << card for card in _ALL if RANK[card] == rank) for rank in range(14))
"""Masks of the cards of each number; of the jokers for 0."""

BY_SUIT = tuple(sum(1 << card for card in _ALL if SUIT[card] == suit) for suit in range(5))
"""Masks of the cards of each suit; of the jokers last."""


@cache
def beaters(key: str, trump: int | None, aces: str, follow_suit: bool) -> tuple[int, ...]:
    """Return for each attack card the mask of the cards that beat it, by the rules of the game with that key."""
    if key == "durak":
        return tuple(sum(1 << card for card in _ALL if follows_or_trumps(card, attack, trump)) for attack in _ALL)
    table = BeatingTable(sizes=[], stock=[], trump=trump, aces=aces, follow_suit=follow_suit)
    rules = Kirifu() if key == "kirifu" else Mustamaija()
    return tuple(sum(1 << card for card in _ALL if rules.beats(table, card, attack)) for attack in _ALL)


@cache
def worth(trump: int | None) -> tuple[int, ...]:
    """Return the place of each card by worth, as `domain.beating.relation.by_worth` orders them."""
    order = sorted(_ALL, key=lambda card: (not RANK[card], SUIT[card] == trump, ACE_HIGH[card], card))
    return tuple(order.index(card) for card in _ALL)
