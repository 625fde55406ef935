"""`novice` for `doubt`: plays like a beginner."""

from collections.abc import Sequence

from domain.bots.doubt.stall_guard import lets_doubt_go
from domain.doubt.table import DoubtTable
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Action, Decline, Doubt, Play
from domain.ruleset.cards import RANK

SUSPICION = 8
"""All novices asked about a play together doubt once in this many plays."""

HONESTY = 2
"""A novice looks for a right card once in this many turns; otherwise it plays the first card at random."""


def novice_doubt(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """Play one card, a right one half of the time; doubt now and then, regardless of the hand."""
    table: DoubtTable = game.table
    answers = {type(action): action for action in actions if isinstance(action, Doubt | Decline)}
    if answers:
        suspects = not stream.below(SUSPICION * len(table.asked)) and not lets_doubt_go(
            table, seat, game.options, stream
        )
        return answers.get(Doubt if suspects else Decline)
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays or table.window:
        return None
    if not stream.below(HONESTY):
        plays = [play for play in plays if RANK[play.cards[0]] in (0, table.number)] or plays
    return plays[stream.below(len(plays))]
