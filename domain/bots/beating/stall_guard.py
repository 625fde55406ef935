"""How long careful bots insist on what they think best in one round of a beating game: who does the same again and again may do so for ever.

A take that comes to nothing is counted by every table, whether or not the game is given up for it (`stall_limit`).
"""

from domain.beating.table import BeatingTable
from domain.chance import RandomStream
from domain.game import Game

PATIENCE = 12
"""Takes in a row that come to nothing, after which bots begin to play at random now and then; after twice as many they do nothing else."""

LONG = 1_000
"""Events of a round, on the average of the game's rounds, after which they do so even while cards go out of play."""


def plays_at_random(game: Game, stream: RandomStream) -> bool:
    """Does the seat play at random this time?"""
    table: BeatingTable = game.table
    over = max(table.stall - PATIENCE, (game.version - LONG * game.round) // 10)
    return over > 0 and stream.below(PATIENCE) < over
