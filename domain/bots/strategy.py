"""What a strategy is."""

from collections.abc import Callable, Sequence

from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Action

Strategy = Callable[[Game, int, Sequence[Action], RandomStream], Action | None]
"""A function that returns one of the legal actions, or None to wait.

Its arguments are the seat's own game, the seat, its actions and a random stream. None is only allowed if the game does
not wait for the seat. The same arguments give the same result, in every supported version of Python: numbers with
fractions are added with `math.fsum`, because `sum` rounds differently since Python 3.12.
"""
