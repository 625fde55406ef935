"""The number of turns that a hand needs in Doubt, and how often it must lie until then.

While no lie is caught, the number of a seat's turn grows by the number of seats still in. So a player can tell which of
its cards will be true, which are useless, and which one to keep for the last turn, which every seat doubts.
"""

from collections.abc import Sequence

from domain.ruleset.cards import RANK, Card

LIE = 1.5
"""The cost of one lie, in turns."""

FALSE_END = 6.0
"""The cost of a last card that will be a lie, in turns: it comes back with the pile."""

AHEAD = 13
"""The number of turns planned ahead: by then every number has come once."""


def count_numbers(cards: Sequence[Card]) -> list[int]:
    """Return how many cards of each number there are, jokers as number 0."""
    counts = [0] * 14
    for card in cards:
        counts[RANK[card]] += 1
    return counts


class TurnPlan:
    """The numbers of a seat's turns after this one, and the rules for its plays."""

    def __init__(self, number: int, seats: int, most: int, *, joker_ends: bool) -> None:
        """`number` is that of the current turn, `seats` are still in, and a play may have at most `most` cards."""
        self.numbers = [(number + seats * turn - 1) % 13 + 1 for turn in range(1, AHEAD + 1)]
        self.most = most
        self.joker_ends = joker_ends

    def turns_left(self, counts: Sequence[int], size: int) -> float:
        """Return the turns that a hand needs, with the cost of its lies."""
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
                # Jokers replace missing cards; a turn takes at most `most` wrong cards.
                lies = max(empty - jokers, -(-false // self.most))
                ends = right or (jokers and self.joker_ends)
                found.append(turn + LIE * lies + (0 if ends else FALSE_END))
        return min(found) if found else self.usual_turns(size) + LIE * max(empty - jokers, 0) + FALSE_END

    def usual_turns(self, size: float) -> float:
        """Return the expected turns of a hand of which only the size is known."""
        return size * (1 + LIE / 3) / (1 + (self.most - 1) / 3)
