"""Logged events as objects: the one way from a log to what is folded, told and judged."""

from collections.abc import Iterable, Iterator

from domain.game.game import Game
from domain.game.game_event_types import EVENTS
from domain.game.registry import ruleset
from domain.log.errors import BadEvent
from domain.log.events import Event, LoggedEvent
from domain.log.upcasting import current
from domain.ruleset.catalogue import EventType
from domain.ruleset.ruleset import Ruleset


def kind_of(rules: Ruleset, name: str) -> EventType:
    """Return the type of that name, of a round of the ruleset or of the whole game. Raises `BadEvent` for none."""
    found = rules.events.get(name) or EVENTS.get(name)
    if found is None:
        raise BadEvent(f"{rules.key} has no event {name}")
    return found


def read(rules: Ruleset, logged: LoggedEvent) -> Event:
    """Return a logged event as an object of the newest schema.

    Raises `Refused("newer-event")` for a schema that only a later version of this program knows, and `BadEvent`.
    """
    return kind_of(rules, logged.type).read(current(logged))


def read_log(log: Iterable[LoggedEvent], known: Game | None = None) -> Iterator[Event]:
    """Yield the events of a log as objects: those that follow a known game, else all from its creation on.

    Raises as `read` does, and `Refused` for a ruleset that this program does not have.
    """
    rules = None if known is None else known.ruleset
    for logged in log:
        if rules is not None:
            yield read(rules, logged)
        elif logged.type != "game-created":
            raise BadEvent(f"a log begins with game-created, not with {logged.type}")
        else:
            created = EVENTS["game-created"].read(current(logged))
            rules = ruleset(created.public.get("ruleset"))
            yield created
