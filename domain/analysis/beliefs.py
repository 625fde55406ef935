"""The interface of the analysis: beliefs that learn event by event, and the chances that follow from them."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self

from domain.game.game import Game
from domain.log.events import Event
from domain.ruleset.cards import Card

Numbers = tuple[int, ...]
"""Numbers of a hand, ascending."""


class Wait(NamedTuple):
    """A closed hand with which a seat would call."""

    numbers: Numbers
    "The numbers of the whole hand, ascending; a joker is 0."
    chance: float
    "The chance of exactly this hand."


class Caller(NamedTuple):
    """The chance that one seat calls on a card."""

    seat: int
    chance: float
    waits: tuple[Wait, ...]
    "Its most likely hands of that kind, the likeliest first."


class Danger(NamedTuple):
    """The chance that a play of the viewer is called, or doubted."""

    cards: tuple[Card, ...]
    "The cards of the play."
    chance: float
    "The chance that at least one seat calls."
    callers: tuple[Caller, ...]
    "The seats that may call, the likeliest first."


class Lie(NamedTuple):
    """The chance that the newest play of Doubt is a lie: a doubt of it succeeds exactly then."""

    seat: int
    number: int
    laid: int
    "Number of cards laid."
    chance: float


class Beliefs(Protocol):
    """What one seat believes about hidden cards in a round.

    `see` every event of the round as the viewer saw it, with the viewer's game as it was before the event. Beliefs that
    have seen nothing, or began late, know only what is on the table.
    """

    def see(self, game: Game, event: Event) -> None:
        """Learn from one event; `game` is the viewer's game before it."""

    def copy(self) -> Self:
        """Return independent beliefs with the same content."""

    def dangers(self, game: Game, plays: Sequence[tuple[Card, ...]]) -> list[Danger]:
        """Return the danger of each play of the viewer; `game` is the viewer's, after all events seen."""

    def likelihood(self, game: Game, seat: int, cards: Sequence[Card]) -> float:
        """Return how well a closed hand of the seat explains what it did: the weight of a sampled world.

        It is relative to hands of the same size drawn evenly from the unseen cards.
        """

    def lie(self, game: Game) -> Lie | None:
        """Return the chance that the newest play is a lie; None where no play is hidden, or it is the viewer's own."""
