"""`novice`: plays Dobon at random."""

from collections.abc import Sequence

from domain.actions import Action, Dobon
from domain.cards import RANK
from domain.chance import Stream
from domain.dobon.table import DobonTable, ranks
from domain.formula import is_valid
from domain.game import Game


def novice(game: Game, seat: int, actions: Sequence[Action], stream: Stream) -> Action | None:
    """Any legal action, all equally likely, but calls and counters whenever its own hand makes the number.

    It never calls falsely: a false call is legal, and costs a player something without gaining anything.
    """
    others = actions
    for place, action in enumerate(actions):
        if isinstance(action, Dobon):
            table: DobonTable = game.table
            if is_valid(ranks(table.hand(seat)), RANK[table.top]):
                return action
            others = [*actions[:place], *actions[place + 1 :]]
            break
    if not others:
        return None
    return others[0] if len(others) == 1 else others[stream.below(len(others))]
