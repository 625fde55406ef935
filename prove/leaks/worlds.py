"""Worlds to look at: any ruleset with any options, played on by people who do anything, and another world that differs in what one viewer cannot see."""

from random import Random
from typing import Any

from domain.automation import ViewerGames, due_after
from domain.cards import Card
from domain.errors import Refused
from domain.events import Viewer
from domain.game import PLAYING, WAITING
from domain.moments import instant
from domain.registry import RULESETS, ruleset
from domain.ruleset import Option
from prove.harness.random_moves import wander
from prove.harness.worlds.beating import BeatingWorld
from prove.harness.worlds.dobon import DobonWorld
from prove.harness.worlds.doubt import DoubtWorld
from prove.harness.worlds.world import World

WORLDS: dict[str, type[World]] = {
    "dobon-sato": DobonWorld, "dobon-kawagoe": DobonWorld, "doubt": DoubtWorld, "durak": BeatingWorld, "kirifu": BeatingWorld, "mustamaija": BeatingWorld,
}  # fmt: skip

TIMES = {"turn_seconds": (0, 60), "answer_seconds": (0, 10), "window_seconds": (0, 10), "claim_grace_seconds": (0, 3), "min_open_seconds": (0, 3)}  # fmt: skip
"""Of the options that say how long things take, what makes a difference."""

BEFORE = (0, 3, 8, 15, 25, 40, 70)
"""Moves before the first look."""


def key_of(number: int) -> str:
    """The ruleset of a game: they take turns."""
    return list(RULESETS)[number % len(RULESETS)]


def a_value(option: Option, chance: Random) -> Any:
    """A value that the option may have; numbers are small ones."""
    if option.kind == "bool":
        return chance.random() < 0.5
    if option.kind == "choice":
        return chance.choice(option.values)
    if option.name in TIMES:
        return chance.choice(TIMES[option.name])
    if option.name == "bot_delay_ms":
        return 800
    low, high = option.minimum, option.maximum
    return chance.choice([option.default, option.default, low, min(low + 1, high), min(low + 2, high), min(low + 4, high)])  # fmt: skip


def any_options(key: str, chance: Random) -> dict[str, Any]:
    """Some options of the ruleset, of which each is as often left as it is."""
    chosen = [option for option in ruleset(key).options if chance.random() < 0.5 or option.name in TIMES]
    return {option.name: a_value(option, chance) for option in chosen} | {"bot_delay_ms": 800}


def a_game(number: int, chance: Random, **more: Any) -> World:
    """A game of a ruleset with any options that go together, with its creator alone."""
    key = key_of(number)
    while True:
        seats = min(chance.choice((2, 3, 3, 4, 4, 5, 6)), ruleset(key).seats[-1])
        try:
            return WORLDS[key](seats, ruleset=key, seed=number, **more, **any_options(key, chance))
        except Refused:
            continue


def begun(number: int, chance: Random) -> World | None:
    """A game that is being played, some way into a round; None where it came to its end before."""
    world = a_game(number, chance)
    while world.game.status == WAITING:
        wander(world, chance, 1)
    wander(world, chance, chance.choice(BEFORE), restless=0)
    return world if world.game.status == PLAYING else None


def goes_on(world: World, chance: Random) -> None:
    """Somebody does something, or nobody does anything until the clock does."""
    moment = due_after(world.game, world.now)
    if moment is not None and chance.random() < 0.12:
        world.wait(round((instant(moment) - instant(world.now)).total_seconds() * 1000))
    else:
        wander(world, chance, 1, restless=0)


def other_cards(hidden: list[Card], chance: Random) -> dict[Card, Card]:
    """Each of the cards as another one, or itself."""
    return dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))


def other_world(start: World, viewer: Viewer, swapped: dict[Card, Card], chance: Random) -> World:
    """The world at the same point in which these cards are others, and lie otherwise in hands that the viewer does not hold; followed for the viewer alone."""
    world = start.double()
    world.folds = ViewerGames(world.game, {viewer: world.of(viewer)})
    world.exchange(swapped)
    for seat, hand in enumerate(world.game.table.hands):
        if seat != viewer:
            chance.shuffle(hand)
    return world


def strangers(world: World, viewer: Viewer) -> list[int]:
    """Seats but the viewer's that a window waits for."""
    table = world.game.table
    asked = getattr(table, "asked", []) if getattr(table, "window", 0) else []
    return [seat for seat in asked if seat != viewer] if isinstance(asked, list) else []
