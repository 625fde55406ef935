"""Worlds to compare: games of any ruleset and options with random moves, and copies with other hidden cards."""

from random import Random
from typing import Any

from domain.game.game import PLAYING, WAITING
from domain.game.registry import RULESETS, ruleset
from domain.log.errors import Refused
from domain.log.events import Viewer
from domain.log.moments import instant
from domain.ruleset.cards import Card
from domain.ruleset.ruleset import Option
from domain.ruleset.windows import asked
from domain.running.automation import due_after
from prove.harness.random_moves import wander
from prove.harness.worlds.beating import BeatingWorld
from prove.harness.worlds.dobon import DobonWorld
from prove.harness.worlds.doubt import DoubtWorld
from prove.harness.worlds.world import World

WORLDS: dict[str, type[World]] = {
    "dobon-sato": DobonWorld, "dobon-kawagoe": DobonWorld, "doubt": DoubtWorld, "durak": BeatingWorld, "kirifu": BeatingWorld, "mustamaija": BeatingWorld,
}  # fmt: skip

TIMES = {"turn_seconds": (0, 60), "answer_seconds": (0, 10), "window_seconds": (0, 10), "claim_grace_seconds": (0, 3), "min_open_seconds": (0, 3)}  # fmt: skip
"""Values of the options of time that make a difference."""

BEFORE = (0, 3, 8, 15, 25, 40, 70)
"""Numbers of moves before the first comparison."""


def key_of(number: int) -> str:
    """Return the ruleset of a game; rulesets take turns."""
    return list(RULESETS)[number % len(RULESETS)]


def pick_value(option: Option, chance: Random) -> Any:
    """Return a valid value of the option; numbers are small."""
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


def pick_options(key: str, chance: Random) -> dict[str, Any]:
    """Return some options of the ruleset; each keeps its default half of the time."""
    chosen = [option for option in ruleset(key).options if chance.random() < 0.5 or option.name in TIMES]
    return {option.name: pick_value(option, chance) for option in chosen} | {"bot_delay_ms": 800}


def open_game(number: int, chance: Random, **more: Any) -> World:
    """Return a game of a ruleset with any valid options, with only its creator seated."""
    key = key_of(number)
    while True:
        seats = min(chance.choice((2, 3, 3, 4, 4, 5, 6)), ruleset(key).seats[-1])
        try:
            return WORLDS[key](seats, ruleset=key, seed=number, **more, **pick_options(key, chance))
        except Refused:
            continue


def begin_game(number: int, chance: Random) -> World | None:
    """Return a game in the middle of a round, or None if it ended before."""
    world = open_game(number, chance)
    while world.game.status == WAITING:
        wander(world, chance, 1)
    wander(world, chance, chance.choice(BEFORE), restless=0)
    return world if world.game.status == PLAYING else None


def play_move(world: World, chance: Random) -> None:
    """Let a seat make a move, or let time pass until the next due step."""
    moment = due_after(world.game, world.now)
    if moment is not None and chance.random() < 0.12:
        world.wait(round((instant(moment) - instant(world.now)).total_seconds() * 1000))
    else:
        wander(world, chance, 1, restless=0)


def permute_cards(hidden: list[Card], chance: Random) -> dict[Card, Card]:
    """Return each of the cards with another one in its place, or itself."""
    return dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))


def exchange_world(start: World, viewer: Viewer, swapped: dict[Card, Card], chance: Random) -> World:
    """Return the world at the same point with these cards exchanged.

    Hands that the viewer does not hold are shuffled too.
    """
    world = start.duplicate()
    world.exchange(swapped)
    for seat, hand in enumerate(world.game.state.hands):
        if seat != viewer:
            chance.shuffle(hand.cards)
    return world


def asked_others(world: World, viewer: Viewer) -> list[int]:
    """Return the seats other than the viewer's that a window waits for."""
    if not world.game.ruleset.window(world.game.table):
        return []
    return [seat for seat in asked(world.game.state) if seat != viewer]
