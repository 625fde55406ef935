"""The decisions of one seat in a round, found in the events as that seat saw them.

A decision is an action of the seat, or a right to call that it let pass. It is counted once: a right that lasts over
several events is one decision, and so is a right that the seat gave up by an action of its turn.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from domain.analysis.beliefs import Beliefs
from domain.analysis.following import begin
from domain.beating.replay import action_of
from domain.dobon.plays import EIGHT
from domain.game.fold import apply
from domain.game.game import PLAYING, Game, actions, actions_without_false_calls
from domain.log.events import Event
from domain.ruleset.actions import CALLS, Accept, Action, Decline, Dobon, Doubt, Draw, Pass, Play
from domain.ruleset.cards import CARDS, RANK, SUITS
from domain.ruleset.catalogue import ROUND_DEALT, ROUND_ENDED


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice between at least two actions."""

    seat: int
    version: int
    "Version of the event with which it was taken, or with which the right to call ended."
    game: Game
    "The seat's own game as it was before."
    beliefs: Beliefs
    "What the seat believes about hidden cards then."
    candidates: tuple[Action | None, ...]
    "The actions to choose from; None stands for waiting. The chosen one is among them."
    chosen: Action | None
    among: int = 1
    "Number of the seat's decisions in the round that are judged."


def decisions(game: Game, seen: Iterable[Event], round_number: int, seat: int) -> Iterator[Decision]:
    """Yield the decisions of the seat in a round, in order.

    `game` is the seat's own, and is copied; `seen` are the events that follow, as the seat saw them. They are read no
    further than the end of the round. An action by the clock is not a decision.
    """
    walk = _Walk(game.copy(), seat)
    for event in seen:
        if walk.game.round == round_number and walk.game.status == PLAYING:
            yield from walk.before(event)
        walk.apply(event)
        if walk.game.round == round_number and walk.game.status == PLAYING:
            yield from walk.after(event)
        elif walk.game.round >= round_number:
            return


@dataclass(slots=True)
class _Right:
    """A right to call that the seat has."""

    game: Game
    beliefs: Beliefs
    call: Action
    hand: tuple[Any, ...]


class _Walk:
    """The seat's own game, event by event."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self.beliefs = begin(game, seat)
        self.right: _Right | None = None
        self.settled: tuple[Any, ...] | None = None
        "Call and hand of the right that was decided last."

    def apply(self, event: Event) -> None:
        """Fold an event, and learn from it."""
        if event.type == ROUND_DEALT:
            self.beliefs = begin(self.game, self.seat)
        elif self.game.status == PLAYING:
            self.beliefs.see(self.game, event)
        apply(self.game, event)

    def before(self, event: Event) -> Iterator[Decision]:
        """Yield the decision that the event holds, if it is one of the seat."""
        action = own_action(event, self.seat)
        if action is None or event.public.get("by_clock"):
            return
        others = {alike(self.game, option): option for option in reversed(self.options())}
        others.pop(alike(self.game, action), None)
        found: list[Action | None] = [*reversed(others.values())]
        if not found and isinstance(action, CALLS):
            found = [None]
        if self.right is not None:
            self.settled, self.right = (self.right.call, self.right.hand), None
        if found:
            yield Decision(self.seat, event.version, self.game.copy(), self.beliefs.copy(), (action, *found), action)

    def after(self, event: Event) -> Iterator[Decision]:
        """Yield the decision not to call, if a right ended with the event. Note a right that has begun."""
        call = next((action for action in self.options() if isinstance(action, CALLS)), None)
        if self.right is not None and call != self.right.call:
            right, self.right = self.right, None
            if not self.overtaken(event):
                waiting = self.waiting(right)
                yield Decision(self.seat, event.version, right.game, right.beliefs, (right.call, waiting), waiting)
        hand = tuple(self.game.cards(self.seat))
        if call is not None and self.right is None and self.settled != (call, hand):
            self.right = _Right(self.game.copy(), self.beliefs.copy(), call, hand)

    def overtaken(self, event: Event) -> bool:
        """Tell whether another seat was faster: its call took the right, or ended the round."""
        return event.type in self.game.ruleset.call_events or event.type == ROUND_ENDED

    def waiting(self, right: _Right) -> Action | None:
        """Return what stands for not calling: the answer to an open window, or None."""
        found = actions(right.game, self.seat)
        return next((action for action in found if isinstance(action, Decline)), None)

    def options(self) -> list[Action]:
        """Return the seat's legal actions without false calls; what a seat cannot know of a call counts as true."""
        return actions_without_false_calls(self.game, self.seat)


_DRAWN: dict[str, Action] = {"turn": Draw(), "accept": Accept()}
_OTHERS: dict[str, Action] = {"passed": Pass(), "hand-opened": Accept()}
_CALLED: dict[str, type[Dobon | Doubt]] = {"dobon-called": Dobon, "doubt-called": Doubt}


def own_action(event: Event, seat: int) -> Action | None:
    """Return the action of the seat that an event records, as far as the seat sees it; None for any other event."""
    public = event.public
    if event.type in ("call-declined", "doubt-declined", "flip-answered"):
        return _answer(event, seat)
    if public.get("seat") != seat or public.get("how") == "opening":
        return None
    if (action := action_of(event.type, public)) is not None:
        return action
    if event.type == "cards-played":
        return _play(public.cards, public.suit) if "suit" in public else _laid(event, seat)
    if event.type == "cards-drawn":
        return _DRAWN.get(public.get("why", ""))
    if event.type in _CALLED:
        return _CALLED[event.type](public.on)
    return _OTHERS.get(event.type)


def _answer(event: Event, seat: int) -> Action | None:
    """Return the seat's answer to a window, or to a card that the dealer turned up."""
    own = event.sealed.get(str(seat))
    if own is None or not (own.get("declined") or own.get("answered")):
        return None
    return _play(own.cards, own.suit) if own.get("cards") else Decline(event.public.on)


def _laid(event: Event, seat: int) -> Play:
    """Return a play whose cards only the seat knows."""
    return Play(tuple(CARDS[code] for code in event.sealed[str(seat)].cards))


def _play(codes: Sequence[str], suit: str) -> Play:
    cards = tuple(CARDS[code] for code in codes)
    return Play(cards, SUITS.index(suit) if RANK[cards[0]] == EIGHT else None)


def alike(game: Game, action: Action | None) -> Hashable:
    """Return what equal actions have in common: in Doubt the suits of cards do not count."""
    if isinstance(action, Play) and game.ruleset.family == "doubt":
        return tuple(sorted(RANK[card] for card in action.cards))
    return plain(action)


def plain(action: Action | None) -> Action | None:
    """Return the action without the version that it answers."""
    if isinstance(action, Play):
        return replace(action, on=None)
    return replace(action, on=0) if isinstance(action, (*CALLS, Decline)) else action
