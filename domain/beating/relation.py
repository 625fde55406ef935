"""Which card beats which, and how many attacks a hand can beat at most."""

from collections.abc import Callable, Iterable, Sequence

from domain.cards import RANK, SUIT, Card

ACE_HIGH: tuple[int, ...] = tuple(14 if rank == 1 else rank for rank in RANK)
"""Strength of each card within its suit: 2..13, the ace 14; 0 for a joker."""

NAMES = ("spade", "club", "heart", "diamond")
"""One card of each suit, in words."""

Beats = Callable[[Card, Card], bool]
"""Does the first card beat the second, an attack?"""


def follows_or_trumps(card: Card, attack: Card, trump: int | None) -> bool:
    """Same suit and higher, or a trump on a card that is none: the relation of Durak and Mustamaija."""
    if SUIT[card] == SUIT[attack]:
        return ACE_HIGH[card] > ACE_HIGH[attack]
    return SUIT[card] == trump


def higher_or_trump(attack: Card, trump: int | None) -> str:
    """What beats the attack by `follows_or_trumps`, in words."""
    higher = f"a higher {NAMES[SUIT[attack]]}"
    return higher if trump is None or SUIT[attack] == trump else f"{higher} or a {NAMES[trump]} (trump)"


def by_worth(cards: Iterable[Card], trump: int | None) -> list[Card]:
    """The lowest card that is no trump first, then trumps, jokers last; of equal ones the first of the deck."""
    return sorted(cards, key=lambda card: (not RANK[card], SUIT[card] == trump, ACE_HIGH[card], card))


def best_defence(attacks: Sequence[Card], hand: Sequence[Card], beats: Beats) -> list[tuple[Card, Card]]:
    """Pairs of attack and card that beat as many attacks as the hand can, each with a card of its own; those that come first in the hand are tried first.

    A largest matching by augmenting paths; hands and tables are small.
    """
    answers = {attack: [card for card in hand if beats(card, attack)] for attack in attacks}
    used: dict[Card, Card] = {}
    for attack in attacks:
        _place(attack, answers, used, set())
    return sorted((attack, card) for card, attack in used.items())


def _place(attack: Card, answers: dict[Card, list[Card]], used: dict[Card, Card], seen: set[Card]) -> bool:
    """Find a card for the attack, moving other attacks to other cards where that makes room."""
    for card in answers[attack]:
        if card in seen:
            continue
        seen.add(card)
        if card not in used or _place(used[card], answers, used, seen):
            used[card] = attack
            return True
    return False
