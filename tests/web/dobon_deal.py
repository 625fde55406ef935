"""The deal of Dobon by Sato's rules, computed in advance so that a test can choose one."""

from domain.dobon.formula import is_valid
from domain.log.chance import Chance
from domain.ruleset.cards import RANK, codes, deck


def deal(chance: Chance, seats: int, size: int) -> tuple[list[list[int]], int]:
    """Return the hands by seat, and the first card."""
    cards = deck()
    chance.stream("deck").shuffle(cards)
    return [cards[seat : size * seats : seats] for seat in range(seats)], cards[size * seats]


def can_call(chance: Chance, seat: int, seats: int, size: int) -> bool:
    """Does the hand of the seat make the number of the first card?"""
    hands, top = deal(chance, seats, size)
    return is_valid([RANK[card] for card in hands[seat]], RANK[top])


def deal_codes(chance: Chance, seats: int, size: int) -> tuple[list[list[str]], str]:
    """Return the hands by seat and the first card, as codes."""
    hands, top = deal(chance, seats, size)
    return [codes(hand) for hand in hands], codes([top])[0]


def first_seat(chance: Chance, seats: int) -> int:
    """Return the seat that begins."""
    return chance.stream("first").below(seats)
