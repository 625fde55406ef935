"""The ways to beat what lies on the table, and what is best to beat of it and with what."""

from collections.abc import Callable, Sequence

from domain.beating.relation import best_defence
from domain.cards import Card

Pairs = tuple[tuple[Card, Card], ...]

MANY = 6
"""Attacks of which every choice is looked through; of more only one that beats the most."""


def defences(
    attacks: Sequence[Card],
    hand: Sequence[Card],
    beats: Callable[[Card, Card], bool],
    worth: Callable[[Card, Card], float],
) -> dict[int, tuple[float, Pairs]]:
    """For each set of attacks that the hand can beat (bit by place) the pairs of most worth; nothing beaten is 0 and worth 0.

    Of a hand weak cards come first. `worth` says what it brings to beat an attack (first) with a card of the hand (second).
    """
    if len(attacks) > MANY:
        pairs = tuple(best_defence(attacks, hand, beats))
        beaten = {attack for attack, _ in pairs}
        mask = sum(1 << place for place, attack in enumerate(attacks) if attack in beaten)
        return {0: (0.0, ()), mask: (sum(worth(attack, card) for attack, card in pairs), pairs)}
    found: dict[int, tuple[float, Pairs]] = {0: (0.0, ())}
    for card in hand:
        possible = [
            (1 << place, attack, worth(attack, card)) for place, attack in enumerate(attacks) if beats(card, attack)
        ]
        for mask, (value, so_far) in list(found.items()) if possible else ():
            for bit, attack, more in possible:
                if mask & bit:
                    continue
                best = found.get(mask | bit)
                if best is None or value + more > best[0]:
                    found[mask | bit] = (value + more, (*so_far, (attack, card)))
    return found
