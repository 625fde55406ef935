"""Forgeries that no log shows by itself: everything in them fits the rules, the seals and the digests.

A head of the true log shows them, and the public log has up to three of every game.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from domain.log.chance import RandomStream
from domain.log.events import LoggedEvent
from domain.log.moments import later
from domain.ruleset.actions import Action
from prove.forgeries.forging import LOGS, true_log
from prove.harness.match import account
from prove.harness.random_games import copy_events, export_lines, pick_anything, play_game, rechain

DAY = 86_400

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")

NO_EFFECT: dict[str, Any] = {"listed": False, "spectators": "off"}
"""Fields of `game-created` that no other event depends on, with another value."""

UNUSED: dict[str, Any] = {"bot_delay_ms": 400, "claim_hints": True}
"""Options on which no event of these games depends, with another value; some rulesets lack the second one."""

Kind = Callable[[str], Iterator[list[str]]]
"""Yields the lines of forged logs, made from the log with this name."""

UNKNOWABLE: dict[str, Kind] = {}
"""By what the forged log claims."""


def unknowable(kind: Kind) -> Kind:
    """Add a kind; its docstring says what the forged log claims."""
    UNKNOWABLE[(kind.__doc__ or "").splitlines()[0].rstrip(".")] = kind
    return kind


def _copied(log: str) -> tuple[str, list[LoggedEvent]]:
    game, events = true_log(log)
    return game, copy_events(events)


def _lines(game: str, events: list[LoggedEvent]) -> list[str]:
    return export_lines(game, rechain(game, events))


@unknowable
def other_players(log: str) -> Iterator[list[str]]:
    """A seat belongs to another player."""
    for seat in range(3):
        game, events = _copied(log)
        taken = next(event for event in events if event.type == "seat-taken" and event.public["seat"] == seat)
        taken.public["player"] = account("somebody-else")
        yield _lines(game, events)


@unknowable
def exchanged_players(log: str) -> Iterator[list[str]]:
    """Two players have exchanged their seats."""
    game, events = _copied(log)
    one, other = [event.public for event in events if event.type == "seat-taken"][1:]
    one["player"], other["player"] = other["player"], one["player"]
    yield _lines(game, events)


@unknowable
def shifted_times(log: str) -> Iterator[list[str]]:
    """The game was played at another time."""
    for seconds in (-DAY, 1, DAY):
        game, events = _copied(log)
        for event in events:
            event.at, event.public = later(event.at, seconds=seconds), _shifted(event.public, seconds)
        yield _lines(game, events)


def _shifted(value: Any, seconds: int) -> Any:
    if isinstance(value, dict):
        return {name: _shifted(inner, seconds) for name, inner in value.items()}
    return later(value, seconds=seconds) if isinstance(value, str) and MOMENT.fullmatch(value) else value


@unknowable
def another_moment(log: str) -> Iterator[list[str]]:
    """A player was ready a little later."""
    game, events = _copied(log)
    for event, following in pairwise(events):
        if event.type == "seat-readied" and later(event.at, ms=1) < following.at:
            event.at = later(event.at, ms=1)
            yield _lines(game, events)
            return


@unknowable
def other_options(log: str) -> Iterator[list[str]]:
    """An option that had no effect has another value."""
    for name, value in (NO_EFFECT | UNUSED).items():
        game, events = _copied(log)
        public = events[0].public
        fields = public if name in NO_EFFECT else public["options"]
        if name in fields:
            fields[name] = value
            yield _lines(game, events)


def pick_otherwise(found: list[Action], stream: RandomStream, able: bool) -> Action | None:
    """Pick any action, by the same random numbers another one than the true log has."""
    return pick_anything(found[::-1], stream, able)


@unknowable
def another_course(log: str) -> Iterator[list[str]]:
    """The players have played otherwise."""
    game, _ = true_log(log)
    ruleset, options = LOGS[log]
    yield export_lines(game, play_game(game, 3, pick_otherwise, ruleset=ruleset, **options))


@unknowable
def another_game(log: str) -> Iterator[list[str]]:
    """The whole game is another one, with another option."""
    game, _ = true_log(log)
    ruleset, options = LOGS[log]
    yield export_lines(game, play_game(game, 3, ruleset=ruleset, **options | {"turn_seconds": 9}))


@unknowable
def cut_off(log: str) -> Iterator[list[str]]:
    """The end is missing."""
    game, events = _copied(log)
    for length in (1, len(events) // 3, len(events) // 2, len(events) - 1):
        yield export_lines(game, events[:length])
