"""Players of Doubt."""

from collections.abc import Sequence

from domain.actions import Action, Decline, Doubt, Play
from domain.chance import Stream
from domain.game import Game

SUSPICION = 8
"""`novice` doubts one play in so many."""


def novice(game: Game, seat: int, actions: Sequence[Action], stream: Stream) -> Action | None:  # noqa: ARG001
    """Lays any card, and doubts one play in eight, whatever it holds."""
    answers = [action for action in actions if isinstance(action, Doubt | Decline)]
    if answers:
        wanted = Doubt if stream.below(SUSPICION) == 0 else Decline
        return next(action for action in answers if isinstance(action, wanted))
    if not any(isinstance(action, Play) for action in actions) or game.table.window:
        return None
    return actions[stream.below(len(actions))]
