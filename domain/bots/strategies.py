"""The strategies by name, and what a strategy is."""

from collections.abc import Callable, Sequence

from domain.actions import Action, Dobon
from domain.chance import Stream
from domain.game import Game

Strategy = Callable[[Game, int, Sequence[Action], Stream], Action | None]
"""From the seat's own game, the seat, its actions and a stream of chance: one of the actions, or None for keeping quiet.

None is an answer only where every action is a call.
"""


def novice(game: Game, seat: int, actions: Sequence[Action], stream: Stream) -> Action | None:
    """Anything legal."""
    return actions[stream.below(len(actions))]


STRATEGIES: dict[str, Strategy] = {"novice": novice, "careful": novice}
