"""The chances of the seats in a beating game of which all hands are known, between two leads or bouts.

A hand has a score, and the chance to be the last with cards is proportional to its exponential. The figures were fitted
to 900 rounds of careful bots each, of four seats, in Durak of two; while there is a stock they tell little.
"""

from functools import cache
from math import exp, fsum, sqrt
from typing import NamedTuple

from domain.beating.kirifu import SPADE_ACE
from domain.beating.relation import ACE_HIGH
from domain.playouts.beating.position import BeatingPosition
from domain.playouts.beating.relation import BY_NUMBER, BY_SUIT
from domain.ruleset.cards import RANK, SUIT, cards_of

_NUMBERS = BY_NUMBER[1:]
_SUITS = BY_SUIT[:4]


class Figures(NamedTuple):
    """What raises the score of a hand. A height is 0 for a two and 1 for an ace."""

    root: float
    "The root of the number of cards."
    card: float
    "Each card."
    height: float
    "The height of each plain card."
    trump: float
    "Each trump."
    trump_height: float
    "The height of each trump."
    best: float
    "Each joker, and the ace of spades in Kirifu."
    number: float
    "Each different number."
    suit: float
    "Each different suit."
    lead: float
    "The next lead."


FIGURES = {
    "durak": (
        Figures(1.67, -0.22, -0.1, -0.29, -0.29, 0.0, 0.04, 0.04, 0.04),
        Figures(0.78, 0.99, -1.08, -1.54, -1.1, 0.0, 0.68, 0.0, -0.97),
    ),
    "kirifu": (
        Figures(-0.52, 0.24, -0.29, -0.16, -0.36, -0.44, 0.07, -0.02, -0.06),
        Figures(2.0, -0.45, -0.6, -0.47, -0.62, -1.26, 1.03, -0.13, -1.12),
    ),
    "mustamaija": (
        Figures(0.92, -0.12, -0.1, -0.22, -0.15, 0.0, -0.04, 0.11, -0.19),
        Figures(3.11, -0.59, -0.16, -0.35, -0.56, 0.0, -0.08, 0.34, -0.76),
    ),
}
"""By ruleset: with a stock, and without."""


@cache
def card_scores(key: str, trump: int | None, empty: bool) -> tuple[float, ...]:
    """Return what each card adds to the score of a hand."""
    figures = FIGURES[key][empty]

    def score(card: int) -> float:
        if not RANK[card] or (key == "kirifu" and card == SPADE_ACE):
            return figures.card + figures.best
        height = (ACE_HIGH[card] - 2) / 12
        if SUIT[card] == trump:
            return figures.card + figures.trump + figures.trump_height * height
        return figures.card + figures.height * height

    return tuple(score(card) for card in range(len(RANK)))


def score(position: BeatingPosition, seat: int) -> float:
    """Return the score of the seat: the higher, the likelier it loses."""
    hand, empty = position.hands[seat], not position.stock
    figures, scores = FIGURES[position.key][empty], card_scores(position.key, position.trump, empty)
    numbers = sum([1 for mask in _NUMBERS if hand & mask])
    suits = sum([1 for mask in _SUITS if hand & mask])
    return (
        fsum([scores[card] for card in cards_of(hand)])
        + figures.root * sqrt(hand.bit_count())
        + figures.number * numbers
        + figures.suit * suits
        + figures.lead * (seat == position.turn)
    )


def chances(position: BeatingPosition, seat: int) -> tuple[float, float]:
    """Return the seat's chances to be the first and to be the last, in a round that is not over."""
    if seat in position.out:
        return float(position.out[0] == seat), 0.0
    scores = {other: score(position, other) for other in position.left()}
    last = 1 / fsum([exp(one - scores[seat]) for one in scores.values()])
    if position.out:
        return 0.0, last
    return 1 / fsum([exp(scores[seat] - one) for one in scores.values()]), last
