"""Pairs of worlds on the views alone, from the folds that the program answers from.

A pair is one viewer at one version of a game, in two worlds that differ in cards that the viewer cannot see. It
compares the view with its actions and its `refused`, the viewer's whole fold, the time at which something is due, the
answers to twelve actions that the viewer might try, and the viewer's events of the next command.
"""

from random import Random
from typing import Any

from domain.game.fold import fold_for
from domain.game.game import PLAYING, allowed_from, view
from domain.log.events import SPECTATOR, Event, Viewer, seen_by
from domain.log.upcasting import logged
from domain.ruleset.actions import CALLS, Action, Decline
from domain.ruleset.cards import Card
from domain.running.automation import due_after
from domain.running.commands import due
from domain.running.notifications import Notification, advance
from prove.harness.worlds.world import Command, World
from prove.leaks.report import PairResults, closed_types, exchanged_ranks, first_difference
from prove.leaks.worlds import asked_others, begin_game, exchange_world, permute_cards, play_move

AFTER = 12
"""Commands of a game that are followed in all worlds."""

TO_THE_END = 0.2
"""Share of games that are followed to the end of a round that ends soon."""

NEWEST = 8
"""Newest events whose notifications are compared."""

TRIES = 12
"""Actions that a viewer tries at each version, besides one call."""


def compare_game(seed: str, number: int) -> PairResults:
    """Return all pairs of one game: every viewer at each of the following versions."""
    found, chance = PairResults(), Random(f"{seed}-views-{number}")
    start = begin_game(number, chance)
    if start is None:
        return found
    future = play_on(start, chance)
    others = [OtherWorld(start, future, viewer, chance) for viewer in start.viewers()]
    alive = [other for other in others if other.swapped]
    one, last = start.duplicate(), list[Event]()
    for place, command in enumerate([*future.commands, None]):
        alive = [other for other in alive if other.compare_and_move(one, command, last, found, place)]
        if command is None or not alive:
            break
        last = one.do(*command)
    return found


def play_on(start: World, chance: Random) -> World:
    """Return the game some commands later.

    The end of a round shows all hands, so none of their cards can differ. Most games stop before it.
    """
    future, to_the_end = start.duplicate(), chance.random() < TO_THE_END
    while len(future.commands) < AFTER:
        ahead = future.duplicate()
        play_move(ahead, chance)
        over = ahead.game.status != PLAYING or ahead.game.round != start.game.round
        if not ahead.commands or (over and not to_the_end):
            break
        ahead.commands = [*future.commands, *ahead.commands]
        future = ahead
        if over:
            break
    return future


class OtherWorld:
    """The other world of one viewer."""

    def __init__(self, start: World, future: World, viewer: Viewer, chance: Random) -> None:
        self.viewer, self.chance = viewer, chance
        hidden = start.hidden_cards(future, viewer)
        self.swapped: dict[Card, Card] = permute_cards(hidden, chance) if len(hidden) > 1 else {}
        self.world = exchange_world(start, viewer, self.swapped, chance)
        self.events: list[Event] = []
        self.ranks = exchanged_ranks(self.swapped)
        dealt = max(event.version for event in start.log if event.type == "round-dealt")
        self.types = closed_types(start.log[dealt - 1 :], viewer)
        "Types of events since the last comparison that the viewer cannot open."

    def compare_and_move(
        self, one: World, command: Command | None, last: list[Event], found: PairResults, place: int
    ) -> bool:
        """Compare the worlds and execute the command. Return whether the worlds still correspond."""
        key, viewer = one.game.ruleset.key, self.viewer
        self.types |= closed_types(last, viewer)
        wrong = self.find_difference(one, last)
        kind = "spectator" if viewer == SPECTATOR else "seat"
        found.add_pair(key, kind, self.ranks, self.types)
        self.types = set()
        if wrong is None and one.game.status == PLAYING and self.chance.random() < 0.3:
            wrong = self.compare_declines(one, found)
        if wrong is not None:
            found.failures.append(f"{key}, game {one.seed}, viewer {viewer}, look {place}: {wrong}")
            return False
        told = (
            None
            if command is None or one.game.status != PLAYING
            else one.translate(self.world, command, self.swapped, viewer)
        )
        if told is None:
            return False
        try:
            self.events = self.world.do(*told)
        except Exception as problem:  # noqa: BLE001 - a command of one world must be possible in the other
            found.failures.append(f"{key}, game {one.seed}, viewer {viewer}, look {place}: {told} gave {problem!r}")
            return False
        return True

    def find_difference(self, one: World, last: list[Event]) -> str | None:
        """Return a difference that the viewer can see, or None."""
        two, viewer = self.world, self.viewer
        for what, told_one, told_two in (
            (
                "the events",
                [seen_event(event, viewer) for event in last],
                [seen_event(event, viewer) for event in self.events],
            ),
            ("the view", seen_game(one, viewer), seen_game(two, viewer)),
            ("the notifications", notifications_of(one), notifications_of(two)),
        ):
            if told_one != told_two:
                return f"{what}: {first_difference(told_one, told_two)}"
        if viewer == SPECTATOR or one.game.status != PLAYING:
            return None
        for action in pick_actions(one, viewer, self.chance):
            first, second = one.masked_answer(viewer, action), two.masked_answer(viewer, action)
            if first != second:
                return f"{action}: {first_difference(first, second)}"
        return None

    def compare_declines(self, one: World, found: PairResults) -> str | None:
        """Let one of two other seats decline in each world; return a difference that the viewer can see."""
        asked = asked_others(one, self.viewer)
        if len(asked) < 2:
            return None
        first, second = self.chance.sample(asked, 2)
        window, looked = one.game.table.window, []
        for seat in (first, second):
            world = one.duplicate()
            events = world.act(seat, Decline(window))
            looked.append(([seen_event(event, self.viewer) for event in events], seen_game(world, self.viewer)))
        found.add_pair(one.game.ruleset.key, "of a decline", (), closed_types(events, self.viewer))
        return None if looked[0] == looked[1] else f"who has declined: {first_difference(*looked)}"


def seen_game(world: World, viewer: Viewer) -> list[Any]:
    """Return everything that the viewer sees of a game.

    Digests are left out, because they cover hidden cards without revealing them.
    """
    game = world.of(viewer)
    moments: tuple[Any, ...] = (due(world.game), due_after(world.game, world.now))
    if world.game.status == PLAYING:
        moments += (allowed_from(world.game),)
    return [view(game, viewer) | {"head": ""}, moments, game.stored() | {"head": ""}]


def notifications_of(world: World) -> list[Notification]:
    """Return the notifications of the newest events of a game."""
    log, told_before = world.log, max(1, len(world.log) - NEWEST)
    game = fold_for(world.game.id, log[:told_before], SPECTATOR)
    return advance(game, log[told_before:])


def seen_event(event: Event, viewer: Viewer) -> tuple[Any, ...]:
    """Return an event as the viewer sees it, with the names of its seals."""
    shown = logged(seen_by(event, viewer))
    return shown.type, shown.public, shown.sealed, shown.schema, shown.version, shown.at, sorted(event.sealed)


def pick_actions(world: World, viewer: Viewer, chance: Random) -> list[Action]:
    """Return actions for the viewer to try: a call, if the game has any, and actions with own and other cards."""
    held = world.game.state.held(viewer)
    wanted = world.possible_actions([*held, *chance.sample(range(52), 4)])
    calls = [action for action in wanted if isinstance(action, CALLS)]
    return [*calls[:1], *chance.sample(wanted, min(TRIES, len(wanted)))]
