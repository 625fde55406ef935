"""Logs of whole games of Doubt that together contain everything such a log can hold.

The same names and options always give the same game.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from typing import Any

from domain.log.chance import RandomStream
from domain.log.events import LoggedEvent
from domain.ruleset.actions import Action, Doubt, Play
from prove.harness.match import DOUBT
from prove.harness.random_games import Pick, copy_events, play_game


def suspicious(one_in: int) -> Pick:
    """Return a pick of any action that doubts one time in `one_in`, and now and then lays several cards."""

    def pick(found: list[Action], stream: RandomStream, able: bool) -> Action | None:
        doubts = [action for action in found if isinstance(action, Doubt)]
        others = [action for action in found if action not in doubts]
        if doubts and not (others and stream.below(one_in)):
            return doubts[0]
        plays = [action for action in others if isinstance(action, Play)]
        if len(plays) > 1 and not stream.below(4):
            stream.shuffle(plays)
            return Play(plays[0].cards + plays[1].cards)
        return others[stream.below(len(others))]

    return pick


OFTEN, SELDOM = suspicious(4), suspicious(12)


def _happened(events: Sequence[LoggedEvent]) -> set[Any]:
    """Return the features found in a log: event types with their variants."""
    found: set[Any] = set()
    for event in events:
        said = {name: event.public.get(name) for name in ("why", "by", "valid", "reason")}
        found |= {event.type, *((event.type, value) for value in said.values() if value is not None)}
        if event.type == "cards-played" and not event.public["asked"]:
            found.add("forced")
    return found


@cache
def _first(name: str, seats: int, pick: Pick, needed: tuple[Any, ...], options: tuple[tuple[str, Any], ...]) -> Any:
    # The first of these games that has every feature: which one it is depends on the rules.
    for game in map(f"{name}-{{}}".format, count()):
        events = play_game(game, seats, pick, ruleset=DOUBT, max_cards_per_play=2, **dict(options))
        if _happened(events) >= {*needed}:
            return game, events
    raise AssertionError


def _log(name: str, seats: int, pick: Pick, needed: Sequence[Any], **options: Any) -> tuple[str, list[LoggedEvent]]:
    game, events = _first(name, seats, pick, tuple(needed), tuple(options.items()))
    return game, copy_events(events)


BOTH = (("doubt-called", True), ("doubt-called", False))
WINDOWS = tuple(("window-closed", by) for by in ("all", "deadline", "play"))


def piles() -> tuple[str, list[LoggedEvent]]:
    """Return a game of three seats and two rounds that end with an empty hand.

    One seat takes up a pile instead of finishing.
    """
    needed = (
        *BOTH,
        *WINDOWS,
        "forced",
        ("pile-taken", "finish"),
        ("pile-taken", "doubt"),
        ("round-ended", "empty-hand"),
    )
    return _log("piles", 3, SELDOM, needed, rounds=2, must_doubt_to_finish=True, ranking="by_hand_count")


def eliminations() -> tuple[str, list[LoggedEvent]]:
    """Return a game of four seats, of which one is left."""
    needed = (*BOTH, "seat-eliminated", ("round-ended", "last-in"))
    return _log("eliminations", 4, OFTEN, needed, penalty="eliminate", doubter_takes_turn=True, ranking="by_hand_count")


def exchanges() -> tuple[str, list[LoggedEvent]]:
    """Return a game of two seats and two decks: the seats draw from each other until the limit of plays."""
    needed = (*BOTH, "cards-exchanged", ("round-ended", "max-plays"))
    return _log("exchanges", 2, OFTEN, needed, penalty="exchange_two", decks=2, max_plays=50, resume_same_number=True)


def cheats() -> tuple[str, list[LoggedEvent]]:
    """Return a game of Cheat with three seats and with jokers that may not be the last card."""
    needed = (*BOTH, ("window-closed", "all"), ("window-closed", "play"), "forced", ("round-ended", "empty-hand"))
    return _log("cheats", 3, SELDOM, needed, variant="cheat", jokers_per_deck=2, joker_may_finish=False)


LOGS: dict[str, Callable[[], tuple[str, list[LoggedEvent]]]] = {
    "piles": piles, "eliminations": eliminations, "exchanges": exchanges, "cheats": cheats,
}  # fmt: skip
