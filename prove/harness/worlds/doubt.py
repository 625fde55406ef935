"""Two worlds of Doubt: the cards to exchange, the actions to try, the events to compare."""

from collections import Counter
from collections.abc import Mapping, Sequence

from domain.doubt.hand import DoubtHand
from domain.log.chance import MOST_ROUNDS, HashChain
from domain.log.errors import Refused
from domain.log.events import Viewer, seen_by
from domain.ruleset.actions import Action, Decline, Doubt, Draw, Pass, Play
from domain.ruleset.cards import RANK, Card
from domain.running.commands import act
from prove.harness.json_values import canonical_text, named_cards
from prove.harness.worlds.world import Command, World


class DoubtWorld(World):
    """A game of Doubt that can be copied; after an exchange of cards, other seats hold or have laid different ones."""

    def hidden_cards(self, future: World, viewer: Viewer) -> list[Card]:
        """Return the cards that the viewer was never shown."""
        known = future.shown_cards(viewer)
        options = self.game.options
        # Where a joker may not be the last card, every viewer sees whether a seat's last card is one.
        deck = range(52 + options["jokers_per_deck"] if options["joker_may_finish"] else 52)
        return [card for card in deck if card not in known]

    def exchange(self, swapped: Mapping[Card, Card]) -> None:
        """Replace cards by others in the hands, in the pile and out of play; the table has no card that is hidden."""
        hands: list[DoubtHand] = self.game.state.hands
        for hand in hands:
            for place in (hand.cards, hand.away):
                place[:] = [swapped.get(card, card) for card in place]
            hand.laid = {place: swapped.get(card, card) for place, card in hand.laid.items()}
            hand.traced = [known._replace(card=swapped.get(known.card, known.card)) for known in hand.traced]

    def possible_actions(self, cards: Sequence[Card]) -> list[Action]:
        """Return every possible action."""
        on = self.game.table.window or self.game.version
        found: list[Action] = [Doubt(on), Doubt(on - 1), Doubt(on + 1), Decline(on), Decline(on - 1), Pass(), Draw()]
        found += [Play((card,)) for card in cards]
        return found + [Play((card, other)) for card in cards[:4] for other in cards[:4]]

    def masked_answer(self, seat: int, action: Action) -> str:
        """Return types and public parts of the events or the refusal; of an accepted doubt, only the acceptance."""
        try:
            events = act(self.game, seat, action, self.now, HashChain(bytes(32), MOST_ROUNDS))
        except Refused as refused:
            return canonical_text([refused.code, refused.detail, refused.extra])
        hidden = isinstance(action, Doubt) or any(event.type == "pile-taken" for event in events)
        # The end of a round shows every hand.
        said = [
            [event.type, {name: value for name, value in event.public.json().items() if name != "hands"}]
            for event in events
            if event.type != "round-revealed"
        ]
        return "accepted" if hidden else canonical_text(said)

    def translate(self, other: World, command: Command, swapped: Mapping[Card, Card], viewer: Viewer) -> Command | None:
        """Return the command with the cards of the other world.

        An unseen draw takes the card at a place of a hand, so later events may differ for the two seats that see it.
        """
        translated = replace_played_cards(other, command, swapped)
        return translated if self.revealed_cards(command, viewer) == other.revealed_cards(translated, viewer) else None  # type: ignore[attr-defined]

    def revealed_cards(self, command: Command, viewer: Viewer) -> list[str]:
        """Return the cards that the command shows the viewer: of a doubt, a pile taken up, or a draw."""
        kind, seat, action = command
        if kind != "act":
            return []
        events = act(self.game, seat, action, self.now, self.chain)
        seen = [seen_by(event, viewer) for event in events]
        return [code for event in seen for code in named_cards([event.public, event.sealed])]


def replace_played_cards(world: World, command: Command, swapped: Mapping[Card, Card]) -> Command:
    """Return the command in a world with other cards; a lay by the clock lays other cards there."""
    kind, seat, action = command
    if kind != "act" or not isinstance(action, Play):
        return command
    held = world.game.state.held(seat)
    cards = [swapped.get(card, card) for card in action.cards]
    if Counter(cards) <= Counter(held):
        return kind, seat, Play(tuple(cards))
    return kind, seat, Play(tuple(sorted(held, key=lambda card: (card not in cards, not RANK[card]))[: len(cards)]))
