"""`novice` for the rulesets of Dobon: plays at random."""

from collections.abc import Sequence

from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Action, Dobon


def novice_dobon(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """Call or counter whenever the hand makes the number; otherwise choose any legal action with equal chance.

    Out of turn, waiting is one of the choices. The novice never calls falsely: a false call is legal, but only costs.
    """
    others, calls = actions, game.ruleset.calls
    for place, action in enumerate(actions):
        if isinstance(action, Dobon):
            if calls is not None and calls.is_true(game.state, seat):
                return action
            others = [*actions[:place], *actions[place + 1 :]]
            break
    if not others:
        return None
    if seat not in game.ruleset.waiting_for(game.state):
        chosen = stream.below(len(others) + 1)
        return others[chosen] if chosen < len(others) else None
    return others[0] if len(others) == 1 else others[stream.below(len(others))]
