"""Frames of a review of what the steps of a situation bring about."""

from typing import Any, Protocol

from domain.events import Event
from domain.fold import apply
from domain.game import Game
from domain.review import frame


class Situation(Protocol):
    """A round in play that steps can be told."""

    events: list[Event]

    @property
    def game(self) -> Game:
        """The server's game."""

    def when(self, *steps: str) -> list[Event]:
        """The steps in order."""


def looked_back(situation: Situation, *steps: str) -> list[dict[str, Any]]:
    """The frames of what the steps bring about."""
    game, already = situation.game.copy(), len(situation.events)
    situation.when(*steps)
    found = []
    for event in situation.events[already:]:
        before = game.copy()
        apply(game, event)
        found.append(frame(before, event, game))
    return found


def missed(frames: list[dict[str, Any]]) -> list[list[tuple[int, int]]]:
    """Frame by frame, (seat, on) of each call that was missed."""
    return [[(entry["seat"], entry["on"]) for entry in found["missed"]] for found in frames]
