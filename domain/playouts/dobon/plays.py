"""Plays on masks: bit `n` of a mask of cards stands for card `n` of `domain.ruleset.cards`."""

from domain.dobon import plays
from domain.dobon.plays import BY_NUMBER, EIGHTS, FITS_OR_EIGHT
from domain.dobon.waits import CARDS
from domain.ruleset.actions import Action
from domain.ruleset.cards import cards_of

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
    return [*plays.plays(cards_of(hand & CARDS), hand, hand & fits)]
