"""What a seat of a beating game can infer about other hands.

Cards that were taken up openly are known; for the others there are only probabilities.
"""

from collections.abc import Iterable
from math import comb
from typing import Any

from domain.beating.knowledge import sure, unseen
from domain.beating.table import BeatingTable
from domain.game.game import Game
from domain.ruleset.cards import Card


class Inference:
    """Conclusions from the table and the seat's own hand."""

    def __init__(self, game: Game, seat: int) -> None:
        assert game.state is not None
        self.table: BeatingTable = game.table
        self.seat, self.options, self.rules = seat, game.options, _rules(game)
        deck = self.rules.deck(self.table.jokers)
        self.hand = sorted(game.state.held(seat))
        self.known = sure(self.table, self.hand, seat, deck)
        "Cards that each seat certainly holds."
        self.unseen = unseen(self.table, self.hand, seat, deck)
        "Cards that may be in the stock or among the unknown cards of a hand."
        self.stock = len(self.table.stock)

    def unknown_count(self, other: int) -> int:
        """Return the number of unknown cards in the seat's hand."""
        return self.table.sizes[other] - len(self.known[other])

    def beats(self, card: Card, attack: Card) -> bool:
        """Tell whether the card beats the attack."""
        found: bool = self.rules.beats(self.table, card, attack)
        return found

    def chance_to_stand(self, other: int, attacks: Iterable[Card]) -> float:
        """Return the chance that the seat cannot beat all attacks.

        It is an estimate: each attack is treated as an independent hand with one card less.
        """
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
    """Return the ruleset. The bots use more of it than every ruleset has: the deck and the relation."""
    return game.ruleset


def chance_of_none(drawn: int, cards: int, good: int) -> float:
    """Return the chance that `drawn` of `cards` cards include none of the `good` ones."""
    return comb(cards - good, drawn) / comb(cards, drawn) if drawn <= cards else 1.0
