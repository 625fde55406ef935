"""Two worlds of Durak, Kirifu or Mustamaija: the cards to exchange, the actions to try, the events to compare."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from domain.beating.base import BeatingFamily
from domain.beating.table import LEADING
from domain.log.chance import MOST_ROUNDS, HashChain
from domain.log.errors import Refused
from domain.log.events import Event, Viewer
from domain.log.moments import later
from domain.ruleset.actions import Action, Attack, Beat, Lead, Stop, Take, ThrowIn, TurnOver
from domain.ruleset.cards import Card
from domain.running.commands import act, due
from prove.harness.json_values import canonical_text
from prove.harness.worlds.world import Command, World

NOTHING = HashChain(bytes(32), MOST_ROUNDS)

REVEALED = {
    "trump-turned": ("card", "trump", "skipped", "under"),
    "round-ended": ("hands",),
    "round-revealed": ("secret",),
}
"""Fields that these events reveal: the trump that is turned, hands shown at the end, the secret."""


class BeatingWorld(World):
    """A game that can be copied; after an exchange of cards, other seats hold or will draw different ones."""

    def hidden_cards(self, future: World, viewer: Viewer) -> list[Card]:
        """Return the cards that the viewer was never shown."""
        # By elimination the viewer may know a hand, but not which of its cards an event concerns.
        known = future.shown_cards(viewer)
        rules = self.game.ruleset
        assert isinstance(rules, BeatingFamily)
        return [card for card in rules.deck(self.game.table.jokers) if card not in known]

    def exchange(self, swapped: Mapping[Card, Card]) -> None:
        """Replace cards by others in the hands and the stock; the table has no card that is hidden."""
        state: Any = self.game.state
        for place in (*(hand.cards for hand in state.hands), state.deck):
            place[:] = [swapped.get(card, card) for card in place]

    def possible_actions(self, cards: Sequence[Card]) -> list[Action]:
        """Return every possible action."""
        singles = [made((card,)) for made in (Attack, ThrowIn, Lead) for card in cards]
        found: list[Action] = [Take(), Stop(), *singles, *map(TurnOver, cards)]
        found += [made(pair) for made in (Attack, ThrowIn, Lead) for pair in combinations(cards[:5], 2)]
        found += [Lead((one, two), three) for one, two, three in combinations(cards[:5], 3)]
        return found + [Beat(((attack.card, card),)) for attack in self.game.table.attacks for card in cards]

    def masked_answer(self, seat: int, action: Action) -> str:
        """Return the events without what they would reveal, or the refusal."""
        try:
            return canonical_text([mask_event(one) for one in act(self.game, seat, action, self.now, NOTHING)])
        except Refused as refused:
            return canonical_text([refused.code, refused.detail, refused.extra])

    def translate(self, other: World, command: Command, swapped: Mapping[Card, Card], viewer: Viewer) -> Command | None:  # noqa: ARG002 - cards are named as they are
        """Return the same command, or None for another seat's lead by the clock: it shows that hand's weakest card."""
        kind, ms, _ = command
        table, moment = self.game.table, due(self.game)
        leads = kind == "wait" and table.phase == LEADING and moment is not None and moment <= later(self.now, ms=ms)
        return None if leads and table.turn != viewer else command


def mask_event(event: Event) -> list[Any]:
    """Return the event without what it would reveal."""
    hidden = REVEALED.get(event.type, ())
    public = {name: value for name, value in event.public.json().items() if name not in hidden}
    return [event.type, public, sorted(event.sealed)]
