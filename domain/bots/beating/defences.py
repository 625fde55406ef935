"""The ways to beat the attacks on the table."""

from collections.abc import Callable, Sequence
from math import fsum

from domain.beating.relation import best_defence
from domain.playouts.beating.endgame_leads import Pairs
from domain.ruleset.cards import Card

MANY = 6
"""Up to this many attacks all subsets are compared; with more only one that beats the most."""


def defences(
    attacks: Sequence[Card],
    hand: Sequence[Card],
    beats: Callable[[Card, Card], bool],
    worth: Callable[[Card, Card], float],
) -> dict[int, tuple[float, Pairs]]:
    """Return for each set of beatable attacks (a bit for each) the pairs with the highest value.

    The empty set has value 0. `hand` has weak cards first. `worth` gives the value of beating an attack (first) with a
    card of the hand (second).
    """
    if len(attacks) > MANY:
        pairs = tuple(best_defence(attacks, hand, beats))
        beaten = {attack for attack, _ in pairs}
        mask = sum(1 << place for place, attack in enumerate(attacks) if attack in beaten)
        return {0: (0.0, ()), mask: (fsum(worth(attack, card) for attack, card in pairs), pairs)}
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
