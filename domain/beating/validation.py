"""Checks that the beating games share, in the order of the rulebook (0.3): empty lists, duplicate cards, cards not
held.
"""

from collections.abc import Sequence
from typing import Protocol

from domain.beating.table import BeatingTable
from domain.log.errors import Refused
from domain.log.sentences import Sentence, series
from domain.ruleset.cards import CODES, Card, codes

Pair = tuple[Card, Card]
"""An attack card and the card that is to beat it."""


class Relation(Protocol):
    """The relation of beating in a game."""

    def beats(self, table: BeatingTable, card: Card, attack: Card) -> bool:
        """Tell whether the card beats the attack."""

    def beaten_by(self, table: BeatingTable, attack: Card) -> str:
        """Return in words the cards that would beat the attack; an empty string if none can."""


def check_held(hand: Sequence[Card | None], cards: Sequence[Card]) -> None:
    """Check that the list has one card or more, each once, all of the seat's own hand."""
    if not cards:
        raise Refused("bad-arguments", "Name one card or more.")
    if len({*cards}) < len(cards):
        raise Refused("duplicate-card", "Each card can be named once.")
    missing = [card for card in cards if card not in hand]
    if missing:
        raise Refused("not-in-hand", Sentence("{cards}: play cards of your own hand.", cards=series(codes(missing))))


def check_pairs(table: BeatingTable, hand: Sequence[Card | None], pairs: Sequence[Pair], rules: Relation) -> None:
    """Check that each pair names an attack that is not beaten yet and a card that beats it; all of them or none."""
    check_held(hand, [card for _, card in pairs])
    unbeaten = table.unbeaten()
    for attack, _ in pairs:
        if attack not in unbeaten:
            raise Refused(
                "no-such-attack",
                Sentence(
                    "{card} is not to be beaten now; these are: {attacks}.",
                    card=CODES[attack],
                    attacks=series(codes(unbeaten)),
                ),
            )
        unbeaten.remove(attack)
    for attack, card in pairs:
        if not rules.beats(table, card, attack):
            raise Refused("cannot-beat", cannot(table, card, attack, rules))


def cannot(table: BeatingTable, card: Card, attack: Card, rules: Relation) -> str:
    """Return in words why a card does not beat an attack."""
    ways = rules.beaten_by(table, attack)
    if not ways:
        return Sentence("{card} does not beat {attack}; nothing does.", card=CODES[card], attack=CODES[attack])
    return Sentence(
        "{card} does not beat {attack}; it takes {ways}.", card=CODES[card], attack=CODES[attack], ways=ways
    )
