"""Two worlds of Durak, Kirifu or Mustamaija: what may be exchanged, tried, and told in both."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from domain.actions import Action, Attack, Beat, Lead, Stop, Take, ThrowIn, TurnOver
from domain.beating.table import LEADING
from domain.cards import Card
from domain.commands import Secrets, act, due
from domain.errors import Refused
from domain.events import Event, Viewer
from domain.times import later
from prove.harness.json_values import text
from prove.harness.worlds.world import Command, World

NOTHING = Secrets(b"\0" * 32, b"\1" * 32)

NEWS = {
    "trump-turned": ("card", "trump", "skipped", "under"),
    "round-ended": ("hands",),
    "round-revealed": ("secret",),
}
"""What these events bring to light: the trump that is turned, hands laid open, the secret."""


class BeatingWorld(World):
    """A game that can be doubled; by exchanging cards, others hold or will draw something else."""

    def hidden(self, future: World, viewer: Viewer) -> list[Card]:
        """Cards that the viewer was never told of."""
        # By elimination the viewer may know a hand, but not which of its cards is meant by anything.
        known = future.told_of(viewer)
        return [card for card in self.game.ruleset.deck(self.game.table.jokers) if card not in known]

    def exchange(self, swapped: Mapping[Card, Card]) -> None:
        """Put other cards where these are, for everybody who knows them."""
        for game in (self.folds.server, *self.folds.viewers.values()):
            table = game.table
            for place in (*table.hands, table.stock):
                place[:] = [swapped.get(card, card) for card in place]

    def wanted(self, cards: Sequence[Card]) -> list[Action]:
        """Everything there is to do."""
        singles = [made((card,)) for made in (Attack, ThrowIn, Lead) for card in cards]
        found: list[Action] = [Take(), Stop(), *singles, *map(TurnOver, cards)]
        found += [made(pair) for made in (Attack, ThrowIn, Lead) for pair in combinations(cards[:5], 2)]
        found += [Lead((one, two), three) for one, two, three in combinations(cards[:5], 3)]
        return found + [Beat(((attack.card, card),)) for attack in self.game.table.attacks for card in cards]

    def answered(self, seat: int, action: Action) -> str:
        """The events without what they would bring to light, or the refusal."""
        try:
            return text([untold(one) for one in act(self.game, seat, action, self.now, NOTHING)])
        except Refused as refused:
            return text([refused.code, refused.detail, refused.extra])

    def alike(self, other: World, command: Command, swapped: Mapping[Card, Card], viewer: Viewer) -> Command | None:  # noqa: ARG002 - cards are named as they are
        """The same, but not what the clock leads for somebody else: that is the weakest card of that hand."""
        kind, ms, _ = command
        table, moment = self.game.table, due(self.game)
        leads = kind == "wait" and table.phase == LEADING and moment is not None and moment <= later(self.now, ms=ms)
        return None if leads and table.turn != viewer else command


def untold(event: Event) -> list[Any]:
    """The event without what it would bring to light."""
    hidden = NEWS.get(event.type, ())
    public = {name: value for name, value in event.public.items() if name not in hidden}
    return [event.type, public, sorted(event.sealed)]
