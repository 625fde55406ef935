"""What a seat of a beating game can tell of the other hands: cards that lay open and were taken up are remembered, the rest is a matter of odds."""

from collections.abc import Iterable
from math import comb
from typing import Any

from domain.beating.knowledge import sure, unseen
from domain.beating.table import BeatingTable
from domain.cards import Card
from domain.game import Game


class Inference:
    """Everything that follows from the seat's own table."""

    def __init__(self, game: Game, seat: int) -> None:
        self.table: BeatingTable = game.table
        self.seat, self.options, self.rules = seat, game.options, _rules(game)
        deck = self.rules.deck(self.table.jokers)
        self.hand = sorted(self.table.held(seat))
        self.known = sure(self.table, seat, deck)
        "Cards that each seat surely holds."
        self.unseen = unseen(self.table, seat, deck)
        "Cards of which any may be in the stock or in a hand of which not every card is known, if there still is one."
        self.stock = len(self.table.stock)

    def unknown_count(self, other: int) -> int:
        """How many cards of the seat's hand are not known."""
        return len(self.table.hands[other]) - len(self.known[other])

    def beats(self, card: Card, attack: Card) -> bool:
        """Does the card beat the attack?"""
        found: bool = self.rules.beats(self.table, card, attack)
        return found

    def chance_to_stand(self, other: int, attacks: Iterable[Card]) -> float:
        """The chance that the seat cannot beat all of these: as if each had to be beaten by a hand that the others have used a card of."""
        beaten, unknown = 1.0, self.unknown_count(other)
        known = self.known[other][:]
        for attack in attacks:
            answer = next((card for card in known if self.beats(card, attack)), None)
            if answer is not None:
                known.remove(answer)
                continue
            good = sum(self.beats(card, attack) for card in self.unseen)
            beaten *= 1 - chance_of_none(unknown, len(self.unseen), good)
            unknown = max(unknown - 1, 0)
        return 1 - beaten


def _rules(game: Game) -> Any:
    """The rules, of which bots use more than every ruleset has: the deck and the relation."""
    return game.ruleset


def chance_of_none(drawn: int, cards: int, good: int) -> float:
    """The chance that none of so many cards drawn is one of the good ones."""
    return comb(cards - good, drawn) / comb(cards, drawn) if drawn <= cards else 1.0
