"""Positions: the protocol of every family, and the position of a table."""

from collections.abc import Sequence
from typing import Any, Protocol, Self

from domain.playouts.beating.durak import DurakPosition
from domain.playouts.beating.leads import KirifuPosition, MustamaijaPosition
from domain.playouts.dobon.kawagoe import KawagoePosition
from domain.playouts.dobon.sato import SatoPosition
from domain.playouts.doubt.position import DoubtPosition
from domain.ruleset.actions import Action
from domain.ruleset.ruleset import Options

NOBODY = -1
"""The winner of a round that no seat won."""


class Position(Protocol):
    """A round of which all cards are known, changed in place."""

    over: bool
    reason: str
    "The reason of `round-ended`; empty until then."
    winner: int
    "NOBODY if no seat has won."
    losers: list[int]
    points: list[int]
    "Points of each seat from the round; zeros until it is over."
    random: int
    "The state of the position's own random numbers, of 30 bits (`generator.py`)."

    def copy(self) -> Self:
        """Return an independent position with the same content, random numbers included."""

    def actions(self, seat: int) -> Sequence[Action]:
        """Return the seat's legal actions, as `Ruleset.actions` lists them; each `on` is 0."""

    def act(self, seat: int, action: Action | None) -> None:
        """Perform an action that the rules accept now, whatever its `on`.

        None lets the seat wait: it does not call on the card on top, and does not act out of turn on it.
        """

    def play_out(self, limit: int = ...) -> int:
        """Play to the end of the round by the default policy, or for about `limit` decisions.

        Returns the number of decisions: turns, flips and answers.
        """


POSITIONS: dict[str, Any] = {
    "dobon-sato": SatoPosition,
    "dobon-kawagoe": KawagoePosition,
    "doubt": DoubtPosition,
    "durak": DurakPosition,
    "kirifu": KirifuPosition,
    "mustamaija": MustamaijaPosition,
}
"""The class of positions of each ruleset."""


def make_position(ruleset: str, world: Any, options: Options, random: int, *, fresh: bool = False) -> Position:
    """Return the position of a table that knows every card; `random` has 30 bits.

    `fresh` says that the newest card was just laid: seats that can call on it do so in the playout, before any other
    action. Otherwise they have let it pass. An open window asks its seats in either case.
    """
    made: Position = POSITIONS[ruleset](world, options, random, fresh=fresh)
    return made
