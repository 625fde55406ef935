"""Playing cards as small integers, and their codes on the wire.

A card is its place in the start order of a deck: S1..S13, C1..C13, H1..H13, D1..D13, X1, X2 (0..53). A card that a
viewer may not see is `None` in that viewer's state and `HIDDEN` on the wire. In a mask of cards bit `n` stands for card
`n`.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

Card = int
"""0..53."""

SuitLetter = Literal["S", "C", "H", "D"]

SUITS: tuple[SuitLetter, ...] = ("S", "C", "H", "D")
"""Spades, clubs, hearts, diamonds; a suit is its index here."""

SUIT_OF = {letter: suit for suit, letter in enumerate(SUITS)}
"""Suit of each letter."""

HIDDEN = "??"
JOKER_SUIT = 4

CODES: tuple[str, ...] = (*(f"{suit}{rank}" for suit in SUITS for rank in range(1, 14)), "X1", "X2")
"""Code of each card."""


CARDS: dict[str, Card] = {code: card for card, code in enumerate(CODES)}
"""Card of each code."""

RANK: tuple[int, ...] = (*(rank for _ in SUITS for rank in range(1, 14)), 0, 0)
"""Number of each card, 1..13 (A=1, J=11, Q=12, K=13); 0 for a joker."""

SUIT: tuple[int, ...] = (*(suit for suit in range(4) for _ in range(13)), JOKER_SUIT, JOKER_SUIT)
"""Suit of each card as an index of `SUITS`; `JOKER_SUIT` for a joker."""


def code(card: Card | None) -> str:
    """Return the card's code, or `HIDDEN` for an unknown card."""
    return HIDDEN if card is None else CODES[card]


def codes(cards: Iterable[Card]) -> list[str]:
    """Return the codes of known cards, in their order."""
    return [CODES[card] for card in cards]


def hand_codes(hand: Sequence[Card | None]) -> list[str]:
    """Return the codes of a hand as a viewer sees it: known cards sorted, then `HIDDEN` for each other card."""
    known = sorted([card for card in hand if card is not None])
    return codes(known) + [HIDDEN] * (len(hand) - len(known))


def deck(jokers: int = 0) -> list[Card]:
    """Return a new deck in start order: 52 cards and `jokers` (0..2) jokers."""
    return list(range(52 + jokers))


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
