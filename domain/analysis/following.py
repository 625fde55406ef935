"""Begin the beliefs of a seat, for each family of rulesets."""

from collections.abc import Sequence
from typing import Self

from domain.analysis.beliefs import Beliefs, Danger, Lie
from domain.analysis.dobon.beliefs import DobonBeliefs
from domain.analysis.doubt.beliefs import DoubtBeliefs
from domain.game.game import Game
from domain.log.events import Event
from domain.ruleset.cards import Card


class NoBeliefs:
    """The beliefs about a game of beating cards, in which no play can be called or doubted.

    In Durak, Kirifu and Mustamaija all plays are open, and nobody may claim the card of another seat. So a play has no
    danger of this kind, and the whole of its value is in the search.
    """

    def see(self, game: Game, event: Event) -> None:
        """Learn nothing."""

    def copy(self) -> Self:
        """Return the same beliefs: they never change."""
        return self

    def dangers(self, game: Game, plays: Sequence[tuple[Card, ...]]) -> list[Danger]:  # noqa: ARG002 - the interface
        """Return an empty list."""
        return []

    def likelihood(self, game: Game, seat: int, cards: Sequence[Card]) -> float:  # noqa: ARG002 - the interface
        """Return 1: every world is equally likely."""
        return 1.0

    def lie(self, game: Game) -> Lie | None:  # noqa: ARG002 - the interface
        """Return None: every play is open."""
        return None


def begin(game: Game, viewer: int) -> Beliefs:
    """Return the beliefs of a seat that has seen nothing of the round yet, or only what is on the table."""
    if game.ruleset.family == "dobon":
        return DobonBeliefs(viewer)
    if game.ruleset.family == "doubt":
        return DoubtBeliefs(viewer)
    return NoBeliefs()
