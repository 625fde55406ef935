"""The limit of an endgame search, so that a bot answers in time."""

MAX_ENDGAME_CARDS = 16
"""The largest number of cards in the last two hands for which the end is searched."""

MAX_POSITIONS = 1_500
"""Positions that the search of a bot may visit."""


class SearchLimitReached(Exception):
    """The search would have to visit more positions than it may."""


class EndgameSearch:
    """Counts the positions of a search. Every method of a subclass that searches raises `SearchLimitReached`."""

    def __init__(self, most: int = MAX_POSITIONS) -> None:
        """`most` is the number of positions that it may visit."""
        self.most, self.visited = most, 0

    def visit(self) -> None:
        """Count one more position. Raises `SearchLimitReached`."""
        self.visited += 1
        if self.visited > self.most:
            raise SearchLimitReached
