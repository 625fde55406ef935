"""Pairs of worlds on the views alone, from the folds that the program answers from.

A pair is one viewer at one version of a game, in two worlds that differ in cards that the viewer cannot see. It
compares the view with its actions and its `refused`, the viewer's whole fold, the time at which something is due, the
answers to twelve actions that the viewer might try, and the viewer's events of the next command.
"""

from random import Random
from typing import Any

from domain.actions import CALLS, Action, Decline
from domain.automation import due_after, moves_from
from domain.cards import Card
from domain.commands import due
from domain.events import SPECTATOR, Event, Viewer, seen_by
from domain.game import PLAYING, view
from prove.harness.worlds.world import Command, World
from prove.leaks.report import Found, closed_to, difference, of_ranks
from prove.leaks.worlds import begun, goes_on, other_cards, other_world, strangers

AFTER = 12
"""Commands of a game that are followed in all worlds."""

TO_THE_END = 0.2
"""Share of games that are followed to the end of a round that ends soon."""

TRIES = 12
"""Actions that a viewer tries at each version, besides one call."""


def pairs(seed: str, number: int) -> Found:
    """Return all pairs of one game: every viewer at each of the following versions."""
    found, chance = Found(), Random(f"{seed}-views-{number}")
    start = begun(number, chance)
    if start is None:
        return found
    future = followed(start, chance)
    others = [Other(start, future, viewer, chance) for viewer in start.viewers()]
    alive = [other for other in others if other.swapped]
    one, last = start.double(), list[Event]()
    for place, command in enumerate([*future.told, None]):
        alive = [other for other in alive if other.looks(one, command, last, found, place)]
        if command is None or not alive:
            break
        last = one.do(*command)
    return found


def followed(start: World, chance: Random) -> World:
    """Return the game some commands later.

    The end of a round shows all hands, so none of their cards can differ. Most games stop before it.
    """
    future, to_the_end = start.double(), chance.random() < TO_THE_END
    while len(future.told) < AFTER:
        ahead = future.double()
        goes_on(ahead, chance)
        over = ahead.game.status != PLAYING or ahead.game.round != start.game.round
        if not ahead.told or (over and not to_the_end):
            break
        ahead.told = [*future.told, *ahead.told]
        future = ahead
        if over:
            break
    return future


class Other:
    """The other world of one viewer."""

    def __init__(self, start: World, future: World, viewer: Viewer, chance: Random) -> None:
        self.viewer, self.chance = viewer, chance
        hidden = start.hidden(future, viewer)
        self.swapped: dict[Card, Card] = other_cards(hidden, chance) if len(hidden) > 1 else {}
        self.world = other_world(start, viewer, self.swapped, chance)
        self.told: list[Event] = []
        self.ranks = of_ranks(self.swapped)
        dealt = max(event.version for event in start.log if event.type == "round-dealt")
        self.types = closed_to(start.log[dealt - 1 :], viewer)
        "Types of events since the last comparison that the viewer cannot open."

    def looks(self, one: World, command: Command | None, last: list[Event], found: Found, place: int) -> bool:
        """Compare the worlds and execute the command. Return whether the worlds still correspond."""
        key, viewer = one.game.ruleset.key, self.viewer
        self.types |= closed_to(last, viewer)
        wrong = self.compared(one, last)
        kind = "spectator" if viewer == SPECTATOR else "seat"
        found.pair(key, kind, self.ranks, self.types)
        self.types = set()
        if wrong is None and one.game.status == PLAYING and self.chance.random() < 0.3:
            wrong = self.whoever_declines(one, found)
        if wrong is not None:
            found.failures.append(f"{key}, game {one.seed}, viewer {viewer}, look {place}: {wrong}")
            return False
        told = (
            None
            if command is None or one.game.status != PLAYING
            else one.alike(self.world, command, self.swapped, viewer)
        )
        if told is None:
            return False
        try:
            self.told = self.world.do(*told)
        except Exception as problem:  # noqa: BLE001 - a command of one world must be possible in the other
            found.failures.append(f"{key}, game {one.seed}, viewer {viewer}, look {place}: {told} gave {problem!r}")
            return False
        return True

    def compared(self, one: World, last: list[Event]) -> str | None:
        """Return a difference that the viewer can see, or None."""
        two, viewer = self.world, self.viewer
        for what, told_one, told_two in (
            ("the events", [told(event, viewer) for event in last], [told(event, viewer) for event in self.told]),
            ("the view", seen(one, viewer), seen(two, viewer)),
        ):
            if told_one != told_two:
                return f"{what}: {difference(told_one, told_two)}"
        if viewer == SPECTATOR or one.game.status != PLAYING:
            return None
        for action in tried(one, viewer, self.chance):
            first, second = one.answered(viewer, action), two.answered(viewer, action)
            if first != second:
                return f"{action}: {difference(first, second)}"
        return None

    def whoever_declines(self, one: World, found: Found) -> str | None:
        """Let one of two other seats decline in each world; return a difference that the viewer can see."""
        asked = strangers(one, self.viewer)
        if len(asked) < 2:
            return None
        first, second = self.chance.sample(asked, 2)
        window, looked = one.game.table.window, []
        for seat in (first, second):
            world = one.double()
            events = world.act(seat, Decline(window))
            looked.append(([told(event, self.viewer) for event in events], seen(world, self.viewer)))
        found.pair(one.game.ruleset.key, "of a decline", (), closed_to(events, self.viewer))
        return None if looked[0] == looked[1] else f"who has declined: {difference(*looked)}"


def seen(world: World, viewer: Viewer) -> list[Any]:
    """Return everything that the viewer sees of a game.

    Digests are left out, because they cover hidden cards without revealing them.
    """
    game = world.of(viewer)
    moments: tuple[Any, ...] = (due(world.game), due_after(world.game, world.now))
    if world.game.status == PLAYING:
        moments += (moves_from(world.game),)
    return [view(game, viewer) | {"head": ""}, moments, game.stored() | {"head": ""}]


def told(event: Event, viewer: Viewer) -> tuple[Any, ...]:
    """Return an event as the viewer sees it, with the names of its seals."""
    shown = seen_by(event, viewer)
    return shown.type, shown.public, shown.sealed, shown.schema, shown.version, shown.at, sorted(event.sealed)


def tried(world: World, viewer: Viewer, chance: Random) -> list[Action]:
    """Return actions for the viewer to try: a call, if the game has any, and actions with own and other cards."""
    held = [card for card in world.of(viewer).table.hands[viewer] if card is not None]
    wanted = world.wanted([*held, *chance.sample(range(52), 4)])
    calls = [action for action in wanted if isinstance(action, CALLS)]
    return [*calls[:1], *chance.sample(wanted, min(TRIES, len(wanted)))]
