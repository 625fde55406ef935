"""Games that can be copied and continue alike except for cards that one viewer cannot see."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Self

from domain.game.game import allowed_from, view
from domain.log.events import Event, Viewer, seen_by
from domain.log.upcasting import logged
from domain.ruleset.actions import Action
from domain.ruleset.cards import CARDS, Card
from domain.running.automation import due_after
from domain.running.commands import due
from prove.harness.json_values import canonical_text, named_cards
from prove.harness.match import Match

Command = tuple[str, Any, Any]


class World(Match, ABC):
    """A match that records its commands and can be copied."""

    commands: list[Command]
    "Accepted commands: `act`, seat and action, or `wait` and milliseconds."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.commands = []
        super().__init__(*args, **kwargs)

    def act(self, seat: int, action: Action) -> list[Event]:
        """Execute an action and record it if it is accepted. Raise `Refused`."""
        events = super().act(seat, action)
        # A refused action is not repeated: it may name cards that the viewer does not know.
        self.commands.append(("act", seat, action))
        return events

    def wait(self, ms: int) -> list[Event]:
        """Let time pass and record it."""
        self.commands.append(("wait", ms, None))
        return super().wait(ms)

    def duplicate(self) -> Self:
        """Return an independent match at the same point, without recorded commands."""
        other = copy(self)
        other.game, other.log, other.commands = self.game.copy(), self.log[:], []
        return other

    def do(self, kind: str, first: Any, second: Any) -> list[Event]:
        """Repeat one command."""
        return self.act(first, second) if kind == "act" else self.wait(first)

    def shown_cards(self, viewer: Viewer, since: int = 0) -> set[Card]:
        """Return the cards that the viewer was shown after that version."""
        seen = (seen_by(event, viewer) for event in self.log[since:])
        return {CARDS[code] for event in seen for code in (*named_cards(event.public), *named_cards(event.sealed))}

    # Parts that each family defines

    @abstractmethod
    def hidden_cards(self, future: "World", viewer: Viewer) -> list[Card]:
        """Return the cards that could be others, as far as the viewer knows now and in that future of this game."""

    @abstractmethod
    def exchange(self, swapped: Mapping[Card, Card]) -> None:
        """Replace cards by others for every viewer who knows them."""

    @abstractmethod
    def possible_actions(self, cards: Sequence[Card]) -> list[Action]:
        """Return actions that the seat might try with these cards, legal or not."""

    @abstractmethod
    def masked_answer(self, seat: int, action: Action) -> str:
        """Return the answer to the action without what it would reveal. The game does not change."""

    def translate(
        self,
        other: "World",  # noqa: ARG002 - most families need it
        command: Command,
        swapped: Mapping[Card, Card],  # noqa: ARG002 - most families need it
        viewer: Viewer,  # noqa: ARG002 - most families need it
    ) -> Command | None:
        """Return the command for the other world, in which these cards were exchanged.

        None if the command shows the viewer something that differs between the worlds.
        """
        return command


def shown_text(match: Match, viewer: Viewer) -> str:
    """Return everything the viewer sees of a game except digests, which cover hidden cards without revealing them."""
    game = match.of(viewer)
    found = view(game, viewer) | {"head": ""}
    moments = (due(match.game), due_after(match.game, match.now), allowed_from(match.game))
    return canonical_text([found, moments, game.stored() | {"head": ""}])


def plain_events(events: list[Event], viewer: Viewer) -> str:
    """Return events as the viewer sees them, with the names of their seals instead of the seals."""
    seen = [seen_by(event, viewer) for event in events]
    names = [sorted(event.sealed) for event in events]
    return canonical_text([[e.type, e.public, e.sealed, e.schema, e.version, e.at, names] for e in map(logged, seen)])
