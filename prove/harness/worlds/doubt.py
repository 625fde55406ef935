"""Two worlds of Doubt: what may be exchanged, tried, and told in both."""

from collections.abc import Mapping, Sequence

from domain.actions import Action, Decline, Doubt, Draw, Pass, Play
from domain.cards import RANK, Card
from domain.commands import Secrets, act
from domain.errors import Refused
from domain.events import Viewer, seen_by
from prove.harness.json_values import named, text
from prove.harness.worlds.world import Command, World


class DoubtWorld(World):
    """A game of Doubt that can be doubled; by exchanging cards, what others hold or have laid becomes something else."""

    def hidden(self, future: World, viewer: Viewer) -> list[Card]:
        """Cards that the viewer was never told of."""
        known = future.told_of(viewer)
        options = self.game.options
        # By the rules it is seen whether somebody's last card is a joker, where none may be.
        deck = range(52 + options["jokers_per_deck"] if options["joker_may_finish"] else 52)
        return [card for card in deck if card not in known]

    def exchange(self, swapped: Mapping[Card, Card]) -> None:
        """Put other cards where these are, for everybody who knows them."""
        for game in (self.folds.server, *self.folds.viewers.values()):
            table = game.table
            for place in (*table.hands, table.away):
                place[:] = [swapped.get(card, card) for card in place]
            for place in (table.pile, table.traced):
                place[:] = [known._replace(card=swapped.get(known.card, known.card)) for known in place]

    def wanted(self, cards: Sequence[Card]) -> list[Action]:
        """Everything there is to do."""
        on = self.game.table.window or self.game.version
        found: list[Action] = [Doubt(on), Doubt(on - 1), Doubt(on + 1), Decline(on), Decline(on - 1), Pass(), Draw()]
        found += [Play((card,)) for card in cards]
        return found + [Play((card, other)) for card in cards[:4] for other in cards[:4]]

    def answered(self, seat: int, action: Action) -> str:
        """The types and public parts of the events, or the refusal; of a doubt that is accepted nothing else, for it shows what lies there."""
        try:
            events = act(self.game, seat, action, self.now, Secrets(b"\0" * 32, b"\1" * 32))
        except Refused as refused:
            return text([refused.code, refused.detail, refused.extra])
        hidden = isinstance(action, Doubt) or any(event.type == "pile-taken" for event in events)
        # A round that ends lays every hand open.
        said = [
            [event.type, {name: value for name, value in event.public.items() if name != "hands"}]
            for event in events
            if event.type != "round-revealed"
        ]
        return "accepted" if hidden else text(said)

    def alike(self, other: World, command: Command, swapped: Mapping[Card, Card], viewer: Viewer) -> Command | None:
        """The command with the cards of the other world; an unseen draw takes what lies at a place of a hand, and what follows may differ for those who see it."""
        told = translated(other, command, swapped)
        return told if self.news(command, viewer) == other.news(told, viewer) else None  # type: ignore[attr-defined]

    def news(self, command: Command, viewer: Viewer) -> list[str]:
        """Cards that the command tells the viewer of: those of a doubt, a pile taken up, cards drawn."""
        kind, seat, action = command
        if kind != "act":
            return []
        events = act(self.game, seat, action, self.now, Secrets(self.secrets[-1], b"\1" * 32))
        seen = [seen_by(event, viewer) for event in events]
        return [code for event in seen for code in named([event.public, event.sealed])]


def translated(world: World, command: Command, swapped: Mapping[Card, Card]) -> Command:
    """The command in a world with other cards; where the clock laid the card that somebody lays now, they lay others."""
    kind, seat, action = command
    if kind != "act" or not isinstance(action, Play):
        return command
    held = world.game.table.hands[seat]
    cards = [swapped.get(card, card) for card in action.cards]
    if {*cards} <= {*held}:
        return kind, seat, Play(tuple(cards))
    return kind, seat, Play(tuple(sorted(held, key=lambda card: (card not in cards, not RANK[card]))[: len(cards)]))
