"""Limits the doubts of bots in one round of Doubt, because every doubt prolongs it."""

from domain.bots.doubt.odds import total_cards
from domain.doubt.table import DoubtTable
from domain.log.chance import RandomStream
from domain.ruleset.ruleset import Options

PLAYS_PER_CARD = 6
"""Plays per card of the game before bots begin to skip doubts; after twice as many they skip all."""


def lets_doubt_go(table: DoubtTable, seat: int, options: Options, stream: RandomStream) -> bool:
    """Tell whether the seat skips a doubt: in a long round more and more often, once it may finish without one."""
    limit = PLAYS_PER_CARD * total_cards(table)
    unearned = options["must_doubt_to_finish"] and not table.success[seat]
    return is_long(table) and not unearned and stream.below(limit) < table.plays - limit


def is_long(table: DoubtTable) -> bool:
    """Tell whether bots begin to skip doubts."""
    return table.plays > PLAYS_PER_CARD * total_cards(table)
