"""Games that can be doubled, and go on alike but for cards that one viewer cannot see."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Self

from domain.actions import Action
from domain.cards import CARDS, Card
from domain.commands import due
from domain.events import Event, Viewer, seen_by
from domain.game import view
from domain.playing import due_after
from prove.harness.json_values import named, text
from prove.harness.match import Match

Command = tuple[str, Any, Any]


class World(Match):
    """A match that remembers what it was told to do, and can be doubled."""

    told: list[Command]
    "`act`, seat and action, or `wait` and milliseconds; what was accepted."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.told = []
        super().__init__(*args, **kwargs)

    def act(self, seat: int, action: Action) -> list[Event]:
        """Carry out an action, and remember it where it is accepted. Raises `Refused`."""
        events = super().act(seat, action)
        # What was refused is not told again: others may have named cards that V knows nothing of.
        self.told.append(("act", seat, action))
        return events

    def wait(self, ms: int) -> list[Event]:
        """Let time pass, and remember it."""
        self.told.append(("wait", ms, None))
        return super().wait(ms)

    def double(self) -> Self:
        """A match of its own, at the same point, told nothing yet."""
        other = copy(self)
        other.folds, other.log, other.secrets, other.told = self.folds.copy(), self.log[:], self.secrets[:], []
        return other

    def do(self, kind: str, first: Any, second: Any) -> list[Event]:
        """One command again."""
        return self.act(first, second) if kind == "act" else self.wait(first)

    def told_of(self, viewer: Viewer, since: int = 0) -> set[Card]:
        """Cards that the viewer was told of after that version."""
        seen = (seen_by(event, viewer) for event in self.log[since:])
        return {CARDS[code] for event in seen for code in (*named(event.public), *named(event.sealed))}

    # What each family says for itself

    def hidden(self, future: "World", viewer: Viewer) -> list[Card]:
        """Cards that may be others for all that the viewer knows, now and in that future of this game."""
        raise NotImplementedError

    def exchange(self, swapped: Mapping[Card, Card]) -> None:
        """Put other cards where these are, for everybody who knows them."""
        raise NotImplementedError

    def wanted(self, cards: Sequence[Card]) -> list[Action]:
        """What the seat might try, right or wrong, with some cards."""
        raise NotImplementedError

    def answered(self, seat: int, action: Action) -> str:
        """How that would be answered, but for what it would bring to light. Nothing is done."""
        raise NotImplementedError

    def alike(self, other: "World", command: Command, swapped: Mapping[Card, Card], viewer: Viewer) -> Command | None:  # noqa: ARG002 - as most need
        """The command as it is given in that other world, where these cards were exchanged; None where it tells the viewer what is not the same in both."""
        return command


def shown(match: Match, viewer: Viewer) -> str:
    """All the viewer gets to see of a game, but for digests: those stand for hidden cards without telling them."""
    game = match.of(viewer)
    found = view(game, viewer) | {"head": ""}
    moments = (due(match.game), due_after(match.game, match.now), match.game.ruleset.moves_from(match.game.table))
    return text([found, moments, game.stored() | {"head": ""}])


def plain(events: list[Event], viewer: Viewer) -> str:
    """Events as the viewer sees them, with the names of their seals instead of the seals."""
    seen = [seen_by(event, viewer) for event in events]
    names = [sorted(event.sealed) for event in events]
    return text([[e.type, e.public, e.sealed, e.schema, e.version, e.at, names] for e in seen])
