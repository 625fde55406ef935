"""Makes bots play at random in a round that does not end, because the same best actions could repeat forever.

Every table counts takes without progress, whether or not the game ends by them (`stall_limit`).
"""

from domain.beating.table import BeatingTable
from domain.game.game import Game
from domain.log.chance import RandomStream

STALLED_TAKES = 12
"""Takes in a row without progress before random play begins; after twice as many all play is random."""

LONG_ROUND = 1_000
"""Events per round, on average, before random play begins even while cards go out of play."""


def plays_at_random(game: Game, stream: RandomStream) -> bool:
    """Tell whether the seat plays at random this time."""
    over = _excess(game)
    return over > 0 and stream.below(STALLED_TAKES) < over


def is_stalling(game: Game) -> bool:
    """Tell whether bots begin to play at random."""
    return _excess(game) > 0


def _excess(game: Game) -> int:
    """Return how far the round is beyond the point at which random play begins; at most 0 before."""
    table: BeatingTable = game.table
    return max(table.stall - STALLED_TAKES, (game.version - LONG_ROUND * game.round) // 10)
