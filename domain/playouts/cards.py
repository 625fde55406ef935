"""Masks of cards: bit `n` stands for card `n` of `domain.ruleset.cards`."""

from collections.abc import Iterable

from domain.ruleset.cards import Card


def mask_of(cards: Iterable[Card | None]) -> int:
    """Return the mask of known cards."""
    mask = 0
    for card in cards:
        assert card is not None
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> list[Card]:
    """Return the cards of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
