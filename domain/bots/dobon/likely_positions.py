"""Positions of Dobon sampled from a seat's own table, in which the others hold such cards as players keep.

Players keep low cards. With these chances the hands wait for as many numbers as those of careful bots do; with equal
chances hands of four cards would make a number three times too rarely.
"""

from collections.abc import Sequence

from domain.dobon.waits import HELD
from domain.game.game import Game
from domain.playouts.dobon.position import DobonPosition
from domain.playouts.generator import INCREMENT, MASK, MULTIPLIER, shuffle
from domain.playouts.worlds import sample_world
from domain.ruleset.cards import RANK, Card

Kept = Sequence[Sequence[int]]
"""How likely a card is in a hand, by its number, in 15 bits: a row for each number of cards, the last one for more."""

ATTEMPTS = 20
"""How often the cards are distributed again if a seat could have called on the card on top."""


class LikelyPositions:
    """The positions of one decision."""

    def __init__(self, game: Game, seat: int, position: type[DobonPosition], kept: Kept) -> None:
        table = game.table
        world = sample_world(game.ruleset.key, game.state, seat, 0)
        self.seats = [other for other in range(table.seats) if other != seat]
        self.start = position(world, game.options, 0)
        self.unseen: list[Card] = []
        "Cards that are closed in another hand or in the stock."
        self.missing: list[tuple[int, int, Sequence[int]]] = []
        "For each seat with closed cards: the seat, their number, and the chances of cards."
        for other in range(table.seats):
            places = zip(world.cards(other), game.cards(other), strict=True)
            closed = [card for card, known in places if known is None]
            if closed:
                self.missing.append((other, len(closed), kept[min(table.size(other), len(kept) - 1)]))
                self.start.hands[other] -= sum(HELD[card] for card in closed)
                self.unseen += closed
        self.unseen += self.start.stock
        self.unseen.sort()
        start = self.start
        self.passed = not start.window and start.calls_open and start.top >= 0

    def deal(self, random: int) -> DobonPosition:
        """Return a position; `random` has 30 bits. The others have let the card on top pass."""
        for _ in range(ATTEMPTS):
            position = self.start.copy()
            random = self._fill(position, random)
            if not self.passed or not any(position.may_call(other) and position.makes(other) for other in self.seats):
                break
        return position

    def _fill(self, position: DobonPosition, x: int) -> int:
        """Deal the unseen cards, and return the last random number."""
        left = self.unseen[:]
        for seat, count, chances in self.missing:
            hand, wanted = position.hands[seat], len(left) - count
            while len(left) > wanted:
                x = (x * MULTIPLIER + INCREMENT) & MASK
                place = (x >> 15) * len(left) >> 15
                card = left[place]
                x = (x * MULTIPLIER + INCREMENT) & MASK
                if x >> 15 < chances[RANK[card]]:
                    left[place] = left[-1]
                    left.pop()
                    hand += HELD[card]
            position.hands[seat] = hand
            position.waits[seat] = position.table_of_waits.of(hand)
        x = shuffle(left, x)
        for place in range(len(position.stock)):
            position.stock[place] = left.pop()
        position.random = x
        return x


def in_fifteen_bits(rows: Sequence[Sequence[float]]) -> Kept:
    """Return chances in proportion to these figures; the largest of each row is certain."""
    return [[round((1 << 15) * one / max(row)) for one in row] for row in rows]
