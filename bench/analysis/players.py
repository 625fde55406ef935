"""Players besides the bots of the project: some to fit the beliefs about people to, others to test them with.

In Dobon they play by one simple idea each, call if they may, and forget to call or draw without need now and then. In
Doubt they differ in how often they lie.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from domain.bots.strategy import Strategy
from domain.game.game import Game
from domain.log.chance import RandomStream
from domain.ruleset.actions import Action, Decline, Dobon, Doubt, Play
from domain.ruleset.cards import RANK, SUIT

Taste = Callable[[Game, int, Play], int]
"""Returns how much the player of a seat likes a play."""

FEW = 6
"""Cards of a hand, of up to which a player of Doubt may lie more often."""


class Player(NamedTuple):
    """The player of a seat, and what the table tells of it."""

    told: str | None
    "The strategy of a bot; None for a person."
    bot: str = "careful"
    "The bot that it plays like,"
    decide: Strategy | None = None
    "if this is None."


def _eager(taste: Taste, forgets: int = 0, draws: int = 0) -> Strategy:
    """Return a player that plays if it can, what it likes best. It forgets calls and draws freely so often in 100."""

    def decide(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
        rules, calls = game.ruleset.calls, [one for one in actions if isinstance(one, Dobon)]
        others = [one for one in actions if not isinstance(one, Dobon)]
        if calls and rules is not None and rules.is_true(game.state, seat) and stream.below(100) >= forgets:
            return calls[0]
        plays = [one for one in others if isinstance(one, Play)]
        if plays and stream.below(100) >= draws:
            return max((taste(game, seat, play), stream.word(), play) for play in plays)[2]
        rest = [one for one in others if not isinstance(one, Play)] or others
        if not rest or seat not in game.ruleset.waiting_for(game.state):
            return None
        return rest[stream.below(len(rest))]

    return decide


def _number(game: Game, seat: int, play: Play) -> int:  # noqa: ARG001 - a taste
    return RANK[play.cards[0]]


def _suit(game: Game, seat: int, play: Play) -> int:
    """Return the number of cards of the suit that the player asks for."""
    asked = SUIT[play.cards[-1]] if play.suit is None else play.suit
    return [SUIT[card] for card in game.cards(seat)].count(asked)


def _any(game: Game, seat: int, play: Play) -> int:  # noqa: ARG001 - a taste
    return 0


def _count(game: Game, seat: int, play: Play) -> int:  # noqa: ARG001 - a taste
    return len(play.cards)


def _low(game: Game, seat: int, play: Play) -> int:
    return -_number(game, seat, play)


def _liar(lies: int, doubts: int, few: int | None = None) -> Strategy:
    """Return a player of Doubt that lays one card: a right one if it has one, but a wrong one so often in 100.

    With up to `FEW` cards it lies `few` times instead. It doubts so often in 100, whatever it holds.
    """

    def decide(game: Game, seat: int, actions: Sequence[Action], stream: RandomStream) -> Action | None:
        answers = {type(one): one for one in actions if isinstance(one, Doubt | Decline)}
        if answers:
            return answers.get(Doubt if stream.below(100) < doubts else Decline)
        plays = [one for one in actions if isinstance(one, Play)]
        if not plays or game.table.window:
            return None
        wanted, often = (0, game.table.number), lies if few is None or len(game.cards(seat)) > FEW else few
        lying = stream.below(100) < often
        plays = [one for one in plays if (RANK[one.cards[0]] in wanted) != lying] or plays
        return plays[stream.below(len(plays))]

    return decide


BOTS: Mapping[str, Player] = MappingProxyType({name: Player(name, name) for name in ("careful", "novice")})

PEOPLE: Mapping[str, Mapping[str, Player]] = MappingProxyType(
    {
        "dobon": {
            "like careful": Player(None),
            "like novice": Player(None, "novice"),
            "any card": Player(None, decide=_eager(_any)),
            "most cards, forgets": Player(None, decide=_eager(_count, 10, 0)),
            "highest card, draws and forgets": Player(None, decide=_eager(_number, 20, 20)),
        },
        "doubt": {
            "like careful": Player(None),
            "lies if it must": Player(None, decide=_liar(0, 8)),
            "lies often": Player(None, decide=_liar(35, 15)),
        },
    }
)
"""By family of rulesets: those that the beliefs about people are fitted to."""

OTHERS: Mapping[str, Mapping[str, Player]] = MappingProxyType(
    {
        "dobon": {
            "lowest card": Player(None, decide=_eager(_low)),
            "longest suit": Player(None, decide=_eager(_suit)),
            "often draws and forgets": Player(None, decide=_eager(_any, 15, 25)),
        },
        "doubt": {
            "like novice": Player(None, "novice"),
            "lies now and then": Player(None, decide=_liar(15, 4)),
            "lies very often": Player(None, decide=_liar(60, 10)),
            "lies with few cards": Player(None, decide=_liar(5, 8, 50)),
        },
    }
)
"""Those to test with. Nothing was fitted to their games."""
