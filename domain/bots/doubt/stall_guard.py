"""How long bots go on doubting in one round of Doubt: every doubt prolongs it, and no table shall go on for ever."""

from domain.bots.doubt.odds import total_cards
from domain.chance import RandomStream
from domain.doubt.table import DoubtTable
from domain.ruleset import Options

PATIENCE = 6
"""Plays for each card of the game after which doubts begin to be let go; after twice as many all of them are, and hands only grow shorter."""


def lets_doubt_go(table: DoubtTable, seat: int, options: Options, stream: RandomStream) -> bool:
    """Does the seat let a doubt go that it would make? In a long round ever more often, once it has what it needs to finish."""
    patience = PATIENCE * total_cards(table)
    unearned = options["must_doubt_to_finish"] and not table.success[seat]
    return table.plays > patience and not unearned and stream.below(patience) < table.plays - patience
