"""Games that can be doubled, and go on alike but for cards that one viewer cannot see."""

from copy import copy
from typing import Any

from domain.actions import Action
from domain.cards import CARDS, Card
from domain.commands import due
from domain.events import Event, Viewer, seen_by
from domain.game import view
from domain.playing import due_after
from tests.domain.games import Match
from tests.domain.witness import named, text


class World(Match):
    """A match that remembers what it was told to do, and can be doubled."""

    told: list[tuple[str, Any, Any]]
    "`act`, seat and action, or `wait` and milliseconds; what was accepted."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.told = []
        super().__init__(*args, **kwargs)

    def act(self, seat: int, action: Action) -> list[Event]:
        events = super().act(seat, action)
        # What was refused is not told again: others may have named cards that V knows nothing of.
        self.told.append(("act", seat, action))
        return events

    def wait(self, ms: int) -> list[Event]:
        self.told.append(("wait", ms, None))
        return super().wait(ms)

    def double(self) -> "World":
        """A match of its own, at the same point, told nothing yet."""
        other = copy(self)
        other.folds, other.log, other.secrets, other.told = self.folds.copy(), self.log[:], self.secrets[:], []
        return other

    def do(self, kind: str, first: Any, second: Any) -> list[Event]:
        """One command again."""
        return self.act(first, second) if kind == "act" else self.wait(first)

    def reveals(self, viewer: Viewer, since: int) -> set[Card]:
        """Cards that the viewer has been told of from that version on, or knows the place of now."""
        told = {code for event in self.seen(viewer)[since:] for code in (*named(event.public), *named(event.sealed))}
        table = self.of(viewer).table
        known = {card for hand in (*table.hands, *table.shown, table.pile) for card in hand if card is not None}
        return known | {CARDS[code] for code in told}

    def fixed(self) -> set[Card]:
        """Cards that have answered a flip: they have its number, which others have not."""
        return {card for answer in self.game.table.openings for card in answer.cards}

    def exchange(self, swapped: dict[Card, Card]) -> None:
        """Put other cards where these are, for everybody who knows them."""
        for game in (self.folds.server, *self.folds.viewers.values()):
            table = game.table
            for place in (*table.hands, table.stock):
                place[:] = [swapped.get(card, card) for card in place]
            table.drawn = swapped.get(table.drawn, table.drawn)


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
