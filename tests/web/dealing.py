"""What will be dealt in Dobon of Sato, so that a test may choose."""

from domain.cards import RANK, codes, deck
from domain.chance import Chance
from domain.dobon.formula import is_valid


def dealt(chance: Chance, seats: int, size: int) -> tuple[list[list[int]], int]:
    """The hands by seat, and the first card."""
    cards = deck()
    chance.stream("deck").shuffle(cards)
    return [cards[seat : size * seats : seats] for seat in range(seats)], cards[size * seats]


def can_call(chance: Chance, seat: int, seats: int, size: int) -> bool:
    """Does the hand of the seat make the number of the first card?"""
    hands, top = dealt(chance, seats, size)
    return is_valid([RANK[card] for card in hands[seat]], RANK[top])


def in_words(chance: Chance, seats: int, size: int) -> tuple[list[list[str]], str]:
    """The same by codes."""
    hands, top = dealt(chance, seats, size)
    return [codes(hand) for hand in hands], codes([top])[0]


def first(chance: Chance, seats: int) -> int:
    """Who begins."""
    return chance.stream("first").below(seats)
