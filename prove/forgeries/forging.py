"""Forging: the logs to start from, the kinds of forgeries by name, and conditions on places of a log."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from domain.log.events import SERVER, LoggedEvent, Viewer, seen_by
from domain.log.moments import later
from domain.ruleset.cards import CARDS, CODES
from prove.harness.match import DOUBT, DURAK, KAWAGOE, MUSTAMAIJA, SATO
from prove.harness.random_games import copy_events, export_lines, play_game, rechain

Where = Callable[[list[LoggedEvent], int], Any]
"""Tells whether the forgery is possible at a place of a log."""

Change = Callable[[list[LoggedEvent], int], None]

LOGS: dict[str, tuple[str, dict[str, Any]]] = {
    "race": (SATO, {"hand_size": 2, "rounds": 2, "turn_seconds": 4, "false_claim": "draw_2"}),
    "asked": (SATO, {"hand_size": 2, "rounds": 2, "turn_seconds": 4, "answer_seconds": 6, "claim_mode": "ask_all"}),
    "kawagoe": (
        KAWAGOE,
        {"hand_size": 3, "rounds": 2, "turn_seconds": 6, "answer_seconds": 6, "false_claim": "draw_2"},
    ),
    "doubt": (DOUBT, {"penalty": "exchange_two", "rounds": 2, "turn_seconds": 4, "window_seconds": 5}),
    "durak": (DURAK, {"rounds": 2, "turn_seconds": 4}),
    "mustamaija": (MUSTAMAIJA, {"rounds": 2, "turn_seconds": 4, "trump_reveal": "after_first_lead"}),
}
"""Games that forgeries start from: a name, the ruleset and its options. In all of them the clock acts too."""

LONGEST = 600
"""Maximum number of events of a log."""

DOBON = ("race", "asked", "kawagoe")
EVERY = tuple(LOGS)


@dataclass(frozen=True)
class Forgery:
    """One kind of forgery."""

    name: str
    logs: tuple[str, ...]
    where: Where
    change: Change
    seen: Viewer = SERVER
    "The viewer whose log is forged: parts that it may not open are withheld."
    running: bool = False
    "The log ends with the forged event, so that the secret of its round is not known."

    def __repr__(self) -> str:
        return self.name

    def places(self, log: str) -> list[int]:
        """Return the places of a log at which the forgery is possible."""
        _, events = true_log(log)
        return [place for place in range(len(events)) if self.where(events, place)]

    def forge(self, log: str, place: int) -> list[str]:
        """Return the lines of the log, forged at that place."""
        game, events = true_log(log)
        events = copy_events(events)
        self.change(events, place)
        made = rechain(game, events)[: place + 1 if self.running else None]
        return export_lines(game, [seen_by(event, self.seen) for event in made])


FORGERIES: dict[str, Forgery] = {}
"""By name."""


def forgery(
    logs: tuple[str, ...], where: Where, *, seen: Viewer = SERVER, running: bool = False
) -> Callable[[Change], Change]:
    """Return a decorator that adds a change of the log; its docstring says what the forged log claims."""

    def entered(change: Change) -> Change:
        name = (change.__doc__ or "").splitlines()[0].rstrip(".")
        FORGERIES[name] = Forgery(name, logs, where, change, seen, running)
        return change

    return entered


def true_log(log: str) -> tuple[str, list[LoggedEvent]]:
    """Return the name and the events of a log in which every forgery is possible; they must not be changed."""
    game = _game(log)
    return game, _played(log, game)


@cache
def _game(log: str) -> str:
    kinds = [kind for kind in FORGERIES.values() if log in kind.logs]
    for game in map(f"forged-{log}-{{}}".format, range(500)):
        try:
            events = _played(log, game)
        except AssertionError:  # The game is too long.
            continue
        places = range(len(events))
        if len(events) <= LONGEST and all(any(kind.where(events, place) for place in places) for kind in kinds):
            return game
    raise AssertionError(f"no game of {log} can be forged in every way")


@cache
def _played(log: str, game: str) -> list[LoggedEvent]:
    ruleset, options = LOGS[log]
    return play_game(game, 3, ruleset=ruleset, **options)


def of(*kinds: str) -> Where:
    """Return the places of these types of events."""
    return lambda events, place: events[place].type in kinds


def both(*conditions: Where) -> Where:
    """Return the places for which all conditions hold."""
    return lambda events, place: all(fits(events, place) for fits in conditions)


def having(name: str, *values: Any) -> Where:
    """Return the places whose public part has the field, with one of the values if some are given."""
    return lambda events, place: name in events[place].public and (not values or events[place].public[name] in values)


def before(events: list[LoggedEvent], place: int) -> Iterator[LoggedEvent]:
    """Yield the events before a place, the newest first."""
    yield from reversed(events[:place])


def another(code: str) -> str:
    """Return another card of another suit and number."""
    return CODES[(CARDS[code] + 14) % 52]


def insert(events: list[LoggedEvent], place: int, kind: str, public: dict[str, Any]) -> None:
    """Insert an event after a place, at the same moment. Later calls name their events by the new versions."""
    for event in events[place + 1 :]:
        if event.public.get("on", 0) > place + 1:
            event.public["on"] += 1
    events.insert(place + 1, LoggedEvent(kind, public, at=events[place].at))


def remove(events: list[LoggedEvent], place: int) -> None:
    """Remove an event. Later calls name their events by the new versions."""
    del events[place]
    for event in events[place:]:
        if event.public.get("on", 0) > place:
            event.public["on"] -= 1


def exchange(events: list[LoggedEvent], place: int) -> None:
    """Exchange an event and the next one."""
    events[place], events[place + 1] = events[place + 1], events[place]


def shift(moment: str | None, seconds: int) -> str | None:
    """Return the moment some seconds later; None for none."""
    return None if moment is None else later(moment, seconds=seconds)
