"""The relation of beating: which card beats which, and how many attacks a hand can beat at most."""

from collections.abc import Callable, Iterable, Sequence

from domain.log.sentences import Sentence, either
from domain.ruleset.cards import RANK, SUIT, Card

ACE_HIGH: tuple[int, ...] = tuple(14 if rank == 1 else rank for rank in RANK)
"""Strength of each card within its suit: 2..13, the ace 14; 0 for a joker."""

NAMES = (Sentence("spade"), Sentence("club"), Sentence("heart"), Sentence("diamond"))
"""One card of each suit, in words."""

Beats = Callable[[Card, Card], bool]
"""Tells whether the first card beats the second, an attack."""


def follows_or_trumps(card: Card, attack: Card, trump: int | None) -> bool:
    """Tell whether the card has the same suit and is higher, or is a trump on another suit.

    This is the relation of Durak and Mustamaija.
    """
    if SUIT[card] == SUIT[attack]:
        return ACE_HIGH[card] > ACE_HIGH[attack]
    return SUIT[card] == trump


def higher_or_trump(attack: Card, trump: int | None) -> str:
    """Return in words the cards that beat the attack by `follows_or_trumps`."""
    higher = Sentence("a higher {suit}", suit=NAMES[SUIT[attack]])
    if trump is None or SUIT[attack] == trump:
        return higher
    return either([higher, Sentence("a {suit} (trump)", suit=NAMES[trump])])


def by_worth(cards: Iterable[Card], trump: int | None) -> list[Card]:
    """Return the cards by worth: plain suits from the lowest up, then trumps, jokers last; equal ones in the order of
    the deck.
    """
    return sorted(cards, key=lambda card: (not RANK[card], SUIT[card] == trump, ACE_HIGH[card], card))


def best_defence(attacks: Sequence[Card], hand: Sequence[Card], beats: Beats) -> list[tuple[Card, Card]]:
    """Return pairs of attack and card that beat as many attacks as the hand can, each with a card of its own.

    Cards are tried in the order of the hand. This is a largest matching by augmenting paths; hands and tables are
    small.
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
