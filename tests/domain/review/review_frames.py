"""Review frames of the events that the steps of a situation cause."""

from typing import Any, Protocol

from domain.game.fold import apply
from domain.game.game import Game
from domain.log.events import Event
from domain.log.upcasting import logged
from domain.review.review import frame


class Situation(Protocol):
    """A round in play that can execute steps."""

    events: list[Event]

    @property
    def game(self) -> Game:
        """The game as the server folds it."""

    def when(self, *steps: str) -> list[Event]:
        """Execute the steps in order."""


def frames_of(situation: Situation, *steps: str) -> list[dict[str, Any]]:
    """Return the frames of the events that the steps cause."""
    game, already = situation.game.copy(), len(situation.events)
    situation.when(*steps)
    found = []
    for event in situation.events[already:]:
        before = game.copy()
        apply(game, event)
        found.append(frame(before, logged(event), game))
    return found


def missed(frames: list[dict[str, Any]]) -> list[list[tuple[int, int]]]:
    """Return, frame by frame, (seat, on) of each missed call."""
    return [[(entry["seat"], entry["on"]) for entry in found["missed"]] for found in frames]
