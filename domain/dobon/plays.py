"""Which cards go on which: tables made once, and the plays a hand allows."""

from functools import cache
from itertools import combinations

from domain.actions import Action, Play
from domain.cards import RANK, SUIT, Card

WILD = 8
"""The number that goes on anything and names a suit [マーク変え]."""

Fits = tuple[bool, ...]
"""For each card whether it fits."""

ON: tuple[tuple[Fits, ...], ...] = tuple(
    tuple(tuple(SUIT[c] == suit or RANK[c] in (rank, WILD) for c in range(52)) for rank in range(14))
    for suit in range(4)
)
"""What may be the bottom card of a play: `ON[suit in force][number of the top]`."""

SAME: tuple[Fits, ...] = tuple(tuple(RANK[c] == rank for c in range(52)) for rank in range(14))
"""What passes a pending number on: `SAME[number]`."""

SAME_OR_WILD: tuple[Fits, ...] = tuple(tuple(RANK[c] in (rank, WILD) for c in range(52)) for rank in range(14))
"""What does so where an 8 may, too."""

_SINGLES: tuple[list[Action], ...] = tuple(
    [Play((card,), suit) for suit in range(4)] if RANK[card] == WILD else [Play((card,))] for card in range(52)
)


def plays(hand: list[Card], fits: Fits) -> list[Action]:
    """All plays of the hand: each set of cards of one number once, with a fitting card at the bottom, an 8 with each suit."""
    found: list[Action] = []
    fitting = [card for card in hand if fits[card]]
    if not fitting:
        return found
    numbers = [RANK[card] for card in hand]
    grouped = 0
    for card in fitting:
        found += _SINGLES[card]
        rank = RANK[card]
        if not grouped >> rank & 1 and numbers.count(rank) > 1:
            grouped |= 1 << rank
            same = tuple(sorted(card for card in hand if RANK[card] == rank))
            found += _several(same, tuple(card for card in same if fits[card]))
    return found


@cache
def _several(same: tuple[Card, ...], bottoms: tuple[Card, ...]) -> list[Action]:
    """Plays of two and more of these cards, which have one number, with one of `bottoms` below the others.

    There are 13 numbers with 15 sets of cards and 15 of bottoms, so each is worked out once.
    """
    found: list[Action] = []
    suits = range(4) if RANK[same[0]] == WILD else (None,)
    for count in range(2, len(same) + 1):
        for group in combinations(same, count):
            bottom = next((card for card in group if card in bottoms), None)
            if bottom is not None:
                ordered = (bottom, *(card for card in group if card != bottom))
                found += [Play(ordered, suit) for suit in suits]
    return found
