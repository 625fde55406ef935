"""Two worlds of Dobon: the cards to exchange, the actions to try, the events to compare."""

from collections.abc import Mapping, Sequence

from domain.dobon.base import DobonFamily
from domain.dobon.calls import answers_to
from domain.dobon.hand import worth
from domain.dobon.opening import openings
from domain.game.game import actions
from domain.log.chance import MOST_ROUNDS, HashChain
from domain.log.errors import Refused
from domain.log.events import Viewer
from domain.ruleset.actions import Accept, Action, Decline, Dobon, Draw, Flip, Pass, Play
from domain.ruleset.cards import Card
from domain.running.commands import act
from prove.harness.json_values import canonical_text
from prove.harness.match import Match
from prove.harness.worlds.world import Command, World

NOTHING = HashChain(bytes(32), MOST_ROUNDS)

REVEALED = {
    "round-ended": ("hands", "score", "transfers", "points"),
    "round-revealed": ("secret",),
    "game-ended": ("scores",),
    "card-flipped": ("card", "asked", "calls_open", "deadline"),
}
"""Fields with news for every seat: hands shown and the payment they make, the next card of the stock."""


class DobonWorld(World):
    """A game of Dobon that can be copied; after an exchange of cards, other seats hold or will draw different ones."""

    def hidden_cards(self, future: World, viewer: Viewer) -> list[Card]:
        """Return the cards that the viewer cannot place, is not shown later, and that have not answered a flip."""
        since = self.game.version
        # An answer to a flip has its number, and other cards have not.
        fixed = {card for _, answer in openings(self.game.state) for card in answer.cards}
        revealed = _known(self, viewer) | fixed | future.shown_cards(viewer, since) | _known(future, viewer)
        rules = self.game.ruleset
        assert isinstance(rules, DobonFamily)
        return [card for card in range(rules.deck_size) if card not in revealed]

    def exchange(self, swapped: Mapping[Card, Card]) -> None:
        """Replace cards by others."""
        state = self.game.state
        state.deck = [swapped.get(card, card) for card in state.deck]
        for hand in state.hands:
            hand.cards = [swapped.get(card, card) for card in hand.cards]
            hand.held, hand.face = worth(hand.cards), None
            hand.drawn = swapped.get(hand.drawn, hand.drawn)

    def possible_actions(self, cards: Sequence[Card]) -> list[Action]:
        """Return every possible action."""
        return possible_actions(self, cards)

    def masked_answer(self, seat: int, action: Action) -> str:
        """Return the types and public parts of the events, or the refusal."""
        return masked_answer(self, seat, action)

    def translate(self, other: World, command: Command, swapped: Mapping[Card, Card], viewer: Viewer) -> Command | None:  # noqa: ARG002 - cards are named as they are
        """Return the same command, or None if it differs in the other world: an answer to a flip with hidden cards.

        The verdict of a call is public. By the rules of Kawagoe a seat that draws in turn has no card that fits.
        """
        kind, seat, action = command
        if kind != "act":
            return command
        games = [world.game for world in (self, other)]
        calls = self.game.ruleset.calls
        assert calls is not None
        if isinstance(action, Dobon) and len({calls.is_true(game.state, seat) for game in games}) > 1:
            return None
        if isinstance(action, Draw) and len({action in actions(game, seat) for game in games}) > 1:
            return None
        if isinstance(action, Play) and other.game.table.opening:
            held = other.game.cards(seat) + other.game.table.shown[seat]
            if not all(card in held for card in action.cards):
                return kind, seat, Decline(other.game.table.window)
        return command


def _known(world: World, viewer: Viewer) -> set[Card]:
    """Return the cards that the viewer sees."""
    state = world.of(viewer).state
    places = (*map(state.held, range(state.table.seats)), *state.table.shown, state.table.pile)
    return {card for place in places for card in place}


def possible_actions(match: Match, cards: Sequence[Card]) -> list[Action]:
    """Return every possible action with these cards."""
    on = answers_to(match.game.table)
    found: list[Action] = [Draw(), Pass(), Accept(), Flip(), Dobon(on), Dobon(on - 1), Decline(on), Decline(on + 1)]
    found += [Play((card,), suit) for card in cards for suit in (None, 1)]
    found += [Play((card,), None, on - 1) for card in cards[:2]]
    return found + [Play((card, other), None) for card in cards[:4] for other in cards[:4]]


def masked_answer(match: Match, seat: int, action: Action) -> str:
    """Return the answer without the cards that would be drawn and the hands shown at the end."""
    try:
        events = act(match.game, seat, action, match.now, NOTHING)
    except Refused as refused:
        return canonical_text([refused.code, refused.detail, refused.extra])
    if match.game.table.opening:
        # The last seat to answer sees the other answers: cards laid to open are news.
        events = [event for event in events if event.type != "cards-played"]
    public = [
        {name: value for name, value in event.public.json().items() if name not in REVEALED.get(event.type, ())}
        for event in events
    ]
    return canonical_text([[event.type for event in events], public, [sorted(event.sealed) for event in events]])


def all_answers(match: Match, seat: int, cards: Sequence[Card]) -> list[str]:
    """Return the answers to everything the seat might try."""
    return [masked_answer(match, seat, action) for action in possible_actions(match, cards)]
