"""How far a hand is from being laid in Doubt: which numbers its own turns will have, and how often it would have to lie until then.

While nobody is caught, a seat's turns come with the number of the seat's turn before plus the seats that are still in; so a player can tell which
of its cards will be true, which are dead, and which one has to be kept for the last turn, which everybody doubts.
"""

from collections.abc import Sequence

from domain.cards import RANK, Card

LIE = 1.5
"""Turns that having to lie once is worth."""

FALSE_END = 6.0
"""Turns that a last card that will be a lie is worth: it comes back with the pile."""

AHEAD = 13
"""Turns that are thought through: by then every number has come once."""


def count_numbers(cards: Sequence[Card]) -> list[int]:
    """How many of each number there are, jokers as number 0."""
    counts = [0] * 14
    for card in cards:
        counts[RANK[card]] += 1
    return counts


class TurnPlan:
    """The numbers of a seat's turns after this one, and the rules that say how a hand may be laid in them."""

    def __init__(self, number: int, seats: int, most: int, *, joker_ends: bool) -> None:
        """`number` is that of the turn now; `seats` are still in; `most` cards may be laid at once."""
        self.numbers = [(number + seats * turn - 1) % 13 + 1 for turn in range(1, AHEAD + 1)]
        self.most = most
        self.joker_ends = joker_ends

    def turns_left(self, counts: Sequence[int], size: int) -> float:
        """What is ahead of a hand, in turns: the best number of turns to lay it in, and what it has to lie on the way."""
        found = []
        jokers, true, empty = counts[0], 0, 0
        for turn, number in enumerate(self.numbers[:size], 1):
            right = min(self.most, counts[number])
            true += right
            empty += not right
            false = size - jokers - true
            if false + jokers < empty:
                break
            if size <= turn * self.most:
                # Jokers stand in for what is missing; of what is false no turn takes more than it may.
                lies = max(empty - jokers, -(-false // self.most))
                ends = right or (jokers and self.joker_ends)
                found.append(turn + LIE * lies + (0 if ends else FALSE_END))
        return min(found) if found else self.usual_turns(size) + LIE * max(empty - jokers, 0) + FALSE_END

    def usual_turns(self, size: float) -> float:
        """What is ahead of a hand that nothing is known of but its size."""
        return size * (1 + LIE / 3) / (1 + (self.most - 1) / 3)
