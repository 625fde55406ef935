"""Plays on masks: bit `n` of a mask of cards stands for card `n` of `domain.ruleset.cards`."""

from domain.dobon import plays
from domain.dobon.plays import EIGHT, MATCHING, MATCHING_OR_EIGHT, SAME, Fits
from domain.playouts.cards import cards_of
from domain.playouts.dobon.waits import CARDS
from domain.ruleset.actions import Action
from domain.ruleset.cards import RANK


def fitting(fits: Fits) -> int:
    """Return the mask of the cards that fit."""
    return sum(1 << card for card, fit in enumerate(fits) if fit)


FITS = tuple(tuple(fitting(fits) for fits in row) for row in MATCHING)
"""Masks of the cards that match suit or number: `FITS[suit in force][number of the top]`."""

FITS_OR_EIGHT = tuple(tuple(fitting(fits) for fits in row) for row in MATCHING_OR_EIGHT)
"""The same if an 8 goes on anything."""

BY_NUMBER = tuple(fitting(fits) for fits in SAME)
"""Masks of the cards of each number."""

EIGHTS = BY_NUMBER[EIGHT]
"""Mask of the 8s."""

PENDING = tuple(rank if rank in (2, 13) else 0 for rank in range(14))
"""Sato 1.4: the pending rank after each number."""

FITS_AFTER = tuple(
    tuple(
        tuple(
            BY_NUMBER[rank] | (EIGHTS if eight_answers else 0) if PENDING[rank] else FITS_OR_EIGHT[suit][rank]
            for rank in range(14)
        )
        for suit in range(4)
    )
    for eight_answers in (False, True)
)
"""Sato 1.3 and S-10: masks of the cards that fit after a play: `FITS_AFTER[eight_answers_pending][suit][number]`."""


def play_actions(hand: int, fits: int) -> list[Action]:
    """Return all plays of the hand, in the form of `domain.dobon.plays.plays`."""
    return [*plays.plays(cards_of(hand & CARDS), tuple([bool(fits >> card & 1) for card in range(len(RANK))]))]
