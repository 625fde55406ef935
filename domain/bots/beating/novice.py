"""`novice` for `durak`, `kirifu` and `mustamaija`: plays like a beginner."""

from collections.abc import Sequence

from domain.beating.relation import by_worth
from domain.beating.table import BeatingTable
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Action, Beat, Lead
from domain.ruleset.cards import SUIT, Card


def novice_beating(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
    """Beat whenever possible, half of the time with the lowest card; otherwise choose any legal action."""
    table: BeatingTable = game.table
    beats = [action for action in actions if isinstance(action, Beat)]
    if beats:
        return _beat(table, beats, stream)
    action = actions[stream.below(len(actions))]
    if isinstance(action, Lead) and game.ruleset.key == "mustamaija":
        return Lead((*action.cards, *_more(game, seat, action.cards[0], stream)))
    return action


def _beat(table: BeatingTable, beats: Sequence[Beat], stream: RandomStream) -> Beat:
    """Return any beat, or half of the time one with the lowest card."""
    if stream.below(2):
        return beats[stream.below(len(beats))]
    lowest = by_worth([action.pairs[0][1] for action in beats], table.trump)[0]
    return next(action for action in beats if action.pairs[0][1] == lowest)


def _more(game: Game, seat: int, card: Card, stream: RandomStream) -> list[Card]:
    """Return further cards of the suit for a lead in Mustamaija, each half of the time, up to the limit."""
    others = sorted(other for other in game.cards(seat) if other is not None and other != card)
    suited = [other for other in others if SUIT[other] == SUIT[card]]
    return [other for other in suited if not stream.below(2)][: game.table.limit - 1]
