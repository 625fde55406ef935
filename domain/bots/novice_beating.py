"""`novice` for the beating games: plays like a beginner."""

from collections.abc import Sequence

from domain.actions import Action
from domain.chance import Stream
from domain.game import Game


def novice(game: Game, seat: int, actions: Sequence[Action], stream: Stream) -> Action | None:  # noqa: ARG001 - it looks at nothing
    """Any of the actions."""
    return actions[stream.below(len(actions))]
